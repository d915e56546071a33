import { ArrowUpDown } from 'lucide-react'
import { Fragment } from 'react'
import type { Positions } from '@shared/map/cell'
import { type Link, linksOf } from '@shared/map/links'
import type { WorldMap } from '@shared/map/world-map'
import { Popover } from '../../../kit/overlay/Popover'
import { LocationLink } from '../list/location-parts'
import { mapStrings } from '../strings'
import styles from '../MapPanel.module.css'

interface LevelRailProps {
  readonly map: WorldMap
  readonly positions: Positions
  readonly shown: number
  readonly locationsByLevel: ReadonlyMap<number, number>
  readonly nameOf: (location: number) => string | null
  readonly onLevel: (level: number) => void
  readonly onOpen: (location: number) => void
}

/** The levels, highest first, with the links between neighboring levels. */
export function LevelRail({ map, positions, shown, locationsByLevel, nameOf, onLevel, onOpen }: LevelRailProps) {
  const levels = [...locationsByLevel].toSorted(([a], [b]) => b - a)
  const hereLevel = map.here === null ? undefined : positions[map.here]?.level
  const joins = joinsByUpperLevel(map, positions)
  return (
    <nav className={styles.rail} aria-label={mapStrings.planes}>
      {levels.map(([level, locations]) => (
        <Fragment key={level}>
          <button
            type="button"
            className={styles.level}
            aria-pressed={level === shown}
            aria-label={`${mapStrings.level(level, locations)}${level === hereLevel ? `, ${mapStrings.agentHere}` : ''}`}
            title={mapStrings.level(level, locations)}
            onClick={() => onLevel(level)}
          >
            {mapStrings.levelNumber(level)}
            {level === hereLevel && <span className={styles.here} />}
          </button>
          {joins.has(level) && (
            <Popover
              id={`map-joins-${level}`}
              name={mapStrings.joins(joins.get(level)?.length ?? 0)}
              face={
                <>
                  <ArrowUpDown size={12} aria-hidden="true" />
                  {joins.get(level)?.length}
                </>
              }
              className={styles.joins}
            >
              <ul className={styles.list}>
                {joins.get(level)?.map((link) => (
                  <li key={`${link.from} ${link.exit}`}>
                    <LocationLink location={link.from} name={nameOf(link.from)} onOpen={onOpen} />
                    {mapStrings.joinedBy(link.exit, link.back)}
                    <LocationLink location={link.to} name={nameOf(link.to)} onOpen={onOpen} />
                  </li>
                ))}
              </ul>
            </Popover>
          )}
        </Fragment>
      ))}
    </nav>
  )
}

/** Links to lower levels, by the upper level. */
function joinsByUpperLevel(map: WorldMap, positions: Positions): ReadonlyMap<number, readonly Link[]> {
  const joins = new Map<number, Link[]>()
  for (const link of linksOf(map)) {
    const [from, to] = [positions[link.from]?.level, positions[link.to]?.level]
    if (from === undefined || to === undefined || from === to) continue
    const upper = Math.max(from, to)
    joins.set(upper, [...(joins.get(upper) ?? []), link])
  }
  return joins
}
