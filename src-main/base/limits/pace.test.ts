import { expect, it } from 'vitest'
import { Pace } from './pace'

it('lets a burst of one second pass, then as many messages as the rate allows', () => {
  let now = 5000
  const pace = new Pace(() => now)
  expect(pace.pauseMs(2000)).toBe(0)
  expect(pace.pauseMs(500)).toBe(250)
  now += 250
  expect(pace.pauseMs(1000)).toBe(500)
  now += 1e6
  expect(pace.pauseMs(2000)).toBe(0)
})
