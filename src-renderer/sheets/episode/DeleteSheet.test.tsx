import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { noAnnotations } from '@shared/episode/log/annotate'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { DeleteSheet } from './DeleteSheet'

afterEach(() => {
  cleanup()
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
