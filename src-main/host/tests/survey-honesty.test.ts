import { expect, it } from 'vitest'
import type { EventBody, LoggedEvent } from '@shared/episode/log/event'
import { buildStateBlocks } from '@shared/episode/state/build-state-block'
import { type EpisodeState, emptyEpisode } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { buildContext } from '../../agent/build-context'
import { chunksOf } from '../../llm/scripted-endpoint.testkit'
import { gameTools } from '../episode/players/game-tools'
import { startScriptedEpisode } from '../episode/scripted-episode.testkit'

/** The results of surveys are for the user and never reach a player. */
const SECRET = 'secretdoor'
const LEVELS = ['L0', 'L1', 'L2', 'L3', 'L4', 'L5'] as const

/** An episode with surveys of all its locations; each names the secret and an unseen location. */
function surveyedEpisode(): EpisodeState {
  const events = sampleEpisode({ turns: 30 }).flatMap((event): readonly LoggedEvent[] => {
    if (event.event_type !== 'observation_made') return [event]
    const survey: EventBody = {
      event_type: 'location_surveyed',
      turn: event.turn,
      location: event.location?.id ?? 0,
      light: 'own',
      exits: [{ direction: SECRET, to: 987_654, door: { id: 987_655, name: SECRET, state: 'locked' } }],
    }
    return [event, { seq: event.seq, at: event.at, episode_id: event.episode_id, ...survey }]
  })
  return events.reduce(reduceEpisode, emptyEpisode)
}

it('no prompt, state block or tool reveals what a survey found', () => {
  const state = surveyedEpisode()
  expect(JSON.stringify(state)).toContain(SECRET)
  const routeTo = (to: number) => JSON.stringify(gameTools(() => state)[0]?.run({ to }, new AbortController().signal))
  const received = [
    JSON.stringify(buildContext(state, { historyTurns: 'all' })),
    JSON.stringify(LEVELS.map((level) => buildStateBlocks(state, level))),
    ...Object.keys(state.map.locations).map((id) => routeTo(Number(id))),
  ].join('\n')
  expect(received).not.toMatch(/secretdoor|987654|987655/)
  expect(received).toMatch(/directions/)
  expect(() => routeTo(987_654)).toThrow('There is no visited location with the id 987654')
})

it('no request to a model contains a survey, though the log does', async () => {
  const reply = {
    kind: 'stream',
    chunks: chunksOf({ content: JSON.stringify({ thinking: 'on', action: 'west', new_objective: null }) }),
  } as const
  const episode = await startScriptedEpisode({ replies: () => reply, mcp: { enabled: false, local_tools: true } })
  try {
    const { of } = await episode.follow()
    const surveys = of('location_surveyed')
    const unwalked = surveys[0]?.exits?.find(({ direction }) => direction === 'north')?.to
    expect(surveys[0]?.turn).toBe(0)
    expect(unwalked).toBeGreaterThan(0)
    expect(episode.endpoint.requests).toHaveLength(2)
    const bodies = JSON.stringify(episode.endpoint.requests)
    expect(bodies).toContain('Fell Gate')
    expect(bodies).not.toContain('survey')
    expect(bodies).not.toMatch(new RegExp(`\\b${unwalked}\\b`))
  } finally {
    await episode.close()
  }
})
