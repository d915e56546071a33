import { expect, it } from 'vitest'
import { forTerminal } from './terminal-text'

it('what a game, a model or a tool says commands no terminal', () => {
  expect(forTerminal('\u001b[2J\u009b31mred\u0007\r\u007f')).toBe('�[2J�31mred���')
  expect(forTerminal('> look\n\tEin schöner Garten ☃.')).toBe('> look\n\tEin schöner Garten ☃.')
})
