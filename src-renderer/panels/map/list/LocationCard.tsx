import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, X } from 'lucide-react'
import { useState } from 'react'
import type { TurnAnnotation } from '@shared/episode/log/annotations'
import type { EpisodeState } from '@shared/episode/state/episode'
import { addCells, stepOf } from '@shared/map/cell'
import { DIRECTIONS, isDirection } from '@shared/map/direction'
import { type SurveyedMap, untriedPassages } from '@shared/map/surveyed-map'
import type { Location, WorldMap } from '@shared/map/world-map'
import { Button } from '../../../kit/Button'
import { IconButton } from '../../../kit/IconButton'
import { HelpIcon } from '../../../turn/signs'
import { turnStrings } from '../../../turn/strings'
import { labelOf } from '../drawing/links/link-shape'
import type { MapView } from '../drawing/map-view'
import type { Layout } from '../layout/use-layout'
import { mapStrings } from '../strings'
import { ExitList, NoteList, LocationFacts, LocationLink } from './location-parts'
import { type TurnAtLocation, turnsAtLocations } from './turns-at-location'
import styles from './list.module.css'

interface LocationCardProps {
  readonly location: Location
  readonly state: EpisodeState
  /** The locations that the card describes: one, or all known ones of a maze. */
  readonly locations: readonly number[]
  readonly layout: Layout
  readonly view: Pick<MapView, 'surveyed' | 'things'>
  /** The user's notes on turns that ended here. */
  readonly notes: readonly TurnAnnotation[]
  readonly nameOf: (location: number) => string | null
  readonly onOpen: (location: number) => void
  readonly onSelectTurn: (turn: number) => void
  readonly onWay: (ends: { readonly from?: number; readonly to?: number }) => void
  readonly onClose: () => void
}

/** Details of a location at the playhead: turns, exits, objects, notes. */
export function LocationCard(props: LocationCardProps) {
  const { location, state, locations, layout, notes, nameOf } = props
  const { onOpen, onSelectTurn, onWay, onClose } = props
  const { surveyed, things } = props.view
  const name = nameOf(location.id) ?? location.name
  const isMaze = locations.length > 1
  return (
    <section className={styles.card} aria-label={mapStrings.card(name)}>
      <header className={styles.cardHeader}>
        <h3 className={styles.title} title={name}>
          {name}
        </h3>
        <IconButton icon={X} label={mapStrings.close} onClick={onClose} />
      </header>
      <p className={styles.facts}>{mapStrings.summary(location.visits, location.firstTurn)}</p>
      <div className={styles.moves}>
        <Button onClick={() => onWay({ from: location.id })}>{mapStrings.wayFromHere}</Button>
        {state.map.here !== null && (
          <Button onClick={() => onWay({ from: state.map.here ?? location.id, to: location.id })}>
            {mapStrings.wayToHere}
          </Button>
        )}
      </div>
      <div className={styles.columns}>
        <TurnList turns={turnsAtLocations(state, locations)} onSelectTurn={onSelectTurn} />
        <section className={styles.column}>
          <h4 className={styles.heading}>{mapStrings.exits}</h4>
          {isMaze ? (
            <MazeTable map={state.map} surveyed={surveyed} locations={locations} onOpen={onOpen} nameOf={nameOf} />
          ) : (
            <ExitList location={location} surveyed={surveyed} nameOf={nameOf} onOpen={onOpen} />
          )}
          <LocationFacts light={surveyed.lights[location.id]} things={things.get(location.id)} />
          <NoteList notes={notes} />
        </section>
      </div>
      <MoveButtons location={location} layout={layout} />
    </section>
  )
}

const FIRST_SHOWN = 6

interface TurnListProps {
  readonly turns: readonly TurnAtLocation[]
  readonly onSelectTurn: (turn: number) => void
}

function TurnList({ turns, onSelectTurn }: TurnListProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? turns : turns.slice(0, FIRST_SHOWN)
  return (
    <section className={styles.column}>
      <h4 className={styles.heading}>{mapStrings.turnsHere}</h4>
      <ol>
        {shown.map(({ turn, action, isByPerson }) => (
          <li key={turn}>
            <button type="button" className={styles.turn} onClick={() => onSelectTurn(turn)}>
              <span className={styles.number}>{mapStrings.turn(turn)}</span>{' '}
              <span className={styles.action}>{action ?? mapStrings.opening}</span>
              {isByPerson && <HelpIcon label={turnStrings.badge.byPerson} />}
            </button>
          </li>
        ))}
      </ol>
      {shown.length < turns.length && (
        <Button className={styles.more} onClick={() => setShowsAll(true)}>
          {mapStrings.showAll(turns.length)}
        </Button>
      )}
    </section>
  )
}

const MOVES = [
  ['west', ArrowLeft],
  ['north', ArrowUp],
  ['south', ArrowDown],
  ['east', ArrowRight],
] as const

interface MoveButtonsProps {
  readonly location: Location
  readonly layout: Layout
}

/** Moves a location without dragging, by buttons. */
function MoveButtons({ location, layout }: MoveButtonsProps) {
  const cell = layout.positions[location.id]
  if (!cell) return null
  return (
    <section aria-label={mapStrings.move}>
      <h4 className={styles.heading}>{mapStrings.move}</h4>
      <div className={styles.moves}>
        {MOVES.map(([direction, Icon]) => {
          const step = stepOf(direction, layout.planes)
          return (
            <IconButton
              icon={Icon}
              label={mapStrings.moveTo[direction]}
              key={direction}
              onClick={() => step && layout.moveLocation(location.id, addCells(cell, step))}
            />
          )
        })}
        {layout.locked.includes(location.id) && (
          <Button title={mapStrings.locked} onClick={() => layout.unlock(location.id)}>
            {mapStrings.unlock}
          </Button>
        )}
      </div>
    </section>
  )
}

interface MazeTableProps {
  /** The unfolded map. */
  readonly map: WorldMap
  readonly surveyed: SurveyedMap
  readonly locations: readonly number[]
  readonly nameOf: (location: number) => string | null
  readonly onOpen: (location: number) => void
}

/** Rooms of a maze, numbered in the order of their discovery, with a column for each exit. */
function MazeTable({ map, surveyed, locations, nameOf, onOpen }: MazeTableProps) {
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
