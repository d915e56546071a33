import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MIND_TURNS, mindEpisode } from '@shared/episode/state/mind-episode.testkit'
import { sampleEpisode, foldEvents } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../../../session/episode/episode-store'
import { WHOLE } from '../axis/axis'
import { stuckLevelsOf } from '../axis/figures'
import { FiguresSheet } from '../table/FiguresSheet'
import { TimelinePanel } from '../TimelinePanel'
import { Lane } from './Lane'

const { mind } = foldEvents(mindEpisode())
const show = (events: ReturnType<typeof mindEpisode>, turn: number) => {
  useEpisode.getState().open('mind', { turn, event: null })
  useEpisode.getState().receive({ events, live: true, warning: null })
}
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
})

describe('the stuck lane', () => {
  it('keeps a level until the next change', () => {
    const levels = stuckLevelsOf(mind.stuck, 16)
    expect(levels).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 0, 0, 0])
  })

  it('draws higher blocks for higher levels', () => {
    const scale = { width: 412, last: 16, places: null, sight: WHOLE }
    const { container } = render(<Lane look="stuck" values={stuckLevelsOf(mind.stuck, 16)} scale={scale} here={16} />)
    const path = container.querySelector('path')?.getAttribute('d') ?? ''
    expect(path.match(/v-[\d.]+/g)).toEqual(['v-3.5', 'v-6'])
  })

  it('is in the timeline only if the player was ever stuck', () => {
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

  it('is a column of the table, below the counts of beliefs', () => {
    show(mindEpisode(), 20)
    render(<FiguresSheet onClose={() => undefined} />)
    expect(screen.getByRole('columnheader', { name: 'Stuck' })).toBeDefined()
    expect(screen.getByRole('row', { name: 'Notes of the player 1 1 1 0' })).toBeDefined()
    expect(screen.getByRole('row', { name: 'Predictions of the critic 0 0 1 0' })).toBeDefined()
  })
})
