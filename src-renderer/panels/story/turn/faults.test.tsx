import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { EventBody, LoggedEvent } from '@shared/episode/log/event'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { connectTo, forgetHost, loseHost } from '../../../session/connection/connection.testkit'
import { EpisodeContext, useEpisode } from '../../../session/episode/episode-store'
import { useForks } from '../../../session/episode/forks/fork-store'
import { useEpisodeList } from '../../../session/episodes/episodes-store'
import { setView, useView } from '../../../session/view/view-store'
import { LiveTurnCard } from './LiveTurnCard'
import { TurnArticle } from './TurnArticle'

const log = sampleEpisode({ turns: 3 })
const upTo = (type: LoggedEvent['event_type']) =>
  log.slice(0, log.findLastIndex(({ event_type }) => event_type === type) + 1)
const then = (events: readonly LoggedEvent[], ...more: readonly EventBody[]): readonly LoggedEvent[] => [
  ...events,
  ...more.map((body, index) => ({
    seq: events.length + index,
    at: '2026-03-02T09:30:00.000Z',
    episode_id: 'sample',
    ...body,
  })),
]
const paused: EventBody = {
  event_type: 'control_changed',
  mode: 'paused',
  reason: 'Paused: the endpoint refused the connection.',
}
const failed = (retryInMs: number | null, code = 'unreachable'): EventBody => ({
  event_type: 'llm_error',
  turn: 3,
  iteration: lastIteration(),
  code,
  message: 'The endpoint refused the connection.',
  attempt: 4,
  retry_in_ms: retryInMs,
})
function lastIteration(): number {
  const request = log.findLast((event) => event.event_type === 'llm_request')
  return request?.event_type === 'llm_request' ? request.iteration : 1
}

let commands: string[]
function open(events: readonly LoggedEvent[]) {
  useEpisodeList.getState().receive({
    changed: [{ id: 'sample', running: true, readable: true, summary: null, annotations: noAnnotations, reason: null }],
    removed: [],
  })
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events, live: true, warning: null })
  return useEpisode.getState().shown
}
const showOpenTurn = (events: readonly LoggedEvent[]) => {
  const { openTurn } = open(events)
  if (openTurn) render(<LiveTurnCard turn={openTurn} before={null} />)
}

beforeEach(() => {
  commands = []
  connectTo({
    controlEpisode: (async ({ command }) => {
      commands.push(command)
      return {}
    }) satisfies HostApi['controlEpisode'],
  })
})
afterEach(() => {
  cleanup()
  forgetHost()
  setView({ dialog: null, mcpServer: null })
  useEpisode.getState().close()
  useEpisodeList.setState({ entries: new Map(), isRead: false })
})

describe('a turn whose model call failed', () => {
  it('shows the failure after the actions that were rejected before', () => {
    const proposed = { event_type: 'action_proposed', turn: 3, attempt: 1, action: 'push wall', reasoning: '' } as const
    showOpenTurn(then(upTo('llm_request'), proposed, failed(60_000)))
    const { textContent } = screen.getByRole('article')
    expect(textContent.indexOf('push wall')).toBeGreaterThan(0)
    expect(textContent.indexOf('refused the connection')).toBeGreaterThan(textContent.indexOf('push wall'))
  })

  it('offers to retry the call and to show the request', () => {
    showOpenTurn(then(upTo('llm_request'), failed(null), paused))
    act(() => screen.getByRole('button', { name: 'Retry the call' }).click())
    expect(commands).toEqual(['resume'])
    expect(screen.queryByRole('button', { name: 'Enter a key' })).toBeNull()
    act(() => screen.getByRole('button', { name: 'Show the request' }).click())
    expect(useView.getState().inspectorTab).toBe('request')
  })

  it('offers to enter a key if the call failed for its key', () => {
    showOpenTurn(then(upTo('llm_request'), failed(null, 'missing_key'), paused))
    act(() => screen.getByRole('button', { name: 'Enter a key' }).click())
    expect(useView.getState()).toMatchObject({ dialog: 'settings', settingsAt: { page: 'model', path: 'key' } })
  })

  it('offers a fork with another model if the request is too long', () => {
    showOpenTurn(then(upTo('llm_request'), failed(null, 'context_length'), paused))
    act(() => screen.getByRole('button', { name: 'Fork with another model…' }).click())
    expect(useView.getState().dialog).toBe('fork')
    expect(useForks.getState().draft?.choices).toEqual({ turn: 2, model: '' })
    act(() => screen.getByRole('button', { name: 'Set longest request for new episodes…' }).click())
    expect(useView.getState().settingsAt).toEqual({ page: 'file', path: 'mind.context_tokens' })
  })

  it('offers the same if the request for a final answer is too long to be sent', () => {
    const final = { ...failed(null, 'context_full'), iteration: lastIteration() + 1 } as EventBody
    showOpenTurn(then(upTo('llm_response'), final, paused))
    expect(screen.getByRole('button', { name: 'Fork with another model…' })).toBeDefined()
  })

  it('shows attempts that failed in the same way in one line', () => {
    showOpenTurn(then(upTo('llm_request'), failed(1000), failed(2000), failed(null)))
    expect(screen.getAllByText(/refused the connection/).map(({ textContent }) => textContent)).toEqual([
      'The endpoint refused the connection. · 3 attempts',
    ])
  })

  it('offers nothing during automatic retries, and does nothing while the host is lost', () => {
    showOpenTurn(then(upTo('llm_request'), failed(1000)))
    expect(screen.queryByRole('button', { name: 'Retry the call' })).toBeNull()
    cleanup()
    useEpisode.getState().close()
    showOpenTurn(then(upTo('llm_request'), failed(null), paused))
    act(loseHost)
    act(() => screen.getByRole('button', { name: 'Retry the call' }).click())
    expect(commands).toEqual([])
  })
})

describe('a tool that failed', () => {
  const toolError = (server: string): EventBody => ({
    event_type: 'mcp_tool_error',
    turn: 3,
    iteration: lastCall().iteration,
    call_id: lastCall().call_id,
    tool_name: `${server}.think`,
    server_name: server,
    error: 'It is gone.',
    duration_ms: 5,
  })
  const lastCall = () => {
    const call = log.findLast((event) => event.event_type === 'mcp_tool_call')
    if (call?.event_type !== 'mcp_tool_call') throw new Error('The sample calls no tool.')
    return call
  }

  it('links to the configuration and the log of its server', () => {
    showOpenTurn(then(upTo('mcp_tool_call'), toolError('thoughtbox')))
    act(() => screen.getByRole('button', { name: 'Edit server thoughtbox' }).click())
    expect([useView.getState().dialog, useView.getState().mcpServer]).toEqual([
      'mcp',
      { name: 'thoughtbox', tab: 'form' },
    ])
    act(() => screen.getByRole('button', { name: 'Open its log' }).click())
    expect(useView.getState().mcpServer).toEqual({ name: 'thoughtbox', tab: 'log' })
  })

  it('is shown in the turn after which the agent is paused', () => {
    const rest = log.slice(upTo('mcp_tool_call').length + 1, upTo('turn_completed').length)
    const events = then(upTo('mcp_tool_call'), toolError('thoughtbox'), ...rest, {
      ...paused,
      reason: 'Paused: a tool failed',
    } as EventBody)
    const [turn] = open(events.map((event, seq) => ({ ...event, seq }))).turns.slice(-1)
    if (turn === undefined) throw new Error('The episode has three turns.')
    const { rerender } = render(<TurnArticle turn={turn} before={null} />)
    expect(screen.getByRole('button', { name: 'Edit server thoughtbox' })).toBeDefined()
    // A compared episode may have continued.
    const compared = { store: useEpisode, goToTurn: () => {}, addressOf: () => '', isCompared: true }
    rerender(
      <EpisodeContext value={compared}>
        <TurnArticle turn={turn} before={null} />
      </EpisodeContext>,
    )
    expect(screen.queryByRole('button', { name: 'Edit server thoughtbox' })).toBeNull()
    rerender(<TurnArticle turn={turn} before={null} />)
    act(() => useEpisode.getState().movePlayhead({ turn: 1, event: null }))
    expect(screen.queryByRole('button', { name: 'Edit server thoughtbox' })).toBeNull()
  })

  it('of an unreachable server has the same links', () => {
    showOpenTurn(
      then(upTo('mcp_session_started'), {
        event_type: 'mcp_server_failed',
        turn: 3,
        server_name: 'thoughtbox',
        error: 'It did not start.',
        attempt: 1,
        will_retry: true,
      }),
    )
    expect(screen.getByRole('button', { name: 'Open its log' })).toBeDefined()
  })
})
