import { ZoomIn, ZoomOut } from 'lucide-react'
import { ActionButton } from '../../../commands/ActionButton'
import controls from '../../../kit/controls.module.css'
import type { Sight } from '../axis/axis'
import { timelineStrings as words } from '../strings'
import type { TimelineZoom } from '../axis/use-zoom'
import styles from './ZoomControls.module.css'

/** Zoom buttons, for what wheel and keys do too. */
export function ZoomControls({ zoom: { sight, showAll } }: { readonly zoom: TimelineZoom }) {
  const isAll = showsAll(sight)
  return (
    <div role="group" aria-label={words.sight} className={styles.controls}>
      <div className={controls.group}>
        <button
          type="button"
          className={`${controls.button} ${styles.step}`}
          aria-pressed={isAll}
          title={words.allTitle}
          onClick={showAll}
        >
          {words.all}
        </button>
      </div>
      <div className={controls.group}>
        <ActionButton action="zoomOut" icon={ZoomOut} className={styles.step} disabled={isAll} />
        <ActionButton action="zoomIn" icon={ZoomIn} className={styles.step} />
      </div>
    </div>
  )
}

/** The visible part of the track; nothing while all of it is visible. */
export function SightBar({ sight }: { readonly sight: Sight }) {
  if (showsAll(sight)) return null
  return (
    <div className={styles.bar} aria-hidden>
      <div
        className={styles.part}
        style={{ insetInlineStart: `${sight.start * 100}%`, width: `${(sight.end - sight.start) * 100}%` }}
      />
    </div>
  )
}

const showsAll = ({ start, end }: Sight) => start === 0 && end === 1
