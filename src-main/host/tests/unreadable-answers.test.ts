import { expect, it, onTestFinished } from 'vitest'
import { problemText } from '@shared/episode/state/strings'
import { acts, says, type ScriptedReply } from '../../llm/scripted-endpoint.testkit'
import { isPaused, startScriptedEpisode } from '../episode/scripted-episode.testkit'

async function play(replies: (index: number) => ScriptedReply, turnLimit: number) {
  const episode = await startScriptedEpisode({
    replies: (_, index) => replies(index),
    start: { turnLimit, mcp: false },
  })
  onTestFinished(() => episode.close())
  return episode
}

it('a model that never answers in the requested form plays the default twice, with a notice, and pauses at the third turn', async () => {
  let canWrite = false
  const episode = await play(() => (canWrite ? acts('wait') : says('Sure! I go north.')), 4)
  const { state, of } = await episode.follow(isPaused)
  expect(of('action_chosen').map(({ action, source }) => [action, source])).toEqual([
    ['look', 'default'],
    ['look', 'default'],
  ])
  expect(state.control.reason).toMatch(/^Paused: No answer of scripted-1 could be read for three turns in a row/)
  expect(episode.endpoint.requests).toHaveLength(6)
  expect(state.turns[0]?.problems.map(problemText)).toEqual([
    expect.stringMatching(/It is asked for once more$/),
    expect.stringMatching(/The default action is played$/),
  ])

  canWrite = true
  await episode.host.api.controlEpisode({ episodeId: episode.episodeId, command: 'resume' })
  const resumed = await episode.follow()
  expect(resumed.state.ended?.ended).toBe('turn_limit')
  expect(resumed.of('action_chosen').map(({ source }) => source)).toEqual(['default', 'default', 'model', 'model'])
})

it('a model that answers in the requested form at the second request continues to play', async () => {
  const episode = await play((index) => (index % 2 === 0 ? says('I go north.') : acts('wait')), 5)
  const { state, of } = await episode.follow()
  expect(state.ended?.ended).toBe('turn_limit')
  expect(of('action_chosen').map(({ source }) => source)).toEqual(Array.from({ length: 5 }, () => 'model'))
})

it('an endless reply is cut, and requested once more', async () => {
  const words = 'of the house that is west '
  const endless: ScriptedReply = {
    kind: 'endless',
    piece: `data: ${JSON.stringify({ choices: [{ delta: { content: words } }] })}\n\n`,
  }
  const episode = await play((index) => (index % 2 === 0 ? endless : acts('wait')), 3)
  const { state, of } = await episode.follow()
  expect(state.ended?.ended).toBe('turn_limit')
  expect(of('action_chosen').map(({ source }) => source)).toEqual(['model', 'model', 'model'])
  expect(of('agent_parse_error')[0]).toMatchObject({ error: 'it repeats itself without end', next: 'repair' })
  expect(of('llm_response')[0]).toMatchObject({ finish_reason: 'repetition' })
})
