import { DIRECTIONS, isDirection } from '@shared/map/direction'
import { type SurveyedMap, untriedPassages } from '@shared/map/surveyed-map'
import type { WorldMap } from '@shared/map/world-map'
import { labelOf } from '../drawing/links/link-shape'
import styles from './list.module.css'
import { LocationLink } from './LocationLink'
import { mapStrings } from '../strings'

interface MazeTableProps {
  /** The unfolded map. */
  readonly map: WorldMap
  readonly surveyed: SurveyedMap
  readonly locations: readonly number[]
  readonly nameOf: (location: number) => string | null
  readonly onOpen: (location: number) => void
}

/** Rooms of a maze numbered by discovery, with a column for each exit. */
export function MazeTable({ map, surveyed, locations, nameOf, onOpen }: MazeTableProps) {
  const exits = [
    ...new Set(locations.flatMap((id) => [...Object.keys(map.locations[id]?.exits ?? {}), ...untriedIn(id)])),
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
          {locations.map((id, index) => (
            <tr key={id}>
              <th scope="row" data-here={map.here === id || undefined}>
                {map.here === id ? mapStrings.mazeLocationHere(index + 1) : mapStrings.mazeLocation(index + 1)}
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
    const number = locations.indexOf(to) + 1
    return number > 0 ? (
      mapStrings.mazeLocation(number)
    ) : (
      <LocationLink location={to} name={nameOf(to)} onOpen={onOpen} />
    )
  }
}

/** Columns in compass order, other actions last. */
const rankOf = (exit: string): number => (isDirection(exit) ? DIRECTIONS.indexOf(exit) : DIRECTIONS.length)
