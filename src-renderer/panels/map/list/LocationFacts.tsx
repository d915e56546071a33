import type { LocationLight } from '@shared/map/location-survey'
import styles from './list.module.css'
import { mapStrings } from '../strings'

/** What is to be seen in a location, and how it is lit: the latter only the game's memory says. */
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
        <p className={styles.untold} title={mapStrings.fromGameHint}>
          {mapStrings.lightHere[light]}
        </p>
      )}
    </>
  )
}
