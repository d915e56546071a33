import type { LocationLight } from '@shared/map/location-survey'
import styles from './list.module.css'
import { mapStrings } from '../strings'

/** Objects in a location, and its light, which only the game's memory tells. */
export function LocationFacts({
  light,
  things,
}: {
  readonly light: LocationLight | undefined
  readonly things: readonly string[] | undefined
}) {
  return (
    <>
      {things && <p className={styles.fact}>{mapStrings.seenHere(things)}</p>}
      {light && light !== 'own' && (
        <p className={styles.hidden} title={mapStrings.fromGameHint}>
          {mapStrings.lightHere[light]}
        </p>
      )}
    </>
  )
}
