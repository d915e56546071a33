import { MARKER_SHAPES } from './marker-shapes'
import styles from './signs.module.css'

/** Marks help from a person, with the shape of the timeline. `label` is needed if no text beside it says so. */
export function HelpIcon({ label }: { readonly label?: string }) {
  const path = <path d={MARKER_SHAPES.help} />
  return label === undefined ? (
    <svg className={styles.sign} data-kind="help" viewBox="-6 -6 12 12" aria-hidden>
      {path}
    </svg>
  ) : (
    <svg className={styles.sign} data-kind="help" viewBox="-6 -6 12 12" role="img" aria-label={label}>
      <title>{label}</title>
      {path}
    </svg>
  )
}
