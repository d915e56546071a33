import { expect, it } from 'vitest'
import { keepAwake } from './keep-awake'

it('the system is kept awake once while episodes go on, and let go when none does', () => {
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
