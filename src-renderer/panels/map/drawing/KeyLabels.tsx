import type { KeyLabel } from '@shared/map/drawing/key-labels'
import { useMapView } from './map-view'
import styles from './MapDrawing.module.css'

/** The names of rooms whose boxes are too small and, of important rooms, also not visible or on another level. */
export function KeyLabels({ labels }: { readonly labels: readonly KeyLabel[] }) {
  const here = useMapView(({ map }) => map.here)
  return (
    <div className={styles.keys} aria-hidden="true">
      {labels.map(({ id, lines, isOnBox, x, y, width, height }) => (
        <span
          key={id}
          className={styles.key}
          data-key-label={id}
          data-on-box={isOnBox || undefined}
          data-here={id === here || undefined}
          style={{ insetBlockStart: y, insetInlineStart: x, inlineSize: width, blockSize: height }}
        >
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </span>
      ))}
    </div>
  )
}
