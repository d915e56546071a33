import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyEpisode, type EpisodeState, reduceEpisode } from '@shared/episode/episode'
import { DEFAULT_PAUSE_RULES, type PauseRules } from '@shared/episode/pause-rules'
import type { Host } from './host'
import { openTestHost } from './open-host.testkit'

let dataFolder: string
let host: Host
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'pause-rules-'))
  host = await openTestHost(dataFolder)
})
afterEach(async () => {
  await host.close()
  await rm(dataFolder, { recursive: true, force: true })
})

const none: PauseRules = { ...DEFAULT_PAUSE_RULES, toolError: false, cost: false }
const start = (pauseRules?: PauseRules) =>
  host.api.startEpisode({
    game: 'glass-weather',
    player: 'explorer',
    seed: 1,
    pace: 'batch',
    mcp: false,
    turnLimit: 12,
    pauseRules,
  })

/** The state when the agent has come to rest, after at least so many events. */
async function atRest(episodeId: string, afterSeq = -1): Promise<EpisodeState> {
  const abort = new AbortController()
  let state = emptyEpisode
  for await (const { events } of host.api.watchEpisode({ episodeId, fromSeq: 0 }, abort.signal)) {
    state = events.reduce(reduceEpisode, state)
    if (state.seq > afterSeq && (state.ended || state.control.mode === 'paused')) break
  }
  abort.abort()
  return state
}

it('a rule pauses the agent after the turn that it is about, and says why', async () => {
  const { episodeId } = await start({ ...none, newRoom: true })
  const state = await atRest(episodeId)
  expect(state.control).toEqual({ mode: 'paused', reason: 'Paused: new room' })
  expect(state.openTurn).toBeNull()
  expect(Object.keys(state.map.locations)).toHaveLength(2)
})

it('one step after a rule has paused is one turn', async () => {
  const { episodeId } = await start({ ...none, newRoom: true })
  const before = await atRest(episodeId)
  await host.api.controlEpisode({ episodeId, command: 'step_turn' })
  const after = await atRest(episodeId, before.seq + 1)
  expect(after.turns).toHaveLength(before.turns.length + 1)
})

it('rules can be changed while it is played', async () => {
  const { episodeId } = await start({ ...none, newRoom: true })
  const { seq } = await atRest(episodeId)
  await host.api.setPauseRules({ episodeId, rules: none })
  await host.api.controlEpisode({ episodeId, command: 'resume' })
  expect((await atRest(episodeId, seq + 1)).ended?.ended).toBe('turn_limit')
})

/** To the edge of the moss, and twice past the stakes. */
const INTO_THE_MIRE = ['take crook', 'west', 'hit ram with crook', 'north', 'east', 'east', 'east', 'east', 'east']

it('a death holds the agent before the episode is over, which then ended by it', async () => {
  const { episodeId } = await host.api.startEpisode({
    game: 'glass-weather',
    player: 'human',
    pace: 'batch',
    pauseRules: { ...none, death: true },
  })
  for (const action of INTO_THE_MIRE) await vi.waitFor(() => host.api.submitAction({ episodeId, action }))
  const rest = await atRest(episodeId)
  expect([rest.control.reason, rest.turns.length, rest.ended]).toEqual([
    'Paused: the player died',
    INTO_THE_MIRE.length,
    null,
  ])
  await host.api.controlEpisode({ episodeId, command: 'stop' })
  expect((await atRest(episodeId, rest.seq + 1)).ended?.ended).toBe('died')
})

it('without rules nothing pauses', async () => {
  const { episodeId } = await start()
  expect((await atRest(episodeId)).ended?.ended).toBe('turn_limit')
})
