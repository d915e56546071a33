export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}
type Size = Pick<Box, 'width' | 'height'>

/** Minimum distances of the card from its target and from the edges of the window, in pixels. */
const GAP = 12
const EDGE = 8

/**
 * A position where the card does not cover its target: after, before, below or above it. If there is no such position,
 * the lower right corner of the target. In pixels of the window.
 */
export function placeCard(target: Box, card: Size, window: Size): { readonly left: number; readonly top: number } {
  const [right, bottom] = [target.left + target.width, target.top + target.height]
  const clamped = (at: number, size: number, all: number) => Math.max(EDGE, Math.min(at, all - size - EDGE))
  const left = clamped(target.left, card.width, window.width)
  const top = clamped(target.top, card.height, window.height)
  const places = [
    { left: right + GAP, top },
    { left: target.left - GAP - card.width, top },
    { left, top: bottom + GAP },
    { left, top: target.top - GAP - card.height },
  ]
  const isInside = (place: { left: number; top: number }) =>
    place.left === clamped(place.left, card.width, window.width) &&
    place.top === clamped(place.top, card.height, window.height)
  return (
    places.find(isInside) ?? {
      left: clamped(right - card.width - GAP, card.width, window.width),
      top: clamped(bottom - card.height - GAP, card.height, window.height),
    }
  )
}
