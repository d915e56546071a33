import { expect, it } from 'vitest'
import { shellWord } from './shell-word'

/** A real shell is run in src-main/mcp/panel/call-for-shell.test.ts. */
it('a word is quoted only if it has a character that is special to a shell', () => {
  expect(shellWord('http://127.0.0.1:8080/mcp')).toBe('http://127.0.0.1:8080/mcp')
  expect(shellWord('$(x) `y` "z"\n; rm')).toBe('\'$(x) `y` "z"\n; rm\'')
  expect(shellWord("it's")).toBe(String.raw`'it'\''s'`)
  expect(shellWord('')).toBe("''")
})

it('a word is refused if a terminal would read one of its characters as a key', () => {
  for (const sign of ['\u0003', '\u001b[201~', '\r', '\t', '\u007f', '\u009b', '\u202e', '\0'])
    expect(shellWord(`a${sign}b`)).toBeNull()
})
