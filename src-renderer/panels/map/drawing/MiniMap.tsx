import { useStore } from '@xyflow/react'
import type { PointerEvent } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Cell } from '@shared/map/cell'
import { boundsOf, boxOf, type Point } from '@shared/map/drawing/geometry'
import styles from './MapDrawing.module.css'

interface MiniMapProps {
  /** Cells of the known rooms on this level. */
  readonly cells: readonly Cell[]
  readonly agents: readonly Cell[]
  readonly opened: Cell | null
  /** Receives a point of the drawing. */
  readonly onMove: (point: Point) => void
}

/** The whole level as a small map, with a frame around the visible part. Empty if the whole level is visible. */
export function MiniMap({ cells, agents, opened, onMove }: MiniMapProps) {
  const [x, y, width, height] = useStore(
    useShallow(({ transform: [left, top, zoom], width, height }) => [
      -left / zoom,
      -top / zoom,
      width / zoom,
      height / zoom,
    ]),
  ) as [number, number, number, number]
  if (cells.length === 0 || width === 0) return null
  const bounds = boundsOf(cells)
  const isInSight =
    bounds.x >= x && bounds.y >= y && bounds.x + bounds.width <= x + width && bounds.y + bounds.height <= y + height
  if (isInSight) return null
  const move = ({ currentTarget, clientX, clientY, buttons }: PointerEvent<SVGSVGElement>) => {
    if (buttons !== 1) return
    const toDrawing = currentTarget.getScreenCTM()?.inverse()
    if (toDrawing) onMove(new DOMPoint(clientX, clientY).matrixTransform(toDrawing))
  }
  const margin = 40
  return (
    <svg
      className={styles.mini}
      aria-hidden="true"
      viewBox={[bounds.x - margin, bounds.y - margin, bounds.width + 2 * margin, bounds.height + 2 * margin].join(' ')}
      onPointerDown={move}
      onPointerMove={move}
    >
      {cells.map((cell) => (
        <rect
          key={`${cell.x} ${cell.y}`}
          className={styles.miniRoom}
          data-here={agents.includes(cell) || undefined}
          data-opened={cell === opened || undefined}
          {...boxOf(cell)}
        />
      ))}
      <rect className={styles.frame} x={x} y={y} width={width} height={height} />
    </svg>
  )
}
