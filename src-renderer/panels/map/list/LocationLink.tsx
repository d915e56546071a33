import { useContext } from 'react'
import { MapViewContext } from '../drawing/map-view'
import styles from './list.module.css'

interface LocationLinkProps {
  readonly location: number
  readonly name: string | null
  readonly onOpen: (location: number) => void
}

/** The name of another location. While the reader points at it, the location lights up on the drawing. */
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
