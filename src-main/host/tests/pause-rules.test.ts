import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventOf } from '@shared/episode/log/event'
import { NO_PAUSE_RULES, type PauseRules } from '@shared/episode/projections/pause-rules'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { loadEpisode } from '../../episode/load-episode'
import type { Host } from '../host'
import { openTestHost } from '../open-host.testkit'

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

/** The state when the agent is paused or done, after the event `afterSeq`. */
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

it('a rule pauses the agent after its turn, with the reason', async () => {
  const { episodeId } = await start({ ...NO_PAUSE_RULES, new_location: true })
  const state = await atRest(episodeId)
  expect(state.control).toEqual({ mode: 'paused', reason: 'Paused: new room' })
  expect(state.openTurn).toBeNull()
  expect(Object.keys(state.map.locations)).toHaveLength(2)
})

it('a step after a pause by a rule plays one turn', async () => {
  const { episodeId } = await start({ ...NO_PAUSE_RULES, new_location: true })
  const before = await atRest(episodeId)
  await host.api.controlEpisode({ episodeId, command: 'step_turn' })
  const after = await atRest(episodeId, before.seq + 1)
  expect(after.turns).toHaveLength(before.turns.length + 1)
})

it('rules can be changed while the episode is played', async () => {
  const { episodeId } = await start({ ...NO_PAUSE_RULES, new_location: true })
  const { seq } = await atRest(episodeId)
  await host.api.setPauseRules({ episodeId, rules: NO_PAUSE_RULES })
  await host.api.controlEpisode({ episodeId, command: 'resume' })
  expect((await atRest(episodeId, seq + 1)).ended?.ended).toBe('turn_limit')
})

/** Walks to the edge of the moss, and twice past the stakes. */
const INTO_THE_MIRE = ['take crook', 'west', 'hit ram with crook', 'north', 'east', 'east', 'east', 'east', 'east']

it('a death pauses the agent before the episode ends', async () => {
  const { episodeId } = await host.api.startEpisode({
    game: 'glass-weather',
    player: 'human',
    pace: 'batch',
    pauseRules: { ...NO_PAUSE_RULES, died: true },
  })
  for (const action of INTO_THE_MIRE) await expect.poll(() => host.api.submitAction({ episodeId, action })).toEqual({})
  const rest = await atRest(episodeId)
  expect([rest.control.reason, rest.turns.length, rest.ended]).toEqual([
    'Paused: the player died',
    INTO_THE_MIRE.length,
    null,
  ])
  await host.api.controlEpisode({ episodeId, command: 'stop' })
  expect((await atRest(episodeId, rest.seq + 1)).ended?.ended).toBe('died')
})

describe('the log of an episode', () => {
  const scores = { ...NO_PAUSE_RULES, score_change: true }
  const locations = { ...NO_PAUSE_RULES, new_location: true }
  const foldedFromDisk = async (episodeId: string) => (await loadEpisode(join(dataFolder, episodeId))).state
  /** The changes of the rules in the log, by a resume or by the user. */
  const changesIn = (episodeId: string) =>
    readFileSync(join(dataFolder, episodeId, 'events.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"pause_rules_changed"'))
      .map((line) => (JSON.parse(line) as EventOf<'pause_rules_changed'>).rules)
  /** Starts with the rule about new locations, and pauses after the first one. */
  const begin = async () => {
    const { episodeId } = await start(locations)
    return { episodeId, state: await atRest(episodeId) }
  }
  const leaveAndResume = async (episodeId: string, pauseRules?: PauseRules) => {
    await host.close()
    host = await openTestHost(dataFolder)
    const { seq } = await foldedFromDisk(episodeId)
    await host.api.resumeEpisode({ episodeId, pace: 'batch', pauseRules })
    return atRest(episodeId, seq + 1)
  }

  it('has the pause rules from the start, in its settings too', async () => {
    const { state } = await begin()
    expect(state.pauseRules).toEqual(locations)
    expect(state.manifest).toMatchObject({ pause_rules: locations, settings: { pause: locations } })
  })

  it('has each change once, and reduces to the live state', async () => {
    const { episodeId, state } = await begin()
    for (const rules of [scores, scores, NO_PAUSE_RULES, NO_PAUSE_RULES])
      await host.api.setPauseRules({ episodeId, rules })
    await host.api.controlEpisode({ episodeId, command: 'resume' })
    const live = await atRest(episodeId, state.seq + 3)
    expect(changesIn(episodeId)).toEqual([scores, NO_PAUSE_RULES])
    expect(live.pauseRules).toEqual(NO_PAUSE_RULES)
    await host.close()
    expect(await foldedFromDisk(episodeId)).toEqual(live)
  })

  it('gives its rules to a resumed episode, unless others are requested', async () => {
    const { episodeId, state } = await begin()
    const resumed = await leaveAndResume(episodeId)
    expect(resumed.control.reason).toBe('Paused: new room')
    expect(resumed.turns.length).toBeGreaterThan(state.turns.length)
    expect(changesIn(episodeId)).toEqual([])
    const again = await leaveAndResume(episodeId, NO_PAUSE_RULES)
    expect([again.ended?.ended, again.pauseRules, changesIn(episodeId)]).toEqual([
      'turn_limit',
      NO_PAUSE_RULES,
      [NO_PAUSE_RULES],
    ])
  })

  it('gives its rules to a fork, unless others are requested', async () => {
    const { episodeId, state } = await begin()
    const forked = async (pauseRules?: PauseRules) => {
      const { episodeId: fork } = await host.api.forkEpisode({
        episodeId,
        turn: state.turns.length,
        pace: 'batch',
        mcp: false,
        turnLimit: 12,
        pauseRules,
      })
      return atRest(fork, state.seq + 2)
    }
    const same = await forked()
    expect([same.pauseRules, same.control.reason]).toEqual([locations, 'Paused: new room'])
    const other = await forked(scores)
    expect([other.pauseRules, other.manifest?.pause_rules]).toEqual([scores, scores])
  })

  it('of an older version has no rules: it is resumed without any', async () => {
    const { episodeId } = await begin()
    await host.close()
    const file = join(dataFolder, episodeId, 'events.jsonl')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/"pause_rules":\{[^}]*\},/, ''))
    expect((await foldedFromDisk(episodeId)).pauseRules).toBe(null)
    const resumed = await leaveAndResume(episodeId)
    expect([resumed.ended?.ended, resumed.pauseRules]).toEqual(['turn_limit', null])
  })
})

it('without rules nothing pauses', async () => {
  const { episodeId } = await start()
  expect((await atRest(episodeId)).ended?.ended).toBe('turn_limit')
})
