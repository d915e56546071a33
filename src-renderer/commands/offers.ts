import { useEffect } from 'react'

/** Commands of mounted panels, for keys and the palette. */
export interface Offers {
  readonly map: {
    readonly tidy: () => void
    readonly undo: () => void
    readonly canUndo: boolean
    /** Opens or closes the search for a route between two locations. */
    readonly way: () => void
    readonly asksWay: boolean
  }
  readonly timeline: {
    readonly nearer: () => void
    readonly farther: () => void
    readonly showAll: () => void
  }
}

const inSight: { -readonly [Panel in keyof Offers]?: Offers[Panel] } = {}

/** Undefined while the panel is not mounted. */
export const offerOf = <Panel extends keyof Offers>(panel: Panel): Offers[Panel] | undefined => inSight[panel]

/** Registers the commands of a panel while it is mounted. */
export function useOffer<Panel extends keyof Offers>(panel: Panel, offer: Offers[Panel]): void {
  useEffect(() => {
    inSight[panel] = offer
    return () => {
      delete inSight[panel]
    }
  })
}
