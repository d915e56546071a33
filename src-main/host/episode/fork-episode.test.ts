import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ForkParams } from '@shared/contract/episodes'
import type { StartParams } from '@shared/contract/start'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { loadEpisode } from '../../episode/load-episode'
import type { Host } from '../host'
import { openTestHost } from '../open-host.testkit'

let dataFolder: string
let host: Host

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'fork-'))
  host = await openTestHost(dataFolder)
})
afterEach(async () => {
  await host.close()
  await rm(dataFolder, { recursive: true, force: true })
})

const start = async (params: Partial<StartParams> = {}) =>
  (
    await host.api.startEpisode({
      game: 'glass-weather',
      player: 'explorer',
      seed: 1,
      pace: 'batch',
      mcp: false,
      ...params,
    })
  ).episodeId
const fork = async (episodeId: string, turn: number, params: Partial<ForkParams> = {}) =>
  (await host.api.forkEpisode({ episodeId, turn, pace: 'batch', mcp: false, ...params })).episodeId

async function follow(
  episodeId: string,
  enough: (state: EpisodeState) => boolean = () => false,
): Promise<EpisodeState> {
  let state = emptyEpisode
  for await (const { events } of host.api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal)) {
    state = events.reduce(reduceEpisode, state)
    if (state.ended || enough(state)) break
  }
  return state
}

const isPaused = ({ control }: EpisodeState) => control.mode === 'paused'
const facts = ({ turns }: EpisodeState) =>
  turns.map(({ action, observation, completed }) => [
    action?.action,
    action?.reasoning,
    observation,
    completed?.stateHash,
  ])

describe('a fork', () => {
  it('begins exactly as its parent, and with the same player continues exactly as its parent would', async () => {
    const trunk = await follow(await start({ turnLimit: 12 }))
    const id = await fork(trunk.manifest?.episode_id ?? '', 5, { turnLimit: 12 })
    const state = await follow(id)
    expect(facts(state)).toEqual(facts(trunk))
    expect(state.turns[4]?.iterations[0]?.response?.content).toBe(trunk.turns[4]?.iterations[0]?.response?.content)
    expect(state.map).toEqual(trunk.map)
    expect(state.surveys).toEqual(trunk.surveys)
    expect(state.forkedFrom).toEqual({ episodeId: trunk.manifest?.episode_id, turn: 5 })
  })

  it('is complete on disk: it replays and resumes after its parent is deleted', async () => {
    const parent = await start({ turnLimit: 6 })
    await follow(parent)
    const id = await fork(parent, 4, { turnLimit: 6 })
    const live = await follow(id)
    await host.api.deleteEpisode({ episodeId: parent })
    expect((await loadEpisode(join(dataFolder, id))).state).toEqual(live)
    expect(await readdir(join(dataFolder, id, 'snapshots'))).toHaveLength(6)
    expect(await readFile(join(dataFolder, id, 'episode.log'), 'utf8')).toMatch(
      new RegExp(`Turn 4: Game: [^]*Episode forked from ${parent} after turn 4[^]*Turn 5: Agent action`),
    )
    await expect
      .poll(() =>
        host.api.resumeEpisode({ episodeId: id, turnLimit: 8, pace: 'batch' }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    expect((await follow(id)).turns).toHaveLength(8)
  })

  it('has no log until the log names its parent, so that a kill leaves no copy that looks like an episode', async () => {
    const parent = await start({ turnLimit: 6 })
    await follow(parent)
    const forking = fork(parent, 4, { turnLimit: 6 })
    let isOpen = false
    void forking.then(() => (isOpen = true))
    let looks = 0
    for (; !isOpen; looks++) {
      await new Promise(setImmediate)
      for (const name of (await readdir(dataFolder)).filter((id) => id !== parent)) {
        const log = join(dataFolder, name, 'events.jsonl')
        if (existsSync(log)) expect(readFileSync(log, 'utf8')).toContain('"episode_forked"')
      }
    }
    expect(looks).toBeGreaterThan(3)
    await follow(await forking)
  })

  it('contains the survey of its last copied turn, even if that is the opening', async () => {
    const trunk = await follow(await start({ turnLimit: 4 }))
    for (const turn of [0, 2, 4]) {
      const id = await fork(trunk.manifest?.episode_id ?? '', turn, { paused: true })
      const { surveys } = await follow(id, isPaused)
      expect(surveys).toEqual(trunk.surveys.filter((survey) => survey.turn <= turn))
      expect(surveys[0]?.turn).toBe(0)
    }
  })

  it('is played by the rules of its parent, even if the settings differ now', async () => {
    const parent = await follow(await start({ turnLimit: 1, handicap: 'L4' }))
    const state = await follow(await fork(parent.manifest?.episode_id ?? '', 1, { turnLimit: 2 }))
    expect(state.manifest?.handicap).toBe('L4')
    expect(state.turns.map(({ observation }) => (observation?.valid_actions ?? []).length > 0)).toEqual([true, true])
  })

  it('diverges with another player, and counts only what that player spent', async () => {
    const parent = await start({ turnLimit: 6 })
    await follow(parent)
    const state = await follow(await fork(parent, 3, { player: 'random', turnLimit: 5 }))
    expect(state.turns.map(({ action }) => action?.source)).toEqual(['model', 'model', 'model', 'random', 'random'])
    expect(summarizeEpisode(state)).toMatchObject({
      player: { kind: 'random', label: expect.stringContaining('Random') as string },
      forkedFrom: { episodeId: parent, turn: 3 },
      turns: 5,
      llmCalls: 0,
      tokens: { in: 0, out: 0 },
    })
  })

  it('can start from the opening, from an episode that is running, and from another fork', async () => {
    const parent = await start({ paused: true })
    await follow(parent, isPaused)
    const first = await fork(parent, 0, { turnLimit: 3 })
    expect((await follow(first)).turns).toHaveLength(3)
    const second = await follow(await fork(first, 2, { turnLimit: 4 }))
    expect(second.turns).toHaveLength(4)
    expect(second.forkedFrom).toEqual({ episodeId: first, turn: 2 })
  })

  it('from an incomplete turn is refused, and leaves nothing behind', async () => {
    const parent = await start({ turnLimit: 2 })
    await follow(parent)
    await expect(fork(parent, 3)).rejects.toMatchObject({
      kind: 'not_found',
      message: expect.stringContaining('has 2 complete turns') as string,
    })
    await expect(fork('nothing', 1)).rejects.toMatchObject({ kind: 'not_found' })
    expect((await readdir(dataFolder)).filter((name) => !name.startsWith('.'))).toEqual([parent])
  })
})

describe('an action entered by a person', () => {
  it('replaces the next choice of an agent, once', async () => {
    const episodeId = await start({ paused: true, turnLimit: 3 })
    await follow(episodeId, isPaused)
    await host.api.submitAction({ episodeId, action: 'wait', reasoning: 'To see what happens.' })
    await host.api.controlEpisode({ episodeId, command: 'step_turn' })
    const { turns } = await follow(episodeId, (state) => isPaused(state) && state.turns.length === 1)
    expect(turns[0]?.action).toMatchObject({ action: 'wait', reasoning: 'To see what happens.', source: 'human' })
    await host.api.controlEpisode({ episodeId, command: 'resume' })
    expect((await follow(episodeId)).turns.map(({ action }) => action?.source)).toEqual(['human', 'model', 'model'])
  })
})
