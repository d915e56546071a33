import { MIND_TURNS, mindEpisode } from '@shared/episode/state/mind-episode.testkit'
import { foldEvents } from '@shared/episode/state/sample-episode.testkit'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
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

describe('what was proposed', () => {
  it('is told with the verdict of each and which of them was played', () => {
    const { action } = turn(MIND_TURNS.rejected)
    render(<Proposals turn={turn(MIND_TURNS.rejected)} />)
    expect(items()).toEqual([
      expect.stringMatching(/^> open the trapdoorThere must be a way down\.Rejected by a rule.* did nothing here\.$/),
      expect.stringContaining(`> ${action?.action}played`),
    ])
  })

  it('is played all the same where the player insisted', () => {
    const asked = turn(MIND_TURNS.rejected)
    render(<Proposals turn={{ ...asked, action: { ...asked.action!, attempt: 1, insisted: true } }} />)
    expect(items()[0]).toContain('> open the trapdoorplayed all the same')
    expect(items()[1]).not.toContain('played')
  })

  it('has what the critic foresaw with what came, and what asking it cost', () => {
    render(<Proposals turn={turn(MIND_TURNS.moreStuck)} />)
    expect(items()[0]).toContain('It foresaw:A new room.✗ It came otherwise: the same room')
    const call = screen.getByRole('button', { name: /^Critic/ })
    expect(call.textContent).toContain('2,040 → 60 tokens · 640 ms · $0.0011')
    fireEvent.click(call)
    expect(useView.getState()).toMatchObject({
      inspectorTab: 'request',
      callShown: { turn: MIND_TURNS.moreStuck, call: 'critic 1' },
    })
  })

  it('says of a critic that did not answer that it judged nothing, and why', () => {
    render(<Proposals turn={turn(MIND_TURNS.moreStuck + 1)} />)
    expect(items()[0]).toContain('Not judged by the critic')
    expect(screen.getByRole('button', { name: /^Critic/ }).textContent).toContain('The endpoint answered 503.')
  })

  it('folds under how many were rejected, and is not there where nothing was judged', () => {
    const { container, rerender } = render(<FoldedProposals turn={turn(MIND_TURNS.rejected)} />)
    expect(container.querySelector('summary')?.textContent).toBe('1 action rejected')
    rerender(<FoldedProposals turn={turn(1)} />)
    expect(container.textContent).toBe('')
  })
})
