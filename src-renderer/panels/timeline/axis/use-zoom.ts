import { useState } from 'react'
import { type Offers, useOffer } from '../../../commands/offers'
import { useEpisode } from '../../../session/episode/episode-store'
import type { Sight } from './axis'
import { bringIntoSight, panBy, sightOf, type Zoom, zoomBy } from './zoom'

export type TimelineZoom = Offers['timeline'] & {
  readonly sight: Sight
  readonly zoomAt: (share: number, factor: number) => void
  readonly pan: (share: number) => void
}

interface Track {
  /** Length in the axis's unit. */
  readonly total: number
  /** Position of the playhead, 0 to 1. */
  readonly here: number
  readonly turns: number
}

/** The narrowest zoom, in turns. */
const LEAST_TURNS = 4
const STEP = 0.6

/** The visible part of the track. It follows the playhead when the user moves it, not new events. */
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
