import type { Exit, Location } from '@shared/map/world-map'
import styles from './ExitList.module.css'
import { RoomLink } from './RoomLink'
import { mapStrings } from './strings'

export interface ExitListProps {
  readonly location: Location
  readonly nameOf: (room: number) => string | null
  readonly onOpen: (room: number) => void
}

/** Every exit that was tried, and where it leads. */
export function ExitList({ location, nameOf, onOpen }: ExitListProps) {
  const exits = Object.entries(location.exits)
  if (exits.length === 0) return <p className={styles.none}>{mapStrings.noExits}</p>
  return (
    <ul>
      {exits.map(([name, exit]) => (
        <li key={name} className={styles.exit}>
          <span className={styles.name}>{name}</span>
          <Target exit={exit} here={location.id} nameOf={nameOf} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

function Target({ exit: { to, refused }, here, nameOf, onOpen }: { readonly exit: Exit; readonly here: number } & Omit<ExitListProps, 'location'>) {
  if (to === null) return <span className={styles.note}>{mapStrings.exitRefused(refused)}</span>
  if (to === here) return <span className={styles.note}>{mapStrings.exitLoop}</span>
  return (
    <>
      <RoomLink room={to} name={nameOf(to)} onOpen={onOpen} />
      {refused > 0 && <span className={styles.note}>{mapStrings.exitSometimesRefused(refused)}</span>}
    </>
  )
}
