import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { latestObservation } from '@shared/episode/state/episode'
import { mirrorCommand, mirrorText } from '@shared/map/mirror'
import { acts } from '../../llm/scripted-endpoint.testkit'
import { zorkFile } from '../../story/story-files.testkit'
import { type Script, startScriptedEpisode } from '../episode/scripted-episode.testkit'

const MIRROR = { mcp: false, disguise: 'mirror', game: zorkFile(1), turnLimit: 3 } as const
/** The way into the kitchen of a mirrored house. */
const WAY = ['nw', 'w', 'open window', 'east', 'east', 'take all']

async function begin(script: Partial<Script> = {}, start: Script['start'] = {}) {
  const episode = await startScriptedEpisode({
    replies: (_request, index) => acts(WAY[index] ?? 'look'),
    ...script,
    start: { ...MIRROR, ...start },
  })
  onTestFinished(() => episode.close())
  return episode
}
const roomsOf = (state: Parameters<typeof summarizeEpisode>[0]) =>
  [state.opening, ...state.turns.map(({ observation }) => observation)].map((seen) => seen?.location?.name)

describe('a mirrored episode', () => {
  it('shows the player only the mirrored story, and logs both forms', async () => {
    const episode = await begin()
    const { state, of } = await episode.follow()
    expect(state.manifest?.disguise).toBe('mirror')
    expect(summarizeEpisode(state)?.disguise).toBe('mirror')
    expect(roomsOf(state)).toEqual(['East of House', 'North of House', 'Behind House', 'Behind House'])
    const asked = JSON.stringify(episode.endpoint.requests)
    expect(asked).toContain('open field east of a white house')
    expect(asked).not.toMatch(/west of a white house|West of House|mirror/)
    const [opening, first] = of('observation_made')
    expect(opening?.undisguised?.text).toContain('open field west of a white house')
    expect(first).toMatchObject({ action: 'nw', undisguised: { action: 'ne' } })
    for (const { text, action, undisguised } of of('observation_made')) {
      expect(undisguised?.text).toBe(mirrorText(text))
      expect(undisguised?.action).toBe(action && mirrorCommand(action))
    }
  })

  it('has its surveyed exits on the side where the player finds them', async () => {
    const { state } = await (await begin()).follow()
    const [survey] = state.surveys.filter(({ location }) => location === state.map.here)
    const window = survey?.exits?.find(({ door }) => door?.name === 'kitchen window')
    expect(window?.direction).toBe('east')
  })

  it('is resumed mirrored, from its snapshot and without one', async () => {
    const episode = await begin({}, { turnLimit: 10, handicap: 'L5' })
    await episode.follow(({ turns }) => turns.length === 2)
    await episode.reopen()
    await episode.host.api.resumeEpisode({ episodeId: episode.episodeId, turnLimit: 6, pace: 'batch' })
    const { state } = await episode.follow()
    expect(roomsOf(state).slice(0, 3)).toEqual(['East of House', 'North of House', 'Behind House'])
    expect(new Set(state.turns.map(({ observation }) => observation?.undisguised !== undefined))).toEqual(
      new Set([true]),
    )
  })

  it('is forked mirrored', async () => {
    const episode = await begin()
    await episode.follow()
    const { episodeId } = await episode.host.api.forkEpisode({
      episodeId: episode.episodeId,
      turn: 1,
      player: 'human',
    })
    await episode.host.api.submitAction({ episodeId, action: 'w' })
    const { state } = await episode.follow(({ turns }) => turns.length === 2, episodeId)
    expect(latestObservation(state)?.location?.name).toBe('Behind House')
    expect(state.manifest?.disguise).toBe('mirror')
  })

  it('names what a player knew before by its mirrored name', async () => {
    const replies = ['To the East of House?', 'The East-West Passage, or the West-East Passage.'].map((thinking) =>
      acts('look', thinking),
    )
    const { state } = await (await begin({ replies }, { turnLimit: 2 })).follow()
    expect(state.turns.map(({ foreknown }) => foreknown)).toEqual([[], ['West-East Passage']])
  })

  it('offers valid actions and a dictionary that lead where they say', async () => {
    const { state } = await (await begin({}, { handicap: 'L4', turnLimit: 1 })).follow()
    expect(state.opening?.valid_actions).toContain('east')
    expect(state.manifest?.dictionary).toEqual(expect.arrayContaining(['east', 'west', 'northw']))
  })
})

it('an episode without a disguise has neither mark nor second form in its log', async () => {
  const episode = await begin({}, { disguise: 'none', turnLimit: 1 })
  await episode.follow()
  expect(readFileSync(join(episode.episodeFolder, 'events.jsonl'), 'utf8')).not.toMatch(
    /undisguised|"disguise":"mirror"/,
  )
})
