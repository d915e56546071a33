import { useStore } from '@xyflow/react'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Positions } from '@shared/map/cell'
import { keyLabels } from './key-names'
import { useMapView } from './map-view'
import { useTextScale } from './use-text-scale'
import styles from './MapDrawing.module.css'

interface KeyLabelsProps {
  readonly positions: Positions
  readonly level: number
}

/** The names of the rooms that matter now where their boxes are too small, out of sight or on another level. */
export function KeyLabels({ positions, level }: KeyLabelsProps) {
  const [x, y, zoom] = useStore(({ transform }) => transform)
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const scale = useTextScale()
  const shown = useMapView(
    useShallow(({ map, mazeSizes, selected, lit, tabStop, way }) => ({ map, mazeSizes, selected, lit, tabStop, way })),
  )
  const labels = useMemo(() => {
    if (width === 0) return []
    return keyLabels(shown, positions, level, { view: { x, y, zoom }, panel: { width, height }, scale })
  }, [shown, positions, level, x, y, zoom, width, height, scale])
  return (
    <div className={styles.keys} aria-hidden="true">
      {labels.map(({ id, lines, x: left, y: top, width: inlineSize, height: blockSize }) => (
        <span
          key={id}
          className={styles.key}
          data-key-label={id}
          data-here={id === shown.map.here || undefined}
          style={{ insetBlockStart: top, insetInlineStart: left, inlineSize, blockSize }}
        >
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </span>
      ))}
    </div>
  )
}
