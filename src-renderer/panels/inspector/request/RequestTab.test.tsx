import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { LoggedEvent, LoggedOf } from '@shared/episode/log/event'
import { MIND_TURNS, mindEpisode } from '@shared/episode/state/mind-episode.testkit'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../../../session/episode/episode-store'
import { setView, useView } from '../../../session/view/view-store'
import { RequestTab } from './RequestTab'

const log = sampleEpisode({ turns: 3 })
const before = (type: 'turn_started' | 'llm_request', turn: number) =>
  log.findIndex((event) => event.event_type === type && event.turn === turn)

const ofModel = (event: LoggedEvent): LoggedEvent =>
  event.event_type === 'episode_started'
    ? { ...event, player: { ...event.player, kind: 'llm', model: 'test/lantern' } }
    : event

function Last() {
  const state = useEpisode(({ shown }) => shown)
  const turn = state.openTurn ?? state.turns.at(-1)
  return turn ? <RequestTab turn={turn} state={state} /> : null
}

afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useView.setState(useView.getInitialState(), true)
})

it('keeps the focus in the search when the next turn begins', () => {
  const ends = [before('turn_started', 2), before('llm_request', 2), before('llm_request', 2) + 1, log.length]
  let end = 0
  const go = (next: number) => {
    useEpisode.getState().receive({ events: log.slice(end, next), live: true, warning: null })
    end = next
  }
  setView({ inspectorTab: 'request', requestIsRaw: true })
  useEpisode.getState().open('sample', 'live')
  go(ends[0] ?? 0)
  render(<Last />)
  const field = screen.getByRole('searchbox')
  field.focus()
  fireEvent.change(field, { target: { value: 'role' } })
  for (const next of ends.slice(1)) {
    act(() => go(next))
    expect(document.activeElement).toBe(field)
  }
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'role')
  expect(screen.getByRole('status').textContent).toMatch(/^1 of \d/)
})

it('shows no sampling settings for the explorer, which is not a model', () => {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: log, live: true, warning: null })
  render(<Last />)
  expect(screen.getByText('Model')).toBeDefined()
  expect(screen.queryByText('Sampling')).toBeNull()
})

it('shows the sampling settings that were sent, without unsupported ones', () => {
  const at = before('llm_request', 3)
  const request = log[at] as LoggedOf<'llm_request'>
  const { seq, at: time, episode_id, turn, iteration } = request
  const sent = { event_type: 'llm_sent', seq: seq + 1, at: time, episode_id, turn, iteration } as const
  const body = { model: 'm', stream: true, temperature: 0.6, max_completion_tokens: 2000 }
  const asSent = { ...sent, body, cache_marks: [], messages: [], tools_sent: null }
  const logged = { ...request, sampling: { ...request.sampling, temperature: 0.6, top_k: 20, max_tokens: 2000 } }
  useEpisode.getState().open('sample', 'live')
  useEpisode
    .getState()
    .receive({ events: [...log.slice(0, at), logged, asSent].map(ofModel), live: true, warning: null })
  render(<Last />)
  expect(screen.getByText('temperature 0.6, max_completion_tokens 2000')).toBeDefined()
})

const minded = mindEpisode()
const show = (turn: number) => {
  useEpisode.getState().open('mind', { turn, event: null })
  useEpisode.getState().receive({ events: minded, live: true, warning: null })
  render(<Last />)
}

it('shows the requests of helpers beside those of the actor', () => {
  show(MIND_TURNS.moreStuck + 1)
  const chips = screen.getByRole('group', { name: 'LLM calls of this turn' })
  const names = within(chips)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect([names[0], names[1], names.at(-1)]).toEqual(['Reflector', 'Call 1', 'Critic'])
  fireEvent.click(within(chips).getByRole('button', { name: 'Reflector' }))
  expect(screen.getByText('What keeps the player from getting on?')).toBeDefined()
  expect(screen.getByText('You are the reflector.')).toBeDefined()
  fireEvent.click(within(chips).getByRole('button', { name: 'Critic' }))
  expect(screen.getByText(/The endpoint answered 503\./)).toBeDefined()
})

it('shows size, omissions and cached share of each section', () => {
  show(MIND_TURNS.compacted)
  const row = screen.getByRole('row', { name: /^Tail: notes/ })
  expect(row.textContent).toContain('180 characters')
  expect(screen.getByText(/^7\d % was in the endpoint’s cache$/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getByText('Tail: only in this request')).toBeDefined()
})

it('links a line of the chronicle to its first turn', () => {
  show(MIND_TURNS.compacted)
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  fireEvent.click(screen.getByRole('button', { name: 'Go to T4–11' }))
  expect(useEpisode.getState().playhead).toEqual({ turn: 4, event: null })
})
