import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { LibraryEntry } from '@shared/contract/library'
import { noAnnotations } from '@shared/episode/log/annotate'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { closeFind, useFind } from '../../session/find/find-store'
import { setView, useView } from '../../session/view/view-store'
import { EpisodesPanel } from './EpisodesPanel'

const log = sampleEpisode({ turns: 3 })
const entry: LibraryEntry = {
  id: 'sample',
  running: false,
  readable: true,
  annotations: noAnnotations,
  reason: null,
  summary: summarizeEpisode(foldEvents(log)),
}
afterEach(() => {
  cleanup()
  closeFind()
  setView({ libraryFilter: '' })
  useFind.setState({ text: '' })
  useEpisodeList.setState(useEpisodeList.getInitialState(), true)
  useEpisode.getState().close()
})

it('offers to search the story for words that no episode contains', () => {
  useEpisodeList.getState().receive({ changed: [entry], removed: [] })
  setView({ libraryFilter: 'brass lantern' })
  const panel = render(<EpisodesPanel />)
  const offer = () => screen.queryByRole('button', { name: 'Find “brass lantern” in the story' })
  expect(offer()).toBeNull()
  panel.unmount()
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: log, live: false, warning: null })
  render(<EpisodesPanel />)
  fireEvent.click(offer()!)
  expect(useFind.getState()).toMatchObject({ isOpen: true, text: 'brass lantern' })
  expect(useView.getState().libraryFilter).toBe('')
})

it('counts the episodes that match a filter', () => {
  useEpisodeList.getState().receive({ changed: [entry, { ...entry, id: 'other' }], removed: [], live: true })
  const panel = render(<EpisodesPanel />)
  expect(screen.queryByText('2 of 2')).toBeNull()
  panel.unmount()
  setView({ libraryFilter: 'turns>2' })
  render(<EpisodesPanel />)
  expect(screen.getByText('2 of 2')).toBeTruthy()
})

it('does not say that no episode matches before all are read', () => {
  const { receive } = useEpisodeList.getState()
  receive({ changed: [entry], removed: [], live: false })
  setView({ libraryFilter: 'quartz' })
  render(<EpisodesPanel />)
  expect(screen.getByText('0 of 1…')).toBeTruthy()
  expect(screen.getByText('No match in 1 episode so far. Reading the others…')).toBeTruthy()
  act(() => receive({ changed: [], removed: [], live: true }))
  expect(screen.getByText('No episode matches “quartz”.')).toBeTruthy()
})

it('says that the filter hides the open episode, such as a new fork, and clears it', () => {
  const hidden = () => screen.queryByText('The filter hides the open episode.')
  useEpisodeList.getState().receive({ changed: [entry, { ...entry, id: 'fork' }], removed: [], live: true })
  useEpisode.getState().open('fork', 'live')
  const panel = render(<EpisodesPanel />)
  expect(hidden()).toBeNull()
  panel.unmount()
  setView({ libraryFilter: 'turns>3', libraryShow: 'running' })
  render(<EpisodesPanel />)
  expect(hidden()).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Clear the filter' }))
  expect(hidden()).toBeNull()
  expect(useView.getState()).toMatchObject({ libraryFilter: '', libraryShow: 'all' })
})
