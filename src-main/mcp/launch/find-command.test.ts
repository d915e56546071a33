import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { newestFirst } from './find-command'

const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-find-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
afterEach(() => vi.unstubAllEnvs())

const program = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
  return file
}

it('versions are sorted by number, newest first', () => {
  expect(newestFirst(['v8.17.0', 'v22.3.0', 'v22.20.1', 'v18.0.0'])).toEqual([
    'v22.20.1',
    'v22.3.0',
    'v18.0.0',
    'v8.17.0',
  ])
})

describe.skipIf(process.platform === 'win32')('a program that is in no usual folder', () => {
  it('is found on the PATH of an interactive login shell, whatever else the shell prints', async () => {
    const managed = join(folder, 'managed')
    mkdirSync(managed)
    const file = program(join('managed', 'only-in-the-rc-file'), 'exit 0')
    // Reads its file only if it is interactive, like zsh, and has no terminal to take control of.
    const shell = program(
      'shell',
      `[ "$1" = -ilc ] || exit 1
echo "Welcome"
(: < /dev/tty) 2> /dev/null || PATH="${managed}:$PATH"
eval "$2"
echo "Good bye"`,
    )
    vi.stubEnv('SHELL', shell)
    // The shell is asked once per process, perhaps by another test.
    vi.resetModules()
    const { findCommand } = await import('./find-command')
    const { file: found, searched } = await findCommand('only-in-the-rc-file', { PATH: '/bin' }, folder)
    expect([found, searched.includes(managed)]).toEqual([file, true])
  })
})
