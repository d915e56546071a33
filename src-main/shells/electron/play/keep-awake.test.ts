import { expect, it } from 'vitest'
import { keepAwake } from './keep-awake'

it('sleep is blocked once while episodes run, and allowed when none is running', () => {
  const calls: string[] = []
  let next = 0
  const tell = keepAwake({
    start: (type) => {
      calls.push(type)
      return next++
    },
    stop: (id) => {
      calls.push(`stop ${id}`)
      return true
    },
  })
  for (const goesOn of [false, true, true, false, false, true]) tell(goesOn)
  expect(calls).toEqual(['prevent-app-suspension', 'stop 0', 'prevent-app-suspension'])
})
