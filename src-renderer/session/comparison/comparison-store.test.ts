import { afterEach, describe, expect, it } from 'vitest'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../episode/episode-store'
import { turnOf } from '../episode/playhead'
import { openExperiments, useExperiments } from '../experiments/experiments-store'
import {
  goToCompared,
  leaveComparison,
  openComparison,
  openSide,
  placePlayheads,
  stepCompared,
  stepDiffering,
  swapSides,
  turnCompared,
  useComparison,
} from './comparison-store'

afterEach(() => {
  useEpisode.getState().close()
  useComparison.setState({ open: null })
  useExperiments.setState({ open: null })
})

const sample = sampleEpisode({ turns: 20 })
const other = sample
  .slice(
    0,
    sample.findIndex((event) => event.event_type === 'turn_started' && event.turn === 16),
  )
  .map((event) =>
    event.event_type === 'observation_made' && (event.turn === 5 || event.turn === 9)
      ? { ...event, text: 'Something else.' }
      : event,
  )

const open = () => {
  const { open } = useComparison.getState()
  if (open === null) throw new Error('No comparison is open.')
  return open
}
/** The shared playhead, then the playheads of both sides. */
const places = () => {
  const { a, b } = open().sides
  return [
    turnCompared(open()),
    ...[a, b].map(({ store }) => turnOf(store.getState().history, store.getState().playhead)),
  ]
}
function compare(): void {
  openComparison({ a: 'one', b: 'other' })
  open().sides.a.store.getState().receive({ events: sample, live: true, warning: null })
  open().sides.b.store.getState().receive({ events: other, live: true, warning: null })
  placePlayheads()
}

describe('a comparison', () => {
  it('begins at the first difference, once both are read that far', () => {
    openComparison({ a: 'one', b: 'other' })
    open().sides.a.store.getState().receive({ events: sample, live: true, warning: null })
    expect(turnCompared(open())).toBe(null)
    open()
      .sides.b.store.getState()
      .receive({ events: other.slice(0, 20), live: false, warning: null })
    expect(turnCompared(open())).toBe(null)
    open()
      .sides.b.store.getState()
      .receive({ events: other.slice(20), live: false, warning: null })
    placePlayheads()
    expect(places()).toEqual([5, 5, 5])
  })

  it('moves both sides by turn and by difference, neither past its end', () => {
    compare()
    stepCompared(1)
    expect(places()).toEqual([6, 6, 6])
    expect(stepDiffering(1)).toBe(true)
    expect(places()).toEqual([9, 9, 9])
    stepDiffering(1)
    // The first turn that only one side has.
    expect(places()).toEqual([16, 16, 15])
    expect(stepDiffering(1)).toBe(false)
    useComparison.setState({ open: { ...open(), at: 999 } })
    expect(turnCompared(open())).toBe(20)
    goToCompared(20)
    expect(open().at).toBe('live')
    expect(places()).toEqual([20, 20, 15])
    stepCompared(-100)
    expect(places()).toEqual([0, 0, 0])
    expect(stepDiffering(-1)).toBe(false)
  })

  it('moves the growing side up to the shown turn', () => {
    compare()
    goToCompared(18)
    const { b } = open().sides
    b.store.getState().receive({ events: sample.slice(other.length), live: true, warning: null })
    placePlayheads()
    expect(places()).toEqual([18, 18, 18])
  })

  it('swaps its sides without reading the logs again', () => {
    compare()
    const { sides } = open()
    swapSides()
    expect(open().ids).toEqual({ a: 'other', b: 'one' })
    expect(open().sides.a.store).toBe(sides.b.store)
    expect(places()).toEqual([5, 5, 5])
  })

  it('replaces the open episode and restores it on leaving', () => {
    useEpisode.getState().open('before', { turn: 3, event: null })
    compare()
    expect(useEpisode.getState().id).toBe(null)
    leaveComparison()
    expect(useComparison.getState().open).toBe(null)
    expect(useEpisode.getState()).toMatchObject({ id: 'before', playhead: { turn: 3, event: null } })
  })

  it('replaces the report of an experiment and restores it on leaving', () => {
    useEpisode.getState().open('before', 'live')
    openExperiments('two-arms')
    const report = useExperiments.getState().open
    compare()
    openComparison({ a: 'other', b: 'third' })
    expect(useExperiments.getState().open).toBe(null)
    leaveComparison()
    expect([useComparison.getState().open, useExperiments.getState().open]).toEqual([null, report])
    expect(useEpisode.getState().id).toBe(null)
  })

  it('opens either side at the shown turn, and the first side if a link led here', () => {
    compare()
    openSide('b')
    expect(useEpisode.getState()).toMatchObject({ id: 'other', playhead: { turn: 5 } })
    useEpisode.getState().close()
    compare()
    leaveComparison()
    expect(useEpisode.getState()).toMatchObject({ id: 'one', playhead: { turn: 5 } })
  })
})
