import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import { noAnnotations } from '@shared/episode/log/annotate'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { foldEvents } from '@shared/episode/state/sample-episode.testkit'
import { variedEpisode } from '@shared/episode/state/varied-episodes.testkit'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { DeleteSheet } from './DeleteSheet'

afterEach(() => {
  cleanup()
  forgetHost()
  useEpisodeList.setState({ entries: new Map(), isRead: false })
})

it('reports an episode that another window has deleted, and can be closed', () => {
  const onClose = vi.fn<() => void>()
  useEpisodeList.getState().receive({
    changed: [{ id: 'e1', running: false, readable: true, summary: null, annotations: noAnnotations, reason: null }],
    removed: [],
  })
  render(<DeleteSheet episodeIds={['e1']} onClose={onClose} />)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toContain('Delete')
  act(() => useEpisodeList.getState().receive({ changed: [], removed: ['e1'] }))
  expect(screen.getByText('The episode no longer exists.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  screen.getByRole('button', { name: 'Cancel' }).click()
  expect(onClose).toHaveBeenCalledOnce()
})

it.each([true, false])('says whether the episode is paused or running, and stops it first: %s', (isPaused) => {
  const summary = { ...summarizeEpisode(foldEvents(variedEpisode(0)))!, isPaused }
  const deleteEpisode = vi.fn<HostApi['deleteEpisode']>().mockResolvedValue({})
  connectTo({ deleteEpisode })
  const entry = { id: 'e1', running: true, readable: true, summary, annotations: noAnnotations, reason: null }
  useEpisodeList.getState().receive({ changed: [entry], removed: [] })
  render(<DeleteSheet episodeIds={['e1']} onClose={() => {}} />)
  const state = isPaused ? 'paused' : 'running'
  expect(screen.getByText(`The episode is ${state}. It is stopped before it is deleted.`)).toBeDefined()
  screen.getByRole('button', { name: 'Stop and delete' }).click()
  expect(deleteEpisode).toHaveBeenCalledExactlyOnceWith({ episodeId: 'e1', stop: true })
})

it('does not delete an episode that another program plays', () => {
  const entry = { id: 'e1', running: true, elsewhere: true, readable: true, summary: null } as const
  useEpisodeList.getState().receive({ changed: [{ ...entry, annotations: noAnnotations, reason: null }], removed: [] })
  render(<DeleteSheet episodeIds={['e1']} onClose={() => {}} />)
  expect(screen.getByText('Another program plays the episode. Stop it there before you delete it.')).toBeDefined()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).not.toContain('Stop and delete')
})
