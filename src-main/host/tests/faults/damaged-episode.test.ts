import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isDraft, type LoggedEvent } from '@shared/episode/log/event'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { loadEpisode } from '../../../episode/load-episode'
import type { Host } from '../../host'
import { openTestHost } from '../../open-host.testkit'

let dataFolder: string
let host: Host
let original: string
let lines: readonly string[]
let events: readonly LoggedEvent[]

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'damaged-episode-'))
  host = await openTestHost(dataFolder)
  original = (
    await host.api.startEpisode({
      game: 'glass-weather',
      player: 'random',
      seed: 1,
      pace: 'batch',
      mcp: false,
      turnLimit: 3,
    })
  ).episodeId
  await follow(original)
  const read = () => loadEpisode(join(dataFolder, original))
  // `expect.poll` works inside tests only.
  await vi.waitFor(async () => expect((await read()).state.ended?.ended).toBe('turn_limit'), { timeout: 300_000 })
  lines = (await readFile(join(dataFolder, original, 'events.jsonl'), 'utf8')).split(/(?<=\n)/)
  events = lines.map((line) => JSON.parse(line) as LoggedEvent)
})
afterAll(async () => {
  await host.close()
  await rm(dataFolder, { recursive: true, force: true })
})

interface Seen {
  readonly events: readonly LoggedEvent[]
  readonly state: EpisodeState
  readonly error: unknown
}

async function follow(episodeId: string): Promise<Seen> {
  let state = emptyEpisode
  const seen: LoggedEvent[] = []
  try {
    for await (const batch of host.api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal)) {
      state = batch.events.reduce(reduceEpisode, state)
      seen.push(...batch.events.filter((event) => !isDraft(event)))
    }
    return { events: seen, state, error: null }
  } catch (error) {
    return { events: seen, state, error }
  }
}

/** A copy of the episode with one line changed by `change`. */
async function damaged(
  name: string,
  line: number,
  change: (text: string) => string,
): Promise<{ readonly id: string; readonly log: string }> {
  await cp(join(dataFolder, original), join(dataFolder, name), { recursive: true })
  const log = lines.map((text, index) => (index === line ? change(text) : text)).join('')
  await writeFile(join(dataFolder, name, 'events.jsonl'), log)
  return { id: name, log }
}

const actions = ({ turns }: EpisodeState) =>
  turns.map(({ action, completed }) => [action?.action, completed?.stateHash])
const opening = () => events.findIndex(({ event_type }) => event_type === 'observation_made')
const turnsBefore = (line: number) =>
  events.slice(0, line).filter(({ event_type }) => event_type === 'turn_completed').length

/** The first line of each type of event, and the end of each turn. */
const kindsOfLines = () =>
  events.flatMap(({ event_type }, line) =>
    event_type === 'turn_completed' || events.findIndex((event) => event.event_type === event_type) === line
      ? [line]
      : [],
  )

describe('an episode with a damaged line, whichever it is', () => {
  it('is shown up to that line, with the damage, and resumes from its last good turn without loss', async () => {
    const whole = actions((await loadEpisode(join(dataFolder, original))).state)
    for (const line of kindsOfLines()) {
      const { id, log } = await damaged(`damaged-${line}`, line, (text) =>
        text.replace(/"event_type":"(.)/, '"event_type":"?'),
      )
      const seen = await follow(id)
      expect(seen.events, id).toEqual(events.slice(0, line))
      expect(seen.error, id).toMatchObject({
        kind: 'bad_log',
        message: expect.stringContaining(`Line ${line + 1} of events.jsonl is damaged: there is no event "?`),
      })
      const resume = (fromLastGood?: boolean) =>
        host.api.resumeEpisode({ episodeId: id, turnLimit: 4, pace: 'batch', fromLastGood })
      if (line <= opening()) {
        await expect(resume(true), id).rejects.toMatchObject({ kind: 'bad_log' })
        continue
      }
      const good = turnsBefore(line)
      await expect(resume(), id).rejects.toMatchObject({
        kind: 'damaged_log',
        message: expect.stringContaining(good === 0 ? 'continue from its opening' : `continue from turn ${good},`),
      })
      expect(await readFile(join(dataFolder, id, 'events.jsonl'), 'utf8')).toBe(log)

      await host.api.forkEpisode({ episodeId: id, turn: good, pace: 'batch', mcp: false, turnLimit: good + 1 })
      if (good < 3)
        await expect(
          host.api.forkEpisode({ episodeId: id, turn: good + 1, pace: 'batch', mcp: false }),
        ).rejects.toMatchObject({ kind: 'bad_log' })

      await resume(true)
      const { state, error, events: all } = await follow(id)
      expect([error, state.turns.length, state.ended?.ended], id).toEqual([null, 4, 'turn_limit'])
      expect(actions(state).slice(0, good)).toEqual(whole.slice(0, good))
      expect(all.map(({ seq }) => seq)).toEqual(all.map((_event, index) => index))
      expect(all[line]).toMatchObject({ event_type: 'episode_resumed', from_turn: good })
      const [copy = ''] = (await readdir(join(dataFolder, id))).filter((name) =>
        /^events\.damaged-.*\.jsonl$/.test(name),
      )
      expect(await readFile(join(dataFolder, id, copy), 'utf8')).toBe(log)
      expect((await loadEpisode(join(dataFolder, id))).state.turns).toHaveLength(4)
    }
  })

  it('is never cut because of events of a newer version', async () => {
    const line = lines.length - 1
    const { id } = await damaged('newer', line, (text) =>
      text.replace(/"event_type":"\w+"/, '"event_type":"dream_recorded"'),
    )
    const file = join(dataFolder, id, 'events.jsonl')
    const log = (await readFile(file, 'utf8')).replace('"app_version":"', '"app_version":"9')
    await writeFile(file, log)
    const refused = { kind: 'newer_log', message: expect.stringMatching(/version 9.* of the app wrote it/) }
    expect((await follow(id)).error).toMatchObject(refused)
    await expect(host.api.resumeEpisode({ episodeId: id, fromLastGood: true })).rejects.toMatchObject(refused)
    expect(await readFile(file, 'utf8')).toBe(log)
  })

  it('without damage resumes unchanged, even if cutting is allowed', async () => {
    await cp(join(dataFolder, original), join(dataFolder, 'whole'), { recursive: true })
    await host.api.resumeEpisode({ episodeId: 'whole', turnLimit: 4, pace: 'batch', fromLastGood: true })
    expect((await follow('whole')).state.turns).toHaveLength(4)
    expect((await readdir(join(dataFolder, 'whole'))).filter((name) => name.includes('damaged'))).toEqual([])
  })
})

it('an episode resumes without logged settings that no file could have', async () => {
  const strange = {
    agent_sampling: { temperature: { x: 1 } },
    gameplay: 'none',
    mcp: 7,
    story_path: {},
    pace: ['watch'],
  }
  const begun = { game: 'glass-weather', player: 'explorer', seed: 1, pace: 'batch', mcp: false, turnLimit: 1 } as const
  const { episodeId } = await host.api.startEpisode(begun)
  const read = async () => {
    const { state } = await loadEpisode(join(dataFolder, episodeId))
    return [state.turns.length, state.ended?.ended]
  }
  const follows = (turns: number) => expect.poll(read).toEqual([turns, 'turn_limit'])
  await follows(1)
  const log = join(dataFolder, episodeId, 'events.jsonl')
  const [first = '', ...rest] = (await readFile(log, 'utf8')).split('\n')
  const manifest = JSON.parse(first) as { readonly settings: object }
  const changed = JSON.stringify({ ...manifest, settings: { ...manifest.settings, ...strange } })
  await writeFile(log, [changed, ...rest].join('\n'))
  await host.api.resumeEpisode({ episodeId, turnLimit: 2, pace: 'batch' })
  await follows(2)
  const fork = await host.api.forkEpisode({ episodeId, turn: 1, turnLimit: 2, mcp: false, pace: 'batch' })
  expect((await follow(fork.episodeId)).error).toBeNull()
})
