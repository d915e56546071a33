import { expect, it } from 'vitest'
import { shellWord } from './shell-word'

/** A real shell is asked where a call is written for one: src-main/mcp/panel/call-for-shell.test.ts. */
it('is plain where a shell has nothing to read into it, and in quotes where it has', () => {
  expect(shellWord('http://127.0.0.1:8080/mcp')).toBe('http://127.0.0.1:8080/mcp')
  expect(shellWord('$(x) `y` "z"\n; rm')).toBe('\'$(x) `y` "z"\n; rm\'')
  expect(shellWord("it's")).toBe(String.raw`'it'\''s'`)
  expect(shellWord('')).toBe("''")
})

it('is none where a terminal would take a sign for a key', () => {
  for (const sign of ['\u0003', '\u001b[201~', '\r', '\t', '\u007f', '\u009b', '\u202e', '\0'])
    expect(shellWord(`a${sign}b`)).toBeNull()
})
