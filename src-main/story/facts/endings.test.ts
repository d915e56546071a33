import { expect, it } from 'vitest'
import { readFarewell } from './endings'

it.each([
  ['    *** You have won ***', true],
  ['    *** You have died ***', false],
  ['A grue finds you.\n    *** You have been eaten ***\nYou had won 5 coins.', false],
  ['    *** You have drowned ***', false],
  ['    *** You have failed ***', false],
  ['    *** The End ***', null],
  ['    *** You are out of time ***', null],
])('the farewell %j reports victory, defeat or neither', (farewell, verdict) => {
  expect(readFarewell(farewell)).toBe(verdict)
})
