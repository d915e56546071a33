import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StartParams } from '@shared/contract/start'
import { type EpisodeEvent, isDraft } from '@shared/episode/log/event'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { loadEpisode } from '../episode/load-episode'
import type { Host, HostOptions } from './host'
import { agreeToAll, openTestHost } from './open-host.testkit'

const appRoot = resolve(import.meta.dirname, '../..')
let dataFolder: string
let host: Host

const openHost = (over: Partial<HostOptions> = {}) => openTestHost(dataFolder, over)

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'host-'))
  host = await openHost()
})
afterEach(async () => {
  await host.close()
  await rm(dataFolder, { recursive: true, force: true })
})

const start = (params: Partial<StartParams> = {}) =>
  host.api.startEpisode({ game: 'glass-weather', player: 'explorer', seed: 1, pace: 'batch', mcp: false, ...params })

/** Follows an episode until `enough` returns true or it ends; returns all events seen. */
async function follow(episodeId: string, enough: (state: EpisodeState) => boolean = () => false, fromSeq = 0) {
  const events: EpisodeEvent[] = []
  let state = emptyEpisode
  let savedSeq = -1
  const abort = new AbortController()
  for await (const batch of host.api.watchEpisode({ episodeId, fromSeq }, abort.signal)) {
    savedSeq = batch.savedSeq ?? savedSeq
    events.push(...batch.events)
    state = batch.events.reduce(reduceEpisode, state)
    if (state.ended || enough(state)) break
  }
  abort.abort()
  return { events, state, savedSeq }
}

const played = (state: EpisodeState) =>
  state.turns.map(({ action, observation }) => [
    action?.action,
    observation?.text,
    observation?.location?.id,
    observation?.score,
  ])

describe('an episode', () => {
  it('is played by the explorer to its turn limit, and its replay equals the live state', async () => {
    const { episodeId } = await start({ turnLimit: 10 })
    const { state } = await follow(episodeId)
    expect(state.ended).toEqual({ ended: 'turn_limit', reason: 'The limit of 10 turns was reached' })
    expect(state.turns).toHaveLength(10)
    expect((await loadEpisode(join(dataFolder, episodeId))).state).toEqual(state)
    expect(state.manifest?.player.label).toContain('not an AI model')
  })

  it('is the same for the same story, seed and player, and differs for another seed of the random player', async () => {
    const play = async (seed: number) =>
      played((await follow((await start({ player: 'random', seed, turnLimit: 15 })).episodeId)).state)
    const [first, again, other] = [await play(7), await play(7), await play(8)]
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })

  it('leaves a snapshot per turn, a text log in the required format and no draft on disk', async () => {
    const { episodeId } = await start({ turnLimit: 3 })
    await follow(episodeId)
    await host.close()
    const folder = join(dataFolder, episodeId)
    expect((await readFile(join(folder, 'snapshots/turn-00003.qzl'))).subarray(0, 4).toString()).toBe('FORM')
    expect(await readFile(join(folder, 'episode.log'), 'utf8')).toMatch(/^\[INFO\] Turn 3: Agent action: \S+/m)
    expect(await readFile(join(folder, 'events.jsonl'), 'utf8')).not.toContain('llm_delta')
  })

  it('can be watched from any event on, without a gap', async () => {
    const { episodeId } = await start({ turnLimit: 5 })
    const { events } = await follow(episodeId)
    const logged = events.filter((event) => !isDraft(event))
    const later = (await follow(episodeId, undefined, 20)).events
    expect(later).toEqual(logged.slice(20))
  })

  it('waits before its first turn when it is started paused, steps, and is stopped', async () => {
    const { episodeId } = await start({ paused: true })
    await follow(episodeId, ({ control }) => control.mode === 'paused')
    await host.api.controlEpisode({ episodeId, command: 'step_turn' })
    const { state } = await follow(episodeId, ({ turns, control }) => turns.length === 1 && control.mode === 'paused')
    expect(state.turns).toHaveLength(1)
    await host.api.controlEpisode({ episodeId, command: 'stop' })
    expect((await follow(episodeId)).state.ended).toEqual({ ended: 'stopped', reason: 'Stopped by the user' })
  })

  it('saves a turn and surveys its location before it waits for the next turn', async () => {
    const { episodeId } = await start({ paused: true })
    await follow(episodeId, ({ control }) => control.mode === 'paused')
    for (let turn = 1; turn <= 6; turn++) {
      await host.api.controlEpisode({ episodeId, command: 'step_turn' })
      const { state, savedSeq } = await follow(
        episodeId,
        ({ turns, control }) => turns.length === turn && control.mode === 'paused',
      )
      expect(savedSeq).toBeGreaterThanOrEqual(state.turns.at(-1)?.lastSeq ?? Infinity)
      expect(new Set(state.surveys.map(({ location }) => location))).toEqual(
        new Set(Object.keys(state.map.locations).map(Number)),
      )
    }
  })

  it('continues after its host closed in the middle, as if nothing had happened', async () => {
    const whole = played((await follow((await start({ turnLimit: 12 })).episodeId)).state)
    const { episodeId } = await start({ turnLimit: 12 })
    await follow(episodeId, ({ turns, openTurn }) => turns.length >= 5 && openTurn !== null)
    await host.close()
    host = await openHost()
    await host.api.resumeEpisode({ episodeId, pace: 'batch' })
    const { state } = await follow(episodeId)
    expect(state.ended?.ended).toBe('turn_limit')
    expect(played(state)).toEqual(whole)
  })

  it('can be resumed or deleted as soon as its end is reported', async () => {
    const [first, second] = [await start({ turnLimit: 1 }), await start({ turnLimit: 1 })]
    const { state } = await follow(first.episodeId)
    expect(state.ended?.reason).toBe('The limit of 1 turn was reached')
    await host.api.resumeEpisode({ ...first, turnLimit: 2, pace: 'batch' })
    await follow(second.episodeId)
    await host.api.deleteEpisode(second)
  })

  it('that is resumed twice at once is played once', async () => {
    const { episodeId } = await start({ turnLimit: 2 })
    await follow(episodeId)
    await host.close()
    host = await openHost()
    const resume = () => host.api.resumeEpisode({ episodeId, turnLimit: 6, pace: 'batch' })
    const outcomes = await Promise.allSettled([resume(), resume()])
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    // This host itself refuses it. A refusal by the lease would name another process.
    expect(refusals).toEqual([
      expect.objectContaining({ kind: 'running', message: `Episode ${episodeId} is already running.` }),
    ])
    const { state } = await follow(episodeId)
    expect(state.turns).toHaveLength(6)
    expect((await loadEpisode(join(dataFolder, episodeId))).state).toEqual(state)
  })

  it('that is starting when the host closes leaves no files, and no episode starts afterwards', async () => {
    const starting = Array.from({ length: 20 }, () => start().catch((error: unknown) => error))
    await host.close()
    for (const outcome of await Promise.all(starting)) expect(outcome).toMatchObject({ kind: 'not_possible' })
    expect(await readdir(dataFolder)).toEqual([])
    await expect(start()).rejects.toMatchObject({ kind: 'not_possible' })
  })

  it('that ended at its limit can be given more turns, also when its snapshots are gone', async () => {
    const whole = played((await follow((await start({ turnLimit: 8 })).episodeId)).state)
    const { episodeId } = await start({ turnLimit: 4 })
    await follow(episodeId)
    await host.close()
    host = await openHost()
    await rm(join(dataFolder, episodeId, 'snapshots'), { recursive: true })
    await mkdir(join(dataFolder, episodeId, 'snapshots'))
    await host.api.resumeEpisode({ episodeId, turnLimit: 8, pace: 'batch' })
    expect(played((await follow(episodeId)).state)).toEqual(whole)
  })

  it('accepts a person’s actions, and refuses one that is not expected', async () => {
    const { episodeId } = await start({ player: 'human', turnLimit: 1 })
    await follow(episodeId, ({ openTurn }) => openTurn !== null)
    await host.api.submitAction({ episodeId, action: 'look\nquit' })
    const { state } = await follow(episodeId)
    expect(state.turns[0]?.action).toMatchObject({ action: 'look', source: 'human' })
    await expect(host.api.submitAction({ episodeId, action: 'look' })).rejects.toMatchObject({
      kind: 'not_possible',
    })
  })

  it('reaches the ending of the bundled story by its walkthrough, with all points', async () => {
    const walkthrough = JSON.parse(
      await readFile(join(appRoot, 'build/story/glass-weather.walkthrough.json'), 'utf8'),
    ) as string[]
    const { episodeId } = await start({ player: 'human' })
    let turns = 0
    for (const action of walkthrough) {
      await follow(episodeId, (state) => state.turns.length === turns && state.openTurn !== null)
      await host.api.submitAction({ episodeId, action })
      turns++
    }
    const { state } = await follow(episodeId)
    expect(state.ended?.ended).toBe('won')
    expect(state.turns.at(-1)?.observation).toMatchObject({ score: 100, max_score: 100, victory: true })
  })
})

describe('the library', () => {
  it('lists running, ended and unreadable episodes, and reports changes', async () => {
    await mkdir(join(dataFolder, 'broken'))
    await writeFile(join(dataFolder, 'broken', 'events.jsonl'), 'nonsense\n')
    const abort = new AbortController()
    const feed = host.api.watchLibrary({}, abort.signal)[Symbol.asyncIterator]()
    const first = await feed.next()
    expect(first.value?.changed).toMatchObject([
      { id: 'broken', readable: false, reason: expect.stringContaining('Line 1') as string },
    ])
    const { episodeId } = await start({ turnLimit: 1 })
    const seen: unknown[] = []
    for (let batch = await feed.next(); ; batch = await feed.next()) {
      const row = batch.value?.changed.find(({ id }: { id: string }) => id === episodeId)
      if (row) seen.push(row.running)
      if (row && !row.running) {
        expect(row.summary).toMatchObject({ turns: 1, ended: 'turn_limit', player: { kind: 'explorer' } })
        break
      }
    }
    expect(seen[0]).toBe(true)
    abort.abort()
  })
})

async function listedEpisodes() {
  for await (const { changed } of host.api.watchLibrary({}, new AbortController().signal)) return changed
  return null
}

describe('bad input', () => {
  it('is refused with a sentence that names the problem, and starts nothing', async () => {
    const notAStory = join(dataFolder, 'notes.txt')
    await writeFile(notAStory, 'this is no story')
    await expect(start({ game: notAStory })).rejects.toThrow('notes.txt')
    await expect(start({ game: join(dataFolder, 'missing.z5') })).rejects.toThrow('missing.z5')
    await expect(host.api.resumeEpisode({ episodeId: 'nowhere' })).rejects.toMatchObject({ kind: 'not_found' })
    expect(await listedEpisodes()).toEqual([])
  })

  it('is reported when the data folder is a file', async () => {
    const file = join(dataFolder, 'file')
    await writeFile(file, '')
    await expect(openHost({ dataFolder: file })).rejects.toMatchObject({
      kind: 'bad_file',
      message: expect.stringContaining(file) as string,
    })
  })

  it('fails fast when the MCP config is missing or is not JSON, with what to do', async () => {
    const missing = join(dataFolder, 'mcp.json')
    await host.close()
    host = await openHost({ mcpConfigFile: missing })
    await expect(start({ mcp: true })).rejects.toThrow(/MCP is enabled but config file not found: .*mcp\.json/)
    await writeFile(missing, '{ "mcpServers": { ')
    await expect(start({ mcp: true })).rejects.toThrow(/mcp\.json/)
    expect(await listedEpisodes()).toEqual([])
  })

  it('ends the episode with the reason when no server can be started on turn 1', async () => {
    const config = join(dataFolder, 'mcp.json')
    await writeFile(config, JSON.stringify({ mcpServers: { ghost: { command: 'no-such-command-anywhere' } } }))
    await host.close()
    host = await openHost({ mcpConfigFile: config })
    await agreeToAll(host)
    const { episodeId } = await start({ mcp: true })
    const { state } = await follow(episodeId)
    expect(state.ended?.ended).toBe('error')
    expect(state.ended?.reason).toContain('ghost')
    expect(state.ended?.reason).toContain('no-such-command-anywhere')
  })

  it('refuses a settings file with a key that does not exist, naming it', async () => {
    const config = join(dataFolder, 'zorkgpt.toml')
    await writeFile(config, '[mcp]\nmax_iterations = 3\n')
    await expect(openHost({ configFile: config })).rejects.toThrow('max_iterations')
    await writeFile(config, '[mcp\n')
    await expect(openHost({ configFile: config })).rejects.toThrow('line 1')
  })

  it('reads the MCP settings of a pyproject.toml and ignores other tables', async () => {
    const config = join(dataFolder, 'pyproject.toml')
    await writeFile(
      config,
      '[project]\nname = "x"\n[tool.zorkgpt.mcp]\nenabled = true\n[tool.zorkgpt.gameplay]\ncritic_rejection_threshold = -0.2\n',
    )
    await expect(openHost({ configFile: config })).resolves.toBeDefined()
  })
})
