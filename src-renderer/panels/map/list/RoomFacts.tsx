import type { RoomLight } from '@shared/map/room-survey'
import styles from './RoomFacts.module.css'
import { mapStrings } from '../strings'

/** What is to be seen in a room, and how it is lit: the latter only the game's memory says. */
export function RoomFacts({
  light,
  things,
}: {
  readonly light: RoomLight | undefined
  readonly things: readonly string[] | undefined
}) {
  return (
    <>
      {things && <p className={styles.fact}>{mapStrings.seenHere(things)}</p>}
      {light && light !== 'own' && (
        <p className={styles.unknown} title={mapStrings.fromGameHint}>
          {mapStrings.lightHere[light]}
        </p>
      )}
    </>
  )
}
