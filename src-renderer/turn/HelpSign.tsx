import { MARKER_SHAPES } from './marker-shapes'
import styles from './HelpSign.module.css'

/** A person's doing in an agent's episode, as the timeline has it; what it is stands beside it in words. */
export const HelpSign = () => (
  <svg className={styles.sign} viewBox="-6 -6 12 12" aria-hidden>
    <path d={MARKER_SHAPES.help} />
  </svg>
)
