import type { KeyLabel } from '@shared/map/drawing/key-labels'
import { useMapView } from './map-view'
import styles from './MapDrawing.module.css'

/** The names of important rooms whose boxes are too small, not visible or on another level. */
export function KeyLabels({ labels }: { readonly labels: readonly KeyLabel[] }) {
  const here = useMapView(({ map }) => map.here)
  return (
    <div className={styles.keys} aria-hidden="true">
      {labels.map(({ id, lines, x, y, width, height }) => (
        <span
          key={id}
          className={styles.key}
          data-key-label={id}
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
