import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MIND_TURNS, mindEpisode } from '@shared/episode/state/mind-episode.testkit'
import { useEpisode } from '../episode/episode-store'
import { STORY_PRESETS } from '../view/story-filter'
import { setView, useView } from '../view/view-store'
import { useFilteredTurns } from './use-filtered-turns'

afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useView.setState(useView.getInitialState(), true)
})

it('filters by turns that acted on a false belief', () => {
  const events = mindEpisode().map((event) =>
    event.event_type === 'action_chosen' && event.turn === MIND_TURNS.falseBelief
      ? { ...event, action: 'take the lantern' }
      : event,
  )
  useEpisode.getState().open('mind', 'live')
  useEpisode.getState().receive({ events, live: true, warning: null })
  expect(renderHook(useFilteredTurns).result.current).toBeNull()
  setView({ storyFilter: { ...STORY_PRESETS.story, onlyFalseBeliefs: true } })
  expect([...(renderHook(useFilteredTurns).result.current ?? [])]).toEqual([MIND_TURNS.falseBelief])
})
