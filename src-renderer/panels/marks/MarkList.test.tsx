import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { noAnnotations } from '@shared/episode/log/annotate'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { MarkList } from './TurnMarks'

const bookmarked = (turn: number) => ({ turn, bookmarked: true, isBreakpoint: false, note: '' })
const marksOn = (...turns: readonly number[]) =>
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
          annotations: { ...noAnnotations, turns: turns.map(bookmarked) },
        },
      ],
    ]),
  })

afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useEpisodeList.setState({ entries: new Map() })
})

describe('MarkList', () => {
  it('names a mark on a cut-off turn by the turn before it', () => {
    useEpisode.getState().open('sample', 'live')
    useEpisode.getState().receive({ events: sampleEpisode({ turns: 3 }), live: true, warning: null })
    marksOn(0, 3, 4)
    render(<MarkList />)
    expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['Opening', 'Turn 3', 'After turn 3'])
  })
})
