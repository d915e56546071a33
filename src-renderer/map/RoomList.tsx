import type { WorldMap } from '@shared/map/world-map'
import controls from '../ui/controls.module.css'
import { ExitList } from './ExitList'
import styles from './RoomList.module.css'
import { mapStrings } from './strings'

export interface RoomListProps {
  /** At the playhead. */
  readonly map: WorldMap
  readonly selected: number | null
  readonly nameOf: (room: number) => string | null
  readonly onOpen: (room: number) => void
}

/** The map in words, for readers who do not see the drawing: every room in the order it was found, its visits, its exits. */
export function RoomList({ map, selected, nameOf, onOpen }: RoomListProps) {
  const locations = Object.values(map.locations).toSorted((a, b) => a.firstTurn - b.firstTurn)
  return (
    <ol className={styles.list}>
      {locations.map((location) => (
        <li key={location.id} className={styles.room} data-here={map.here === location.id || undefined} aria-current={map.here === location.id ? 'location' : undefined}>
          <div className={styles.header}>
            <h3 className={styles.name}>
              {nameOf(location.id)}
              {map.here === location.id && <span className={styles.here}>● {mapStrings.agentHere}</span>}
            </h3>
            <span className={styles.visits}>{mapStrings.visited(location.visits)}</span>
            <button type="button" className={controls.button} aria-expanded={selected === location.id} aria-label={mapStrings.showTurns(nameOf(location.id) ?? '')} onClick={() => onOpen(location.id)}>{mapStrings.turns}</button>
          </div>
          <ExitList location={location} nameOf={nameOf} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  )
}
