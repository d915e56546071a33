import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { DiffTab } from './DiffTab'

afterEach(cleanup)

it('says that a turn in progress is not finished, not that it changed nothing', () => {
  const events = sampleEpisode({ turns: 3 })
  const begun = events.findIndex((event) => event.event_type === 'turn_started' && event.turn === 3)
  const state = foldEvents(events.slice(0, begun + 1))
  if (!state.openTurn) throw new Error('Turn 3 is open.')
  render(<DiffTab turn={state.openTurn} state={state} />)
  expect(screen.getByText('Turn 3 is not finished.')).toBeDefined()
  expect(screen.queryByText('This turn changed nothing.')).toBeNull()
})
