import { useEffect } from 'react'

/** What panels can be told from outside of them, by a key or the palette, for as long as they are in sight. */
export interface Offers {
  readonly map: {
    readonly tidy: () => void
    readonly undo: () => void
    readonly canUndo: boolean
    /** Asks for the way from one location to another, or ends that. */
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

/** Undefined while the panel is not in sight. */
export const offerOf = <Panel extends keyof Offers>(panel: Panel): Offers[Panel] | undefined => inSight[panel]

/** Offers the commands of this panel for as long as it is in sight. */
export function useOffer<Panel extends keyof Offers>(panel: Panel, offer: Offers[Panel]): void {
  useEffect(() => {
    inSight[panel] = offer
    return () => {
      delete inSight[panel]
    }
  })
}
