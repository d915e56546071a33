import { expect, it } from 'vitest'
import { KEY_NAMES, readKeyName } from './key-names'

it('every name is a key, in any case and in brackets', () => {
  for (const name of KEY_NAMES)
    expect([name, name.toUpperCase(), `<${name}>`, `[${name}]`, ` ${name} `].map(readKeyName)).toEqual(
      Array.from({ length: 5 }, () => name),
    )
})

it.each([
  ['press SPACE', 'space'],
  ['hit the space bar', 'space'],
  ['the up arrow key', 'up'],
  ['Return', 'enter'],
  ['<esc>', 'escape'],
  ['backspace', 'delete'],
])('"%s" is the key %s', (action, key) => expect(readKeyName(action)).toBe(key))

it.each(['', ' ', 'y', 'u', 'go up', 'press', 'press any key', 'spaceship', 'look up', 'constructor', 'f13', '<>'])(
  '"%s" names no key',
  (action) => expect(readKeyName(action)).toBeNull(),
)
