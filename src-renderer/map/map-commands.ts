import { useEffect } from 'react'
import type { Layout } from './use-layout'

type MapCommands = Pick<Layout, 'tidy' | 'undo' | 'canUndo'>

/** What the map in sight can be told from outside of it, by a key or the palette; null while there is none. */
let inSight: MapCommands | null = null

export const mapCommands = (): MapCommands | null => inSight

/** Offers the commands of this map for as long as it is in sight. */
export function useMapCommands(layout: MapCommands): void {
  useEffect(() => {
    inSight = layout
    return () => {
      inSight = null
    }
  }, [layout])
}
