import type { TurnAnnotation } from '@shared/episode/log/annotations'
import { Button } from '../../../kit/Button'
import type { MapView } from '../drawing/map-view'
import { mapStrings } from '../strings'
import { ExitList, NoteList, LocationFacts } from './location-parts'
import styles from './list.module.css'

interface LocationListProps {
  readonly view: Pick<MapView, 'map' | 'surveyed' | 'things' | 'diedIn'>
  readonly selected: number | null
  readonly notes: ReadonlyMap<number, readonly TurnAnnotation[]>
  readonly nameOf: (location: number) => string | null
  readonly onOpen: (location: number) => void
  readonly onToggle: (location: number) => void
}

/** The map as text, accessible to screen readers: locations in order of discovery with visits, exits and objects. */
export function LocationList({ view, selected, notes, nameOf, onOpen, onToggle }: LocationListProps) {
  const { map, surveyed, things, diedIn } = view
  const locations = Object.values(map.locations).toSorted((a, b) => a.firstTurn - b.firstTurn)
  return (
    <ol className={styles.list}>
      {locations.map((location) => (
        <li
          key={location.id}
          className={styles.location}
          data-here={map.here === location.id || undefined}
          aria-current={map.here === location.id ? 'location' : undefined}
        >
          <div className={styles.header}>
            <h3 className={styles.name}>
              {nameOf(location.id)}{' '}
              {map.here === location.id && <span className={styles.here}>● {mapStrings.agentHere}</span>}{' '}
              {location.firstTurn === 0 && <span className={styles.mark}>{mapStrings.start}</span>}{' '}
              {diedIn.has(location.id) && <span className={styles.mark}>† {mapStrings.died}</span>}
            </h3>
            <span className={styles.visits}>{mapStrings.visited(location.visits)}</span>
            <Button
              data-location={location.id}
              aria-expanded={selected === location.id}
              aria-label={mapStrings.showTurns(nameOf(location.id) ?? '')}
              onClick={() => onToggle(location.id)}
            >
              {mapStrings.turns}
            </Button>
          </div>
          <LocationFacts light={surveyed.lights[location.id]} things={things.get(location.id)} />
          <ExitList location={location} surveyed={surveyed} nameOf={nameOf} onOpen={onOpen} />
          <NoteList notes={notes.get(location.id) ?? []} />
        </li>
      ))}
    </ol>
  )
}
