import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../../../session/episode/episode-store'
import { atTurn } from '../../../session/episode/playhead'
import { useView } from '../../../session/view/view-store'
import { HoverCard } from './HoverCard'

beforeEach(() => {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: sampleEpisode({ turns: 9 }), live: true, warning: null })
})
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useView.setState({ hidesAhead: false })
})

const textAt = (turn: number) =>
  render(<HoverCard turn={turn} kinds={['score_gain', 'new_location']} x={0} width={600} />).container.textContent

describe('the card of a turn on the timeline', () => {
  it('shows room, command and observation', () => {
    expect(textAt(7)).toMatch(/^Turn 7, .+> .+/)
  })

  it('shows only the number of a hidden later turn', () => {
    act(() => {
      useView.setState({ hidesAhead: true })
      useEpisode.getState().movePlayhead(atTurn(useEpisode.getState().history, 4))
    })
    expect(textAt(4)).toContain('> ')
    cleanup()
    expect(textAt(7)).toBe('Turn 7')
  })
})
