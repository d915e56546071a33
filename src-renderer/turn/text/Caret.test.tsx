import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noAnnotations } from '@shared/episode/log/annotate'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { Caret } from './ThoughtText'

const entry = (running: boolean) => ({
  entries: new Map([
    [
      'played',
      {
        id: 'played',
        running,
        readable: true,
        reason: null,
        summary: null,
        annotations: { ...noAnnotations, title: null },
      },
    ],
  ]),
})

beforeEach(() => {
  useEpisodeList.setState(entry(true))
  useEpisode.getState().open('played', 'live')
})
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useEpisodeList.setState({ entries: new Map() })
})

it('the caret is shown while the episode is played', () => {
  expect(render(<Caret />).container.firstChild).not.toBeNull()
})

it('the caret is hidden while the playhead is in the past, and while the episode is not played', () => {
  const { container } = render(<Caret />)
  act(() => useEpisode.getState().movePlayhead({ turn: 0, event: null }))
  expect(container.firstChild).toBeNull()
  act(() => {
    useEpisode.getState().movePlayhead('live')
    useEpisodeList.setState(entry(false))
  })
  expect(container.firstChild).toBeNull()
})
