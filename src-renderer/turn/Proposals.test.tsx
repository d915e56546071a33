import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MIND_TURNS, mindEpisode } from '@shared/episode/state/mind-episode.testkit'
import { foldEvents } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../session/episode/episode-store'
import { useView } from '../session/view/view-store'
import { FoldedProposals, Proposals } from './Proposals'

const { turns } = foldEvents(mindEpisode())
const turn = (number: number) => turns[number - 1]!
const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useView.setState(useView.getInitialState(), true)
})

describe('proposals', () => {
  it('show each verdict and which action was played', () => {
    const { action } = turn(MIND_TURNS.rejected)
    render(<Proposals turn={turn(MIND_TURNS.rejected)} />)
    expect(items()).toEqual([
      expect.stringMatching(/^> open the trapdoorThere must be a way down\.Rejected by a rule.* did nothing here\.$/),
      expect.stringContaining(`> ${action?.action}played`),
    ])
  })

  it('mark an action that the player insisted on', () => {
    const asked = turn(MIND_TURNS.rejected)
    render(<Proposals turn={{ ...asked, action: { ...asked.action!, attempt: 1, insisted: true } }} />)
    expect(items()[0]).toContain('> open the trapdoorplayed anyway')
    expect(items()[1]).not.toContain('played')
  })

  it('were not played if a person entered the action', () => {
    const asked = turn(MIND_TURNS.rejected)
    render(<Proposals turn={{ ...asked, action: { ...asked.action!, source: 'human' } }} />)
    expect(items().join()).not.toContain('played')
  })

  it('compare the critic’s prediction with the result, and show its cost', () => {
    render(<Proposals turn={turn(MIND_TURNS.moreStuck)} />)
    expect(items()[0]).toContain('Prediction:A new room.✗ Wrong: the same room')
    const call = screen.getByRole('button', { name: /^Critic/ })
    expect(call.textContent).toContain('2,040 → 60 tokens · 640 ms · $0.0011')
    fireEvent.click(call)
    expect(useView.getState()).toMatchObject({
      inspectorTab: 'request',
      callShown: { turn: MIND_TURNS.moreStuck, call: 'critic 1' },
    })
  })

  it('show why a critic gave no verdict', () => {
    render(<Proposals turn={turn(MIND_TURNS.moreStuck + 1)} />)
    expect(items()[0]).toContain('Not judged by the critic')
    expect(screen.getByRole('button', { name: /^Critic/ }).textContent).toContain('The endpoint answered 503.')
  })

  it('collapse under the number of rejections, and are absent without proposals', () => {
    const { container, rerender } = render(<FoldedProposals turn={turn(MIND_TURNS.rejected)} />)
    expect(container.querySelector('summary')?.textContent).toBe('1 action rejected')
    rerender(<FoldedProposals turn={turn(1)} />)
    expect(container.textContent).toBe('')
  })
})
