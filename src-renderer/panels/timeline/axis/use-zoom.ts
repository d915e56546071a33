import { useState } from 'react'
import { type PanelCommands, useRegisterCommands } from '../../../commands/panel-commands'
import { useEpisode } from '../../../session/episode/episode-store'
import { type Sight, WHOLE } from './axis'

export type TimelineZoom = PanelCommands['timeline'] & {
  readonly sight: Sight
  readonly zoomAt: (share: number, factor: number) => void
  readonly pan: (share: number) => void
}

interface Track {
  readonly total: number
  /** Position of the playhead, 0 to 1. */
  readonly here: number
  readonly turns: number
  /** Start of the part that is visible at first, as a share of the track; 0 for all. */
  readonly from: number
}

/** Minimum number of visible turns. */
const LEAST_TURNS = 4
const STEP = 0.6

/** The visible part of the track. It follows the playhead when the user moves it, but not new events. */
export function useZoom({ total, here, turns, from }: Track): TimelineZoom {
  const [zoom, setZoom] = useState<Zoom | null>(from > 0 && from < 1 ? { span: (1 - from) * total, end: null } : null)
  const playhead = useEpisode((episode) => episode.playhead)
  const [seen, setSeen] = useState(playhead)
  if (seen !== playhead) {
    setSeen(playhead)
    setZoom(bringIntoSight(zoom, total, here))
  }

  const zoomAt = (share: number, factor: number) =>
    setZoom(zoomBy(zoom, total, (total / Math.max(1, turns)) * LEAST_TURNS, factor, share))
  const commands = {
    nearer: () => zoomAt(here, STEP),
    farther: () => zoomAt(here, 1 / STEP),
    showAll: () => setZoom(null),
  }
  useRegisterCommands('timeline', commands)
  return { ...commands, sight: sightOf(zoom, total), zoomAt, pan: (share) => setZoom(panBy(zoom, total, share)) }
}

/**
 * The visible part in units of the axis (turns, milliseconds, tokens), so that it stays in place while the episode
 * grows.
 */
interface Zoom {
  readonly span: number
  /** Null if the visible part follows the end. */
  readonly end: number | null
}

/** The visible part of a track of length `total`; all of it if `zoom` is null. */
export function sightOf(zoom: Zoom | null, total: number): Sight {
  if (zoom === null || zoom.span >= total) return WHOLE
  const end = zoom.end ?? total
  return { start: (end - zoom.span) / total, end: end / total }
}

/**
 * Zooms in with a factor below 1, out with one above 1. The point at `share` of the whole track keeps its position on
 * screen.
 */
export function zoomBy(
  zoom: Zoom | null,
  total: number,
  leastSpan: number,
  factor: number,
  share: number,
): Zoom | null {
  const { start, end } = sightOf(zoom, total)
  const span = Math.max(leastSpan, (end - start) * factor * total)
  if (span >= total) return null
  const before = (share - start) / (end - start)
  return placed(share * total + (1 - before) * span, span, total)
}

/** Pans by a share of the visible part. */
export function panBy(zoom: Zoom | null, total: number, share: number): Zoom | null {
  return zoom && placed((zoom.end ?? total) + share * zoom.span, zoom.span, total)
}

/** Pans just far enough to make `share` of the whole track visible with a margin. */
export function bringIntoSight(zoom: Zoom | null, total: number, share: number): Zoom | null {
  if (zoom === null) return null
  const { start, end } = sightOf(zoom, total)
  if (share >= start && share <= end) return zoom
  const margin = zoom.span / 10
  return placed(share < start ? share * total + zoom.span - margin : share * total + margin, zoom.span, total)
}

const placed = (end: number, span: number, total: number): Zoom => ({
  span,
  end: end > total * (1 - 1e-9) ? null : Math.max(span, end),
})
