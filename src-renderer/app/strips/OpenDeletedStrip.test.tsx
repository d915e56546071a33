import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { noAnnotations } from '@shared/episode/log/annotate'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { actions, isAvailable } from '../../commands/actions'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { OpenDeletedStrip } from './QuietStrips'

afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useEpisodeList.setState(useEpisodeList.getInitialState(), true)
  forgetHost()
})

const entry = { id: 'e', running: false, readable: true, annotations: noAnnotations, reason: null, summary: null }

it('says that another window deleted the open episode, which can be restored, but not forked or exported', async () => {
  const restored: string[] = []
  connectTo({
    async restoreEpisode({ episodeId }) {
      restored.push(episodeId)
      return {}
    },
  })
  useEpisode.getState().open('e', 'live')
  useEpisode.getState().receive({ events: sampleEpisode({ turns: 2 }), live: true, warning: null })
  render(<OpenDeletedStrip />)
  const offered = () => [isAvailable(actions.fork), isAvailable(actions.export), isAvailable(actions.bookmark)]
  // The row of a new episode may arrive after its first events.
  expect([screen.queryByRole('status'), offered()]).toEqual([null, [true, true, true]])
  act(() => useEpisodeList.getState().receive({ changed: [entry], removed: [] }))
  act(() => useEpisodeList.getState().receive({ changed: [], removed: ['e'] }))
  expect([screen.getByRole('status').textContent, offered()]).toEqual([
    'This episode was deleted.Restore',
    [false, false, false],
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }))
  act(() => useEpisodeList.getState().receive({ changed: [entry], removed: [] }))
  expect([restored, screen.queryByRole('status'), offered()]).toEqual([['e'], null, [true, true, true]])
})

it('follows the open episode again at the same turn after another window restored it', () => {
  const playhead = { turn: 1, event: null }
  useEpisode.getState().open('e', playhead)
  useEpisodeList.getState().receive({ changed: [entry], removed: [] })
  useEpisodeList.getState().receive({ changed: [], removed: ['e'] })
  useEpisode.getState().fail('Episode e was deleted. Restore it from the trash.')
  useEpisodeList.getState().receive({ changed: [], removed: [] })
  expect(useEpisode.getState().failure).not.toBeNull()
  useEpisodeList.getState().receive({ changed: [entry], removed: [] })
  expect(useEpisode.getState()).toMatchObject({ id: 'e', playhead, failure: null })
})
