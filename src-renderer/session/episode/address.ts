import type { Playhead } from './playhead'

/**
 * What one address of the window names: `#/episode/<id>/<branch>`, then `/<turn>` or `/<turn>.<event>`; without a turn
 * it is live.
 */
export interface Address {
  readonly episodeId: string
  readonly playhead: Playhead
}

/** The first branch. Others will hang beside it without breaking a link. */
const TRUNK = 'trunk'
const PATTERN = /^#\/episode\/([^/]+)\/trunk(?:\/(\d+)(?:\.(\d+))?)?$/

export function formatAddress({ episodeId, playhead }: Address): string {
  const base = `#/episode/${encodeURIComponent(episodeId)}/${TRUNK}`
  if (playhead === 'live') return base
  return playhead.event === null ? `${base}/${playhead.turn}` : `${base}/${playhead.turn}.${playhead.event}`
}

/** Null for anything that is not such an address. */
export function parseAddress(hash: string): Address | null {
  const [, id, turn, event] = PATTERN.exec(hash) ?? []
  if (id === undefined) return null
  const playhead: Playhead =
    turn === undefined ? 'live' : { turn: Number(turn), event: event === undefined ? null : Number(event) }
  try {
    return { episodeId: decodeURIComponent(id), playhead }
  } catch {
    return null
  }
}
