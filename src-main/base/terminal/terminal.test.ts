import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { onPrintedError, openTerminal, printError, type Terminal } from './terminal'

const HOSTILE = '\u001b[8mhidden\u009b2J\u202eknil\r\n'

afterEach(() => vi.restoreAllMocks())

describe('text for a terminal', () => {
  it.each<[string, 'out' | 'err', (terminal: Terminal) => void]>([
    ['a line', 'out', (terminal) => terminal.printLine(HOSTILE)],
    ['JSON', 'out', (terminal) => terminal.printJson({ text: HOSTILE })],
    ['a prompt', 'out', (terminal) => terminal.printPrompt(HOSTILE)],
    ['an error', 'err', (terminal) => terminal.printError(HOSTILE)],
  ])('contains no terminal command and no change of text direction: %s', (_what, stream, print) => {
    const written = { out: '', err: '' }
    const output = (name: 'out' | 'err') => ({ write: (text: string) => (written[name] += text) })
    print(openTerminal(output('out'), output('err')))
    expect(written[stream]).toContain('hidden')
    expect(written.out + written.err).toBe(written[stream])
    expect(written[stream]).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
  })

  it('is passed to the listener as it was printed on standard error', () => {
    const printed: string[] = []
    const received: string[] = []
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
    onPrintedError((text) => received.push(text))
    printError(HOSTILE)
    onPrintedError(() => {})
    expect(received).toHaveLength(1)
    expect(printed).toEqual([`${received[0]}\n`])
    expect(received[0]).toContain('hidden')
  })

  it('is written by `Terminal` alone, except the protocol on standard output', () => {
    const root = resolve(import.meta.dirname, '../../..')
    const sources = globSync('src-main/**/*.ts', { cwd: root })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !/\.(?:test|testkit)\.ts$/.test(file))
    expect(sources.length).toBeGreaterThan(100)
    const writers = sources.filter((file) =>
      /\b(?:std)?(?:out|err)\.write\(|console\.\w+\(/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(writers.toSorted()).toEqual([
      'src-main/base/terminal/terminal.ts',
      'src-main/servers/thoughtbox/rpc-server.ts',
    ])
  })
})
