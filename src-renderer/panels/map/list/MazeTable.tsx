import { DIRECTIONS, isDirection } from '@shared/map/direction'
import { type SurveyedMap, untriedPassages } from '@shared/map/surveyed-map'
import type { WorldMap } from '@shared/map/world-map'
import { labelOf } from '../drawing/geometry'
import styles from './MazeTable.module.css'
import { RoomLink } from '../drawing/RoomLink'
import { mapStrings } from '../strings'

interface MazeTableProps {
  /** With every room of the maze, not folded. */
  readonly map: WorldMap
  readonly surveyed: SurveyedMap
  readonly rooms: readonly number[]
  readonly nameOf: (room: number) => string | null
  readonly onOpen: (room: number) => void
}

/**
 * Rooms that look alike are numbered in the order in which they were found; a column for each exit that somebody tried
 * in one of them, or could.
 */
export function MazeTable({ map, surveyed, rooms, nameOf, onOpen }: MazeTableProps) {
  const exits = [
    ...new Set(rooms.flatMap((id) => [...Object.keys(map.locations[id]?.exits ?? {}), ...untriedIn(id)])),
  ].toSorted((a, b) => rankOf(a) - rankOf(b))
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={mapStrings.mazeTable}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{mapStrings.mazeColumn}</th>
            {exits.map((exit) => (
              <th key={exit} scope="col" aria-label={exit}>
                {isDirection(exit) ? labelOf(exit).toUpperCase() : exit}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rooms.map((id, index) => (
            <tr key={id}>
              <th scope="row" data-here={map.here === id || undefined}>
                {map.here === id ? mapStrings.mazeRoomHere(index + 1) : mapStrings.mazeRoom(index + 1)}
              </th>
              {exits.map((exit) => (
                <td key={exit}>
                  {untriedIn(id).includes(exit) ? (
                    <abbr className={styles.untried} title={mapStrings.mazeUntried}>
                      ?
                    </abbr>
                  ) : (
                    target(map.locations[id]?.exits[exit]?.to)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )

  function untriedIn(id: number): readonly string[] {
    const location = map.locations[id]
    return location ? untriedPassages(location, surveyed).map(({ direction }) => direction) : []
  }

  function target(to: number | null | undefined) {
    if (to === undefined) return null
    if (to === null) return mapStrings.mazeNothing
    const number = rooms.indexOf(to) + 1
    return number > 0 ? mapStrings.mazeRoom(number) : <RoomLink room={to} name={nameOf(to)} onOpen={onOpen} />
  }
}

/** Columns stand in the order of the compass; other actions after it. */
const rankOf = (exit: string): number => (isDirection(exit) ? DIRECTIONS.indexOf(exit) : DIRECTIONS.length)
