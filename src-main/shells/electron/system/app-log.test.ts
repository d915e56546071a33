import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openAppLog } from './app-log'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zorkgpt-log-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const now = () => new Date('2026-01-02T03:04:05Z')
const open = (mask = (text: string) => text) => openAppLog(join(folder, 'logs'), mask, now)
const read = (name: string) => readFileSync(join(folder, 'logs', name), 'utf8')

it('an error is a line with its time, without secrets, in a private file', () => {
  const log = open((text) => text.replaceAll('sk-1', '•••'))
  log.write('The key sk-1 is refused.')
  log.write('Again.')
  expect(readFileSync(log.file, 'utf8')).toBe(
    '2026-01-02T03:04:05.000Z The key ••• is refused.\n2026-01-02T03:04:05.000Z Again.\n',
  )
  if (process.platform !== 'win32')
    expect([statSync(log.file).mode & 0o777, statSync(join(folder, 'logs')).mode & 0o777]).toEqual([0o600, 0o700])
})

it('a full log is renamed once, so that there are at most two files', () => {
  const log = open()
  for (const text of ['first', 'second', 'third']) {
    log.write(text)
    log.write('x'.repeat(20_000))
    writeFileSync(log.file, `${readFileSync(log.file, 'utf8')}${'y'.repeat(1024 * 1024)}\n`)
  }
  log.write('last')
  expect(readdirSync(join(folder, 'logs')).toSorted()).toEqual(['zorkgpt.log', 'zorkgpt.old.log'])
  expect(read('zorkgpt.log')).toBe('2026-01-02T03:04:05.000Z last\n')
  expect(read('zorkgpt.old.log')).toContain('Z third\n')
  expect(read('zorkgpt.old.log').length).toBeLessThan(1024 * 1024 + 11_000)
})

it('a failed write is ignored', () => {
  writeFileSync(join(folder, 'logs'), 'a file')
  expect(() => open().write('this is lost')).not.toThrow()
})
