import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sampleEpisode } from '@shared/episode/sample-episode.testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const cli = resolve(import.meta.dirname, '../../../out/main/cli.js')
const log = sampleEpisode({ turns: 3 }).map((event) =>
  event.event_type === 'observation_made' && event.turn === 2
    ? { ...event, text: 'A note says /home/ada/plans.txt.' }
    : event,
)
let data: string

beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'cli-export-'))
  mkdirSync(join(data, 'sample'))
  writeFileSync(join(data, 'sample', 'events.jsonl'), log.map((event) => `${JSON.stringify(event)}\n`).join(''))
})
afterAll(() => rmSync(data, { recursive: true, force: true }))

const run = (...args: string[]) =>
  new Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }>((done) => {
    const child = execFile(
      process.execPath,
      [cli, 'export', ...args, '--data', data],
      { maxBuffer: 1 << 26 },
      (_error, stdout, stderr) => done({ status: child.exitCode, stdout, stderr }),
    )
  })

describe('zorkgpt export', () => {
  it('writes the log without paths and settings, or whole if that is asked for', async () => {
    const { status, stdout } = await run('sample', '--format', 'jsonl')
    expect(status).toBe(0)
    expect(stdout.trimEnd().split('\n')).toHaveLength(log.length)
    expect(stdout).toContain('A note says [path]')
    const whole = await run('sample', '--format', 'jsonl', '--whole')
    expect(whole.stdout).toContain('/home/ada/plans.txt')
  })

  it('writes a transcript, or one page, to a file', async () => {
    const file = join(data, 'page.html')
    expect((await run('sample', '--out', file)).status).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain('"event_type":"episode_started"')
    const { stdout } = await run('sample', '--format', 'markdown')
    expect(stdout).toMatch(/^# The Sample/)
  })

  it('refuses a log that is damaged, or holds nothing, in every format, and leaves no file', async () => {
    for (const [name, text, said] of [
      ['damaged', `${JSON.stringify(log[0])}\nlamp\n`, 'Line 2 of events.jsonl cannot be read, it is damaged'],
      ['empty', '', 'nothing was recorded. Restore the file from a copy, or delete the episode.'],
      ['headless', `${JSON.stringify({ ...log[1], seq: 0 })}\n`, 'nothing was recorded'],
    ] as const) {
      mkdirSync(join(data, name))
      writeFileSync(join(data, name, 'events.jsonl'), text)
      for (const format of ['html', 'markdown', 'jsonl']) {
        const file = join(data, `${name}.${format}`)
        const { status, stderr } = await run(name, '--format', format, '--out', file)
        expect([name, format, status, existsSync(file)]).toEqual([name, format, 2, false])
        expect(stderr).toContain(said)
      }
    }
  })

  it('names a wrong format and an episode that is not there', async () => {
    const wrong = await run('sample', '--format', 'pdf')
    expect([wrong.status, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('it takes html, markdown, jsonl') as string,
    ])
    const missing = await run('nothing')
    expect([missing.status, missing.stderr]).toEqual([
      2,
      expect.stringContaining('There is no episode nothing') as string,
    ])
    expect(existsSync(join(data, 'nothing'))).toBe(false)
  })
})
