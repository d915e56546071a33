import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { CallLine } from './CallLine'

beforeEach(() => {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: sampleEpisode({ turns: 2 }), live: true, warning: null })
})
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
})

const firstCall = () => {
  const call = useEpisode.getState().history.latest.turns[0]?.iterations[0]?.toolCalls[0]
  if (!call) throw new Error('The sample has no tool call.')
  return call
}

describe('a tool call', () => {
  it('is expanded only if it failed', () => {
    render(<CallLine call={firstCall()} turn={1} />)
    expect(screen.queryByText('Input')).toBeNull()
    cleanup()
    render(<CallLine call={{ ...firstCall(), status: 'failed' }} turn={1} />)
    expect(screen.getByText('Input')).toBeDefined()
  })

  it('shows when it was made and how long it took', () => {
    render(<CallLine call={{ ...firstCall(), status: 'failed', durationMs: 1200 }} turn={1} />)
    expect(screen.getByText(/^Called at \d\d:\d\d:\d\d, answered after 1\.2 s\.$/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Raw' }))
    expect(screen.queryByText('Timing')).toBeNull()
  })

  it('distinguishes a call without an answer from a failed one', () => {
    render(<CallLine call={{ ...firstCall(), status: 'failed', serverIsGone: true, durationMs: 1200 }} turn={1} />)
    expect(screen.getByText('no answer: the server is gone')).toBeDefined()
    expect(screen.getByText(/, no answer after 1\.2 s\.$/)).toBeDefined()
  })

  it('of a text adventure shows the reward, and expanded the game text', () => {
    const result = {
      text: 'Cellar\nIt is dark.',
      location: { id: 7, name: 'Cellar' },
      score: 25,
      max_score: 350,
      moves: 1,
      reward: 25,
      done: false,
    }
    render(<CallLine call={{ ...firstCall(), result }} turn={1} />)
    expect(screen.getByText('Score +25')).toBeDefined()
    fireEvent.click(screen.getByText('Score +25'))
    expect(screen.getByText('Cellar, score 25/350, 1 move')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'JSON' }))
    expect(screen.getByText(/"max_score": 350/)).toBeDefined()
  })
})
