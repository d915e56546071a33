import { MIND_TURNS, mindEpisode } from '@shared/episode/state/mind-episode.testkit'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { foldEvents } from '@shared/episode/state/sample-episode.testkit'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useEpisode } from '../../session/episode/episode-store'
import { WHOLE } from './axis'
import { FiguresSheet } from './FiguresSheet'
import { stuckLevelsOf } from './figures'
import { StuckLane } from './StuckLane'
import { TimelinePanel } from './TimelinePanel'

const { mind } = foldEvents(mindEpisode())
const show = (events: ReturnType<typeof mindEpisode>, turn: number) => {
  useEpisode.getState().open('mind', { turn, event: null })
  useEpisode.getState().receive({ events, live: true, warning: null })
}
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
})

describe('the lane of being stuck', () => {
  it('holds a level from the turn that it began in to the one before the next', () => {
    const levels = stuckLevelsOf(mind.stuck, 16)
    expect(levels).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 0, 0, 0])
  })

  it('has a block for each level, the higher the more stuck', () => {
    const scale = { width: 412, last: 16, places: null, sight: WHOLE }
    const { container } = render(<StuckLane levels={stuckLevelsOf(mind.stuck, 16)} scale={scale} here={16} />)
    const path = container.querySelector('path')?.getAttribute('d') ?? ''
    expect(path.match(/v-[\d.]+/g)).toEqual(['v-3.5', 'v-6'])
  })

  it('stands in the timeline and is said there, only where the player was ever stuck', () => {
    show(mindEpisode(), MIND_TURNS.moreStuck)
    render(<TimelinePanel />)
    expect(screen.getByText('Stuck')).toBeDefined()
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/, stuck, level 2$/)
    act(() => useEpisode.getState().movePlayhead({ turn: MIND_TURNS.free, event: null }))
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).not.toContain('stuck')
    cleanup()
    useEpisode.getState().close()
    show(sampleEpisode({ turns: 5 }), 5)
    render(<TimelinePanel />)
    expect(screen.queryByText('Stuck')).toBeNull()
  })

  it('is a column of the table, above which beliefs are counted by who held them', () => {
    show(mindEpisode(), 20)
    render(<FiguresSheet onClose={() => undefined} />)
    expect(screen.getByRole('columnheader', { name: 'Stuck' })).toBeDefined()
    expect(screen.getByRole('row', { name: 'Notes of the player 1 1 1 0' })).toBeDefined()
    expect(screen.getByRole('row', { name: 'What the critic foresaw 0 0 1 0' })).toBeDefined()
  })
})
