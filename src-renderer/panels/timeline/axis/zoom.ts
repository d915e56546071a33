import { type Sight, WHOLE } from './axis'

/**
 * The visible part in the axis's unit (turns, milliseconds, tokens), so that it does not move while the episode grows.
 */
export interface Zoom {
  readonly span: number
  /** Null: follows the end. */
  readonly end: number | null
}

/** The visible part of a track of length `total`; a null zoom shows all of it. */
export function sightOf(zoom: Zoom | null, total: number): Sight {
  if (zoom === null || zoom.span >= total) return WHOLE
  const end = zoom.end ?? total
  return { start: (end - zoom.span) / total, end: end / total }
}

/** Zooms in with a factor below 1, out above 1; `share` of the whole track keeps its visible position. */
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

/** Pans just enough to make `share` of the whole track visible with a margin. */
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
