import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { complain, say, sayBeforeAnswer, sayJson } from './say'

const HOSTILE = '\u001b[8mhidden\u009b2J\u202eknil\r\n'

afterEach(() => vi.restoreAllMocks())

describe('what is said at a terminal', () => {
  it.each([
    ['stdout', () => say(HOSTILE)],
    ['stdout', () => sayJson({ text: HOSTILE })],
    ['stdout', () => sayBeforeAnswer(HOSTILE)],
    ['stderr', () => complain(HOSTILE)],
  ] as const)('holds no command to it and turns no text around', (stream, tell) => {
    let written = ''
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written += String(text)
      return true
    })
    tell()
    expect(written).toContain('hidden')
    expect(written).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
  })

  it('goes through here alone, but for the protocol on standard output and for files that are exported there', () => {
    const root = resolve(import.meta.dirname, '../../..')
    const sources = globSync('src-main/**/*.ts', { cwd: root })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !/\.(?:test|testkit)\.ts$/.test(file))
    expect(sources.length).toBeGreaterThan(100)
    const writers = sources.filter((file) =>
      /process\.std(?:out|err)\.write|console\.\w+\(/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(writers.toSorted()).toEqual(['src-main/base/terminal/say.ts', 'src-main/servers/thoughtbox/rpc-server.ts'])
  })
})
