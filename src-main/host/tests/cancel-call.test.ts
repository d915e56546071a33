import { afterEach, expect, it } from 'vitest'
import { CALL_CANCELED } from '@shared/episode/state/episode'
import { messagesSent } from '@shared/episode/state/messages'
import { acts, calls, chunksOf } from '../../llm/scripted-endpoint.testkit'
import { isPaused, type ScriptedEpisode, startScriptedEpisode } from '../episode/scripted-episode.testkit'

let episode: ScriptedEpisode | null = null
afterEach(async () => {
  await episode?.close()
  episode = null
})

const stalled = { kind: 'stall', chunks: chunksOf({ content: '{"thinking": "because", "act' }).slice(0, 2) } as const

it('a cancelled call pauses the episode at once, and is repeated on resume', async () => {
  episode = await startScriptedEpisode({
    replies: [calls({ name: 's__echo', arguments: '{"text":"a"}' }), stalled, acts('look'), acts('wait')],
  })
  const {
    host: { api },
    episodeId,
    endpoint,
  } = episode
  await episode.follow(({ openTurn }) => (openTurn?.iterations[1]?.draft?.length ?? 0) > 0)
  await api.controlEpisode({ episodeId, command: 'cancel_call' })
  const paused = await episode.follow(isPaused)
  await endpoint.dropped(1)
  expect(paused.state.control.reason).toBe('Paused by the user')
  expect(paused.of('llm_error')).toMatchObject([
    { turn: 1, iteration: 2, code: CALL_CANCELED, attempt: 1, retry_in_ms: null },
  ])

  await api.controlEpisode({ episodeId, command: 'resume' })
  const { state, of } = await episode.follow()
  expect(state.turns.map(({ action }) => action?.action)).toEqual(['look', 'wait'])
  expect(of('mcp_iteration_start').filter(({ turn }) => turn === 1)).toHaveLength(2)
  expect(state.turns[0]?.problems).toEqual([])
  expect(endpoint.requests[2]?.messages).toEqual(endpoint.requests[1]?.messages)
  expect(endpoint.requests[2]?.messages).toHaveLength(messagesSent(state, 1, 2)?.length ?? 0)
  expect(messagesSent(state, 2, 1)).not.toBeNull()
})

it('a person ends the wait for the next attempt at a failed call', async () => {
  const limited = { kind: 'error', status: 429, headers: { 'retry-after': '3000' } } as const
  episode = await startScriptedEpisode({
    replies: [limited, acts('look'), acts('wait')],
    retry: { max_delay: 3600 },
  })
  const { host, episodeId } = episode
  const waiting = await episode.follow(({ openTurn }) => openTurn?.iterations[0]?.failures !== undefined)
  expect(waiting.of('llm_error')).toMatchObject([{ turn: 1, attempt: 1, retry_in_ms: 3_000_000 }])
  await host.api.controlEpisode({ episodeId, command: 'retry_now' })
  const { state, of } = await episode.follow()
  expect(state.turns.map(({ action }) => action?.action)).toEqual(['look', 'wait'])
  expect(of('llm_sent').filter(({ turn }) => turn === 1)).toHaveLength(2)
})
