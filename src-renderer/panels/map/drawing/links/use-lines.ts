import { useState } from 'react'
import type { Positions } from '@shared/map/cell'
import { layLines } from '@shared/map/drawing/lines'
import type { Link } from '@shared/map/links'

/** The routed lines of a level; only lines near a change are routed again. */
export function useLines(links: readonly Link[], positions: Positions, level: number) {
  const [laid, lay] = useState(() => ({ links, positions, level, lines: layLines({ links, positions, level }) }))
  if (laid.links === links && laid.positions === positions && laid.level === level) return laid.lines
  const lines = layLines({ links, positions, level }, laid.lines)
  lay({ links, positions, level, lines })
  return lines
}
