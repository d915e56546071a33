import { useContext } from 'react'
import { MapViewContext } from '../drawing/map-view'
import styles from './list.module.css'

interface LocationLinkProps {
  readonly location: number
  readonly name: string | null
  readonly onOpen: (location: number) => void
}

/** A link to a location, which is highlighted on the map while pointed at. */
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
