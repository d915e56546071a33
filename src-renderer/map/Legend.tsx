import { Panel } from '@xyflow/react'
import styles from './Legend.module.css'
import { mapStrings } from './strings'

/** What line and shade mean. Each room says its visits in words too. */
export const Legend = () => (
  <Panel position="bottom-left" className={styles.legend}>
    <span className={styles.trail} aria-hidden="true" /> {mapStrings.legendTrail}
    <span className={styles.shades} aria-hidden="true" /> {mapStrings.legendVisits}
  </Panel>
)
