import { type KeyboardEvent, useId, useState } from 'react'
import controls from '../../../kit/controls.module.css'
import styles from './MapToolbar.module.css'
import { mapStrings } from '../strings'

interface RoomSearchProps {
  /** Rooms known at the playhead; names may repeat. */
  readonly rooms: readonly { readonly id: number; readonly name: string }[]
  readonly onGo: (location: number) => void
  /** The option that Enter would open, to highlight on the map. */
  readonly onLook: (location: number | null) => void
}

const MAX_OPTIONS = 12

/** A combobox of rooms: typing filters, arrows select, Enter opens. */
export function RoomSearch({ rooms, onGo, onLook }: RoomSearchProps) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const words = text.trim().toLowerCase()
  const found = words === '' ? [] : rooms.filter(({ name }) => name.toLowerCase().includes(words))
  const shown = found
    .toSorted((a, b) => Number(b.name.toLowerCase().startsWith(words)) - Number(a.name.toLowerCase().startsWith(words)))
    .slice(0, MAX_OPTIONS)
  const chosen = shown[Math.min(at, shown.length - 1)]
  const write = (next: string) => {
    setText(next)
    setAt(0)
    onLook(null)
  }
  const choose = (by: number) => {
    const next = (Math.min(at, shown.length - 1) + by + shown.length) % Math.max(1, shown.length)
    setAt(next)
    onLook(shown[next]?.id ?? null)
  }
  const go = (location: number) => {
    write('')
    onGo(location)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') choose(1)
    else if (event.key === 'ArrowUp') choose(-1)
    else if (event.key === 'Enter' && chosen) go(chosen.id)
    else if (event.key === 'Escape' && text !== '') write('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.search} onBlur={() => onLook(null)}>
      <input
        data-search
        type="search"
        className={controls.input}
        role="combobox"
        aria-label={mapStrings.searchRooms}
        aria-expanded={words !== ''}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${listId}-${chosen.id}`}
        placeholder={mapStrings.searchRoomsShort}
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={press}
      />
      {words !== '' && (
        <div className={styles.found}>
          <ul id={listId} role="listbox" aria-label={mapStrings.searchRooms} className={styles.list}>
            {shown.map(({ id, name }) => (
              <li
                key={id}
                id={`${listId}-${id}`}
                role="option"
                aria-selected={id === chosen?.id}
                className={styles.option}
                title={name}
                onPointerEnter={() => onLook(id)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => go(id)}
              >
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
          <p className={styles.count} role="status">
            {found.length > shown.length
              ? mapStrings.moreRooms(found.length - shown.length)
              : found.length === 0 && mapStrings.noRoom}
          </p>
        </div>
      )}
    </div>
  )
}
