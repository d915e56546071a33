import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoggedEvent } from '@shared/episode/log/event'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { runCommand } from '../tests/command.testkit'

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

const zorkgpt = (...words: string[]) => runCommand([...words, '--data', data])
const run = (...args: string[]) => zorkgpt('export', ...args)

describe('zorkgpt export', () => {
  it('writes the log without paths and settings, or the whole log with --whole', async () => {
    const { status, stdout } = await run('sample', '--format', 'jsonl')
    expect(status).toBe(0)
    expect(stdout.trimEnd().split('\n')).toHaveLength(log.length)
    expect(stdout).toContain('A note says [path]')
    const whole = await run('sample', '--format', 'jsonl', '--whole')
    expect(whole.stdout).toContain('/home/ada/plans.txt')
  })

  it('writes logs of Inspect, from which zorkgpt import restores an episode', async () => {
    const file = join(data, 'sample.eval')
    expect(await run('sample', '--format', 'inspect', '--out', file)).toMatchObject({ status: 0, stderr: '' })
    const { status, stdout, stderr } = await zorkgpt('import', file)
    expect([status, stderr]).toEqual([0, ''])
    const [, id] = /^(\S+): 3 turns\. It lacks settings, /.exec(stdout) ?? []
    const { stdout: replayed } = await zorkgpt('replay', id ?? '', '--json')
    expect(JSON.parse(replayed)).toMatchObject({ turn: 3, observation: foldEvents(log).turns[2]?.observation?.text })
    const resumed = await zorkgpt('play', '--resume', id ?? '')
    expect([resumed.status, resumed.stderr]).toEqual([
      2,
      expect.stringContaining('is a recording of another') as string,
    ])
    expect(await zorkgpt('import', join(data, 'none.eval'))).toMatchObject({ status: 2 })
    expect((await zorkgpt('import', data)).stderr).toContain('is a folder. Name a file in it')
    const own = join(data, 'sample', 'events.jsonl')
    expect((await zorkgpt('import', own)).stderr).toContain('is an episode of this app and needs no import')
    expect((await zorkgpt('import', import.meta.filename)).stderr).toMatch(
      /test\.ts cannot be opened as an episode: it is not JSON/,
    )
  })

  it('imports the readable part of a file, and reports why the rest is not readable', async () => {
    const file = join(data, 'three.json')
    const messages = ['West of House', 'north', 'North of House'].map((content, index) => ({
      role: index === 1 ? 'assistant' : 'user',
      content,
    }))
    const samples = [messages, [], messages].map((own, epoch) => ({ id: 'zork', epoch, messages: own }))
    writeFileSync(file, JSON.stringify({ eval: { task: 'Zork', model: 'm' }, samples }))
    const { status, stdout, stderr } = await zorkgpt('import', file)
    expect([status, stderr]).toEqual([2, 'zorkgpt: zork-1 cannot be opened as an episode: it has no turn.\n'])
    expect(stdout).toMatch(/zork-0: 1 turns\..*\n.*zork-2: 1 turns\./)
    const [id] = stdout.split(':')
    expect(readdirSync(join(data, id ?? ''))).toEqual(['events.jsonl'])
  })

  it.each([
    ['table.csv', /^episode,/],
    ['story.md', /^# The Sample/],
    ['log.zorkgpt', /^\{"seq":0,/],
  ])('takes the format from the name of the file: %s', async (name, beginning) => {
    const file = join(data, name)
    expect(await run('sample', '--out', file)).toMatchObject({ status: 0, stderr: '' })
    expect(readFileSync(file, 'utf8')).toMatch(beginning)
  })

  it('writes a transcript, or one page, to a file', async () => {
    const file = join(data, 'page.html')
    expect(await run('sample', '--out', file)).toMatchObject({ status: 0, stdout: `Written to ${file}.\n`, stderr: '' })
    expect(readFileSync(file, 'utf8')).toContain('"event_type":"episode_started"')
    const { stdout } = await run('sample', '--format', 'markdown')
    expect(stdout).toMatch(/^# The Sample/)
  })

  it('reports that a cut last line is left out, if the exported part includes the end of the log', async () => {
    mkdirSync(join(data, 'cut-off'))
    writeFileSync(
      join(data, 'cut-off', 'events.jsonl'),
      `${log.map((event) => `${JSON.stringify(event)}\n`).join('')}{"seq":`,
    )
    const left = 'zorkgpt: The last event was cut off and left out.\n'
    for (const [more, said] of [
      [['--format', 'jsonl'], left],
      [['--format', 'markdown'], left],
      [['--format', 'html'], left],
      [['--from', '2'], left],
      [['--to', '2'], ''],
    ] as const) {
      const { status, stderr } = await run('cut-off', ...more)
      expect([more, status, stderr]).toEqual([more, 0, said])
    }
  })

  it('refuses a damaged or empty log in every format, and leaves no file', async () => {
    for (const [name, text, said] of [
      ['damaged', `${JSON.stringify(log[0])}\nlamp\n`, 'Line 2 of events.jsonl is damaged'],
      ['empty', '', 'nothing was recorded. Restore the file from a copy, or delete the episode.'],
      ['headless', `${JSON.stringify({ ...log[1], seq: 0 })}\n`, 'nothing was recorded'],
    ] as const) {
      mkdirSync(join(data, name))
      writeFileSync(join(data, name, 'events.jsonl'), text)
      expect((await zorkgpt('replay', name)).stderr).toContain(said)
      for (const format of ['html', 'markdown', 'jsonl']) {
        const file = join(data, `${name}.${format}`)
        const { status, stderr } = await run(name, '--format', format, '--out', file)
        expect([name, format, status, existsSync(file)]).toEqual([name, format, 2, false])
        expect(stderr).toContain(said)
      }
    }
  })

  it('writes a table, or several files into a folder that is given', async () => {
    const { status, stdout } = await run('sample', '--format', 'csv')
    expect([status, stdout.trimEnd().split('\r\n')[0]]).toEqual([0, expect.stringContaining('episode,') as string])
    expect(stdout).toContain('A note says [path]')
    const nowhere = await run('sample', '--format', 'tales')
    expect([nowhere.status, nowhere.stderr]).toEqual([2, expect.stringContaining('--out FOLDER') as string])
    const folder = join(data, 'logs')
    expect(await run('sample', '--format', 'tales', '--out', folder)).toMatchObject({ status: 0, stderr: '' })
    expect(existsSync(join(folder, 'tales_builtin-explorer-1_L2/JerichoEnvSample/a0_s1_steps3.jsonl'))).toBe(true)
    expect((await run('sample', '--format', 'tales', '--out', folder)).stderr).toContain('is not empty')
  })

  it('names a wrong format and a missing episode', async () => {
    const wrong = await run('sample', '--format', 'pdf')
    expect([wrong.status, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('It must be one of: html, markdown, jsonl') as string,
    ])
    const missing = await run('nothing')
    expect([missing.status, missing.stderr]).toEqual([
      2,
      expect.stringContaining('There is no episode nothing') as string,
    ])
    const path = await run(join(data, 'sample'))
    expect([path.status, path.stderr]).toEqual([
      2,
      expect.stringContaining('Give only the name of its folder') as string,
    ])
    expect(existsSync(join(data, 'nothing'))).toBe(false)
  })

  it('replaces no file unless --force is given', async () => {
    const file = join(data, 'taken.md')
    writeFileSync(file, 'mine')
    const refused = await run('sample', '--format', 'markdown', '--out', file)
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('already exists') as string])
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect((await run('sample', '--format', 'markdown', '--out', file, '--force')).status).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^# The Sample/)
  })

  it('exports some turns, as a log unless another format is given', async () => {
    const { status, stdout } = await run('sample', '--from', '2', '--to', '2')
    expect(status).toBe(0)
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as LoggedEvent)
    expect(foldEvents(events).turns.map(({ number }) => number)).toEqual([1, 2])
    mkdirSync(join(data, 'part'))
    writeFileSync(join(data, 'part', 'events.jsonl'), stdout)
    expect((await run('part', '--from', '2', '--format', 'html')).stdout).toContain('"cut":{"from_turn":2,"to_turn":2')
    expect((await run('part', '--from', '2', '--format', 'markdown')).stdout.match(/^## \d/gm)).toEqual(['## 2'])
  })

  it.each([
    [['--from', '3', '--to', '2'], '--from is 3, which comes after --to, 2'],
    [['--from', '9'], 'The log has 3 complete turns; turn 9 is not one of them'],
    [['--to', 'two'], '--to is "two"'],
    [['--out', '.'], 'which is a folder'],
    [['--out', 'no/such/folder/file'], 'there is no folder no/such/folder'],
  ])('refuses %j as a usage error', async (args, why) => {
    const { status, stderr } = await run('sample', ...args)
    expect([status, stderr]).toEqual([2, expect.stringContaining(why) as string])
  })

  it('of turns before the damage of a log works in every format', async () => {
    mkdirSync(join(data, 'torn-late'))
    const third = log.findIndex((event) => event.event_type === 'turn_started' && event.turn === 3)
    const lines = log.map((event, seq) => JSON.stringify(seq === third ? { ...event, at: 5 } : event))
    writeFileSync(join(data, 'torn-late', 'events.jsonl'), `${lines.join('\n')}\n`)
    for (const format of ['html', 'markdown', 'jsonl', 'csv', 'inspect']) {
      const file = join(data, `torn-late.${format}`)
      const { status, stderr } = await run('torn-late', '--format', format, '--to', '2', '--out', file)
      expect([format, status, stderr]).toEqual([format, 0, ''])
      expect(await run('torn-late', '--format', format, '--to', '3', '--out', file, '--force')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(`Line ${third + 1} of events.jsonl is damaged`) as string,
      })
    }
    expect(readFileSync(join(data, 'torn-late.markdown'), 'utf8')).toMatch(/after 2 turns\.[^]*^## 2 /m)
  })

  it('of a damaged log names the command that resumes it, and no detail of the check', async () => {
    mkdirSync(join(data, 'torn'))
    const lines = log.map((event, seq) => JSON.stringify(seq === 30 ? { ...event, at: 5 } : event))
    writeFileSync(join(data, 'torn', 'events.jsonl'), `${lines.join('\n')}\n`)
    for (const command of ['export', 'replay']) {
      const { status, stderr } = await zorkgpt(command, 'torn')
      expect([status, stderr]).toEqual([
        2,
        `zorkgpt: Line 31 of events.jsonl is damaged: its "at" is missing or invalid. The episode is readable up to there; restore the file from a copy to read the rest. Or continue from its last good turn, which preserves the damaged log beside the new one: zorkgpt play --resume torn --from-last-good --data ${data}\n`,
      ])
    }
  })
})
