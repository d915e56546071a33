import { useContext } from 'react'
import { MapViewContext } from './map-view'
import styles from './RoomLink.module.css'

interface RoomLinkProps {
  readonly room: number
  readonly name: string | null
  readonly onOpen: (room: number) => void
}

/** The name of another room. While the reader points at it, the room lights up on the drawing. */
export function RoomLink({ room, name, onOpen }: RoomLinkProps) {
  const view = useContext(MapViewContext)
  const light = (lit: number | null) => view.setState({ lit })
  return (
    <button
      type="button"
      className={styles.link}
      onPointerEnter={() => light(room)}
      onPointerLeave={() => light(null)}
      onFocus={() => light(room)}
      onBlur={() => light(null)}
      onClick={() => onOpen(room)}
    >
      {name}
    </button>
  )
}
