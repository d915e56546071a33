import { useState } from 'react'
import { type Offers, useOffer } from '../../commands/offers'
import { useEpisode } from '../../session/episode/episode-store'
import type { Sight } from './axis'
import { bringIntoSight, panBy, sightOf, type Zoom, zoomBy } from './zoom'

export type TimelineZoom = Offers['timeline'] & {
  readonly sight: Sight
  readonly zoomAt: (share: number, factor: number) => void
  readonly pan: (share: number) => void
}

interface Track {
  /** Length in what the axis counts. */
  readonly total: number
  /** Where the playhead is on it, 0 to 1. */
  readonly here: number
  readonly turns: number
}

/** Fewer turns than this are not worth more room. */
const LEAST_TURNS = 4
const STEP = 0.6

/**
 * Which part of the track is in sight. The reader's moves of the playhead take it along; what comes in by itself never
 * does.
 */
export function useZoom({ total, here, turns }: Track): TimelineZoom {
  const [zoom, setZoom] = useState<Zoom | null>(null)
  const playhead = useEpisode((episode) => episode.playhead)
  const [seen, setSeen] = useState(playhead)
  if (seen !== playhead) {
    setSeen(playhead)
    setZoom(bringIntoSight(zoom, total, here))
  }

  const zoomAt = (share: number, factor: number) =>
    setZoom(zoomBy(zoom, total, (total / Math.max(1, turns)) * LEAST_TURNS, factor, share))
  const offer = {
    nearer: () => zoomAt(here, STEP),
    farther: () => zoomAt(here, 1 / STEP),
    showAll: () => setZoom(null),
  }
  useOffer('timeline', offer)
  return { ...offer, sight: sightOf(zoom, total), zoomAt, pan: (share) => setZoom(panBy(zoom, total, share)) }
}
