import { useContext } from 'react'
import type { TurnAnnotation } from '@shared/episode/log/annotations'
import type { LocationLight } from '@shared/map/location-survey'
import { type SurveyedMap, untriedPassages } from '@shared/map/surveyed-map'
import type { Exit, Location } from '@shared/map/world-map'
import { MapViewContext } from '../drawing/map-view'
import { mapStrings } from '../strings'
import styles from './list.module.css'

interface ExitListProps {
  readonly location: Location
  readonly surveyed: SurveyedMap
  readonly nameOf: (location: number) => string | null
  readonly onOpen: (location: number) => void
}

/** Tried exits with their targets; separately, exits that only the game's memory shows. */
export function ExitList({ location, surveyed, nameOf, onOpen }: ExitListProps) {
  const exits = Object.entries(location.exits)
  return (
    <>
      {exits.length === 0 && <p className={styles.none}>{mapStrings.noExits}</p>}
      <ul>
        {exits.map(([name, exit]) => (
          <li key={name} className={styles.exit}>
            <span className={styles.exitName}>{name}</span>
            <Target exit={exit} here={location.id} nameOf={nameOf} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <Unknown location={location} surveyed={surveyed} nameOf={nameOf} onOpen={onOpen} />
    </>
  )
}

function Target({
  exit: { to, refused },
  here,
  nameOf,
  onOpen,
}: { readonly exit: Exit; readonly here: number } & Pick<ExitListProps, 'nameOf' | 'onOpen'>) {
  if (to === null) return <span className={styles.remark}>{mapStrings.exitRefused(refused)}</span>
  if (to === here) return <span className={styles.remark}>{mapStrings.exitLoop}</span>
  return (
    <>
      <LocationLink location={to} name={nameOf(to)} onOpen={onOpen} />
      {refused > 0 && <span className={styles.remark}>{mapStrings.exitSometimesRefused(refused)}</span>}
    </>
  )
}

/** Untried exits, and doors and conditions of tried ones, from the game's memory. */
function Unknown({ location, surveyed, nameOf, onOpen }: ExitListProps) {
  const untried = untriedPassages(location, surveyed)
  const isUntried = new Set(untried.map(({ direction }) => direction))
  const others = Object.entries(surveyed.passages[location.id] ?? {}).filter(
    ([direction, { door, isConditional }]) =>
      !isUntried.has(direction) && location.exits[direction] && (door || isConditional),
  )
  if (untried.length + others.length === 0) return null
  return (
    <section className={styles.unknown} title={mapStrings.fromGameHint}>
      <h5 className={styles.unknownHeading}>{mapStrings.fromGame}</h5>
      <ul>
        {untried.map(({ direction, passage: { to, door } }) => (
          <li key={direction} className={styles.exit}>
            <span className={styles.exitName}>{direction} ?</span>
            <span className={styles.remark}>{to === null ? mapStrings.untriedVarying : untriedTo(nameOf(to))}</span>
            {to !== null && nameOf(to) !== null && <LocationLink location={to} name={nameOf(to)} onOpen={onOpen} />}
            {door && <span className={styles.remark}>{mapStrings.door(door.name, door.state)}</span>}
          </li>
        ))}
        {others.map(([direction, { door }]) => (
          <li key={direction} className={styles.exit}>
            <span className={styles.exitName}>{direction}</span>
            <span className={styles.remark}>
              {door ? mapStrings.door(door.name, door.state) : mapStrings.conditional}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const untriedTo = (name: string | null): string =>
  name === null ? mapStrings.untriedUndiscovered : mapStrings.untriedTo

interface LocationFactsProps {
  readonly light: LocationLight | undefined
  readonly things: readonly string[] | undefined
}

/** Objects in a location, and its light, which is known from the game's memory only. */
export function LocationFacts({ light, things }: LocationFactsProps) {
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

export function NoteList({ notes }: { readonly notes: readonly TurnAnnotation[] }) {
  if (notes.length === 0) return null
  return (
    <section>
      <h4 className={styles.heading}>{mapStrings.notes}</h4>
      <ul>
        {notes.map(({ turn, note }) => (
          <li key={turn} className={styles.note}>
            {mapStrings.note(turn, note)}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface LocationLinkProps {
  readonly location: number
  readonly name: string | null
  readonly onOpen: (location: number) => void
}

/** A link to a location. While the pointer is over it, the map highlights the location. */
export function LocationLink({ location, name, onOpen }: LocationLinkProps) {
  const view = useContext(MapViewContext)
  const light = (lit: number | null) => view.setState({ lit })
  return (
    <button
      type="button"
      className={styles.link}
      onPointerEnter={() => light(location)}
      onPointerLeave={() => light(null)}
      onFocus={() => light(location)}
      onBlur={() => light(null)}
      onClick={() => onOpen(location)}
    >
      {name}
    </button>
  )
}
