import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { noAnnotations } from '@shared/episode/log/annotate'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { useView } from '../../session/view/view-store'
import { WorldPanel } from './WorldPanel'

afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useEpisodeList.setState({ entries: new Map() })
  useView.setState({ mapTab: 'map', hidesAhead: false })
})

describe('WorldPanel', () => {
  it('explains itself while no room is known', () => {
    render(<WorldPanel />)
    expect(screen.getByText('Rooms appear here as the agent finds them.')).toBeTruthy()
  })

  it('hides the user’s notes after the playhead if later turns are hidden', async () => {
    const turns = [2, 6].map((turn) => ({ turn, bookmarked: false, isBreakpoint: false, note: `Note ${turn}` }))
    useEpisodeList.setState({
      entries: new Map([
        [
          'sample',
          {
            id: 'sample',
            running: false,
            readable: true,
            reason: null,
            summary: null,
            annotations: { ...noAnnotations, turns },
          },
        ],
      ]),
    })
    useEpisode.getState().open('sample', { turn: 4, event: null })
    useEpisode.getState().receive({ events: sampleEpisode({ turns: 8 }), live: true, warning: null })
    useView.setState({ mapTab: 'mind' })
    render(<WorldPanel />)
    expect(await screen.findByText('Note 6')).toBeTruthy()
    act(() => {
      useView.setState({ hidesAhead: true })
    })
    expect(screen.queryByText('Note 6')).toBeNull()
    expect(screen.getByText('Note 2')).toBeTruthy()
  })

  it('says that an unreadable episode cannot be shown', () => {
    useEpisode.getState().open('torn', 'live')
    useEpisode.getState().fail('line 3 is not JSON')
    render(<WorldPanel />)
    expect(screen.getByText('This episode cannot be shown.')).toBeTruthy()
  })
})
