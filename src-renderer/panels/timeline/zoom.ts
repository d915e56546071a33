import { type Sight, WHOLE } from './axis'

/**
 * The part of the track that is in sight, in what the axis counts (turns, milliseconds, tokens), so that it stays where
 * it is while the episode grows.
 */
export interface Zoom {
  readonly span: number
  /** Null: glued to the end. */
  readonly end: number | null
}

/** What `zoom` shows of a track that is `total` long; null shows all of it. */
export function sightOf(zoom: Zoom | null, total: number): Sight {
  if (zoom === null || zoom.span >= total) return WHOLE
  const end = zoom.end ?? total
  return { start: (end - zoom.span) / total, end: end / total }
}

/**
 * Nearer by a factor below 1, farther by one above it; what lies at `share` of the whole track keeps its place in
 * sight.
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

/** Moved along the track by a share of what is in sight. */
export function panBy(zoom: Zoom | null, total: number, share: number): Zoom | null {
  return zoom && placed((zoom.end ?? total) + share * zoom.span, zoom.span, total)
}

/** Moved no farther than it takes to have `share` of the whole track in sight, with a little of what is beside it. */
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
