import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { loggedEvent } from '@shared/episode/log/event'
import { DEFAULT_PAUSE_RULES, whyPause } from '@shared/episode/projections/pause-rules'
import { emptyEpisode } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { openEpisodeGame } from '../../story/episode/episode-game'
import { readBundled } from '../../story/story-files.testkit'
import { PLAYER_LABELS } from '../episode/players/player-labels'
import { readDemo } from './shipped-files'

const appRoot = resolve(import.meta.dirname, '../../..')
const events = (await readDemo(appRoot))
  .trim()
  .split('\n')
  .map((line) => loggedEvent.parse(JSON.parse(line)))
const state = events.reduce(reduceEpisode, emptyEpisode)

it('the recorded episode is complete and names its player', () => {
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index))
  expect(state.ended?.ended).toBe('turn_limit')
  expect(state.manifest?.player.label).toBe(PLAYER_LABELS.explorer)
  expect(
    state.turns.filter(({ iterations }) =>
      iterations.some(({ toolCalls }) => toolCalls.some(({ serverName }) => serverName === 'thoughtbox')),
    ).length,
  ).toBeGreaterThan(5)
  expect(state.totals.problems).toBe(0)
})

it('the current story reaches the recorded state after each recorded action', async () => {
  const game = openEpisodeGame(readBundled().story)
  expect((await game.start(state.manifest?.seed ?? 0)).observation).toEqual(state.opening)
  for (const { action, observation, completed } of state.turns) {
    const played = await game.play(action?.action ?? '')
    expect(played.observation).toEqual(observation)
    expect(played.stateHash).toBe(completed?.stateHash)
  }
})

it('the recorded episode never meets a default pause rule, and is small', () => {
  for (const turns of state.turns.keys())
    expect(whyPause(DEFAULT_PAUSE_RULES, { ...state, turns: state.turns.slice(0, turns) })).toBe(null)
  expect(statSync(resolve(appRoot, 'build/story/demo.jsonl.gz')).size).toBeLessThan(100_000)
})
