import type { DoorState } from '@shared/map/location-survey'
import styles from './passages.module.css'
import type { Port } from '@shared/map/drawing/geometry'
import { barAt, keyAt } from './passage-marks'

/** A bar across a line: filled if the door is closed, with a key if it is locked. */
export const DoorMark = ({ place, state }: { readonly place: Port; readonly state: DoorState }) => (
  <>
    <path className={styles.bar} data-open={state === 'open' || undefined} d={barAt(place)} />
    {state === 'locked' && <path className={styles.key} d={keyAt(place)} />}
  </>
)
