import { sampleEpisode } from '@shared/episode/sample-episode.testkit'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useEpisode } from '../../../session/episode/episode-store'
import { setView, useView } from '../../../session/view/view-store'
import { RequestTab } from './RequestTab'

const log = sampleEpisode({ turns: 3 })
const before = (type: 'turn_started' | 'llm_request', turn: number) =>
  log.findIndex((event) => event.event_type === type && event.turn === turn)

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

it('whoever types into the search of the raw request goes on typing when the next turn begins', () => {
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
