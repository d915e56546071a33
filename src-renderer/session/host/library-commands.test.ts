import { afterEach, expect, it, vi } from 'vitest'
import type { LibraryEntry } from '@shared/contract/library'
import { noAnnotations } from '@shared/episode/log/annotate'
import { useNotice } from '../../kit/text/notice-store'
import { connectTo, forgetHost } from '../connection/connection.testkit'
import { useEpisode } from '../episode/episode-store'
import { useForks } from '../episode/forks/fork-store'
import { useEpisodeList } from '../episodes/episodes-store'
import { undoFork } from './episode-commands'
import { deleteEpisodes, restoreDeleted, saveNote } from './library-commands'

const done = async () => ({})
const named = (...ids: readonly string[]) => ids.map((id) => ({ id, title: id }))
const openId = () => useEpisode.getState().id

afterEach(() => {
  useEpisode.getState().close()
  useEpisodeList.setState(useEpisodeList.getInitialState(), true)
  forgetHost()
})

it('the notice about an undone fork disappears when the fork is restored', async () => {
  connectTo({ deleteEpisode: done, restoreEpisode: done })
  useForks.setState({ made: { id: 'fork', parentId: 'parent', turn: 1, playhead: 'live' } })
  await undoFork()
  expect(useNotice.getState().text).toBe('Moved the fork to the trash.')
  await restoreDeleted()
  expect([useNotice.getState().text, openId()]).toEqual(['', 'fork'])
})

it('restoring several episodes opens the one that was open, unless another was opened since', async () => {
  connectTo({ deleteEpisode: done, restoreEpisode: done })
  useEpisode.getState().open('b', 'live')
  await deleteEpisodes(named('a', 'b'), false)
  expect(openId()).toBeNull()
  await restoreDeleted()
  expect(openId()).toBe('b')
  await deleteEpisodes(named('a', 'b'), false)
  useEpisode.getState().open('c', 'live')
  await restoreDeleted()
  expect(openId()).toBe('c')
  await deleteEpisodes(named('a', 'b'), false)
  useEpisode.getState().close()
  await restoreDeleted()
  expect(openId()).toBeNull()
})

it('restoring an episode that was not open leaves the open one open', async () => {
  connectTo({ deleteEpisode: done, restoreEpisode: done })
  useEpisode.getState().open('a', 'live')
  await deleteEpisodes(named('b'), false)
  await restoreDeleted()
  expect(openId()).toBe('a')
  await deleteEpisodes(named('a'), false)
  await restoreDeleted()
  expect(openId()).toBe('a')
})

it('a note on a deleted episode is refused without an id', async () => {
  const annotateTurn = vi.fn(done)
  connectTo({ annotateTurn })
  const entry: LibraryEntry = {
    id: 'e1',
    running: false,
    readable: true,
    annotations: noAnnotations,
    reason: null,
    summary: null,
  }
  const { receive } = useEpisodeList.getState()
  receive({ changed: [entry], removed: [] })
  expect(await saveNote('e1', 1, 'A lamp.')).toBeNull()
  receive({ changed: [], removed: ['e1'] })
  expect(await saveNote('e1', 1, 'A lamp.')).toBe('This episode was deleted. Restore it, then save the note.')
  expect(annotateTurn).toHaveBeenCalledOnce()
})
