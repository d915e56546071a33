import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { LoggedEvent } from '@shared/episode/log/event'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { onDisk, opened } from './episode-on-disk.testkit'
import type { FilePart } from './file-part'
import { talesOf } from './tales'
import { writeFolder } from './write-folder'

const log = sampleEpisode({ turns: 20 })
const never = { mayReplace: false, signal: new AbortController().signal }
const PLACE = 'tales_builtin-explorer-1_L2/JerichoEnvSample'

/** Played by a model whose name differs in case only. */
const shouting = (event: LoggedEvent): LoggedEvent =>
  event.event_type === 'episode_started'
    ? { ...event, player: { ...event.player, model: event.player.model?.toUpperCase() ?? null } }
    : event

describe('the files of TALES', () => {
  it('have the paths and keys of TALES', async () => {
    await using disk = await onDisk(log)
    const out = join(disk.dataFolder, 'logs')
    expect(await writeFolder(out, talesOf(opened([disk.folder])), never)).toBe(3)
    expect((await readdir(join(out, PLACE))).toSorted()).toEqual([
      'a0_s1_steps20.json',
      'a0_s1_steps20.jsonl',
      'a0_s1_steps20.log',
    ])
    const steps = (await readFile(join(out, PLACE, 'a0_s1_steps20.jsonl'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const { turns, opening } = foldEvents(log)
    expect(Object.keys(steps[0] ?? {})).toEqual([
      'Step',
      'Score',
      'Max Score',
      'Normalized Score',
      'Moves',
      'Observation',
      'Action',
      'Feedback',
      'Prompt',
      'Response',
      'Thinking',
      'Token Usage',
      'Prompt Tokens',
      'Response Tokens',
      'Thinking Tokens',
    ])
    expect(steps.map(({ Action: action }) => action)).toEqual(turns.map(({ action }) => action?.action))
    expect(steps.map(({ Feedback: text }) => text)).toEqual(turns.map(({ observation }) => observation?.text))
    expect(steps[0]?.Observation).toBe(opening?.text)
    expect(steps[1]?.Observation).toBe(steps[0]?.Feedback)
    const summary: unknown = JSON.parse(await readFile(join(out, PLACE, 'a0_s1_steps20.json'), 'utf8'))
    const best = Math.max(...turns.map(({ observation }) => observation?.score ?? 0))
    expect(summary).toMatchObject({
      status: 'finished',
      env_name: 'JerichoEnvSample',
      env_params: 'a0_s1_steps20',
      nb_steps: 20,
      highscore: best,
      max_score: 120,
      norm_score: best / 120,
      'total/Tokens': steps.reduce((sum, step) => sum + Number(step['Token Usage']), 0),
      'final/Highscore': best,
    })
    expect(await readFile(join(out, PLACE, 'a0_s1_steps20.log'), 'utf8')).toContain('Action: ')
  })

  it('have different paths for two episodes with the same name', async () => {
    await using one = await onDisk(log)
    await using other = await onDisk(log.map(shouting))
    const files = new Set<string>()
    for await (const { file } of talesOf(opened([one.folder, other.folder]))) files.add(file)
    expect(new Set([...files].map((file) => file.toLowerCase())).size).toBe(6)
  })

  it('count deaths, wins and restarts, and omit what a story does not provide', async () => {
    const dies = log.map((event): LoggedEvent => {
      if (event.event_type !== 'observation_made') return event
      if (event.turn === 5) return { ...event, score: null, max_score: null, text: 'You have died.' }
      return event.turn === 9 ? { ...event, rule_applied: 'restart', game_over: true } : event
    })
    await using disk = await onDisk(dies)
    const parts: FilePart[] = []
    for await (const part of talesOf(opened([disk.folder]))) parts.push(part)
    expect(JSON.parse(String(parts.at(-1)?.part))).toMatchObject({ nb_losts: 2, nb_resets: 1, nb_wins: 0 })
    const lines = parts.filter(({ file }) => file.endsWith('.jsonl')).map(({ part }) => String(part))
    expect(JSON.parse(lines.join('').split('\n')[4] ?? '')).toMatchObject({ Score: null, 'Normalized Score': null })
  })
})

const shown = async (folder: string) => (await readdir(folder)).filter((name) => !name.startsWith('.')).toSorted()

describe('a folder of files', () => {
  const two = async function* (): AsyncGenerator<FilePart> {
    yield { file: 'a/b.txt', part: 'x' }
    yield { file: 'c.txt', part: 'y' }
    yield { file: 'a/b.txt', part: 'z' }
  }

  it('appears only when it is complete', async () => {
    await using disk = await onDisk(log)
    const out = join(disk.dataFolder, 'out')
    const leaving = new AbortController()
    const broken = async function* (): AsyncGenerator<FilePart> {
      yield* two()
      leaving.abort(new Error('interrupted'))
      yield* two()
    }
    await expect(writeFolder(out, broken(), { mayReplace: false, signal: leaving.signal })).rejects.toThrow(
      'interrupted',
    )
    expect(await shown(disk.dataFolder)).toEqual(['walk'])
    await writeFolder(out, two(), never)
    expect(await readFile(join(out, 'a/b.txt'), 'utf8')).toBe('xz')
    expect(await shown(disk.dataFolder)).toEqual(['out', 'walk'])
  })

  it('replaces only its own files, and only if allowed', async () => {
    await using disk = await onDisk(log)
    await expect(writeFolder(disk.folder, two(), never)).rejects.toMatchObject({ kind: 'bad_input' })
    await writeFile(join(disk.folder, 'c.txt'), 'old')
    await writeFolder(disk.folder, two(), { ...never, mayReplace: true })
    expect(await readFile(join(disk.folder, 'c.txt'), 'utf8')).toBe('y')
    expect((await readdir(disk.folder)).includes('events.jsonl')).toBe(true)
  })
})
