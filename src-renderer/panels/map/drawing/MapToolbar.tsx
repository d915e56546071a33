import { Download, List, Map as MapIcon, Maximize2, Minimize2, Route, Sparkles, Undo2 } from 'lucide-react'
import { type ReactNode, useMemo, type KeyboardEvent, useId, useState } from 'react'
import { placeLocations } from '@shared/map/layout'
import type { WorldMap } from '@shared/map/world-map'
import { Button } from '../../../kit/Button'
import { typedKey } from '../../../kit/form/typed-key'
import { IconButton } from '../../../kit/IconButton'
import type { Layout } from '../layout/use-layout'
import { mapStrings } from '../strings'
import { countByLevel } from './representatives'
import controls from '../../../kit/controls.module.css'
import styles from './MapToolbar.module.css'

/** `agent` is the level of the agent. */
export type ShownLevel = number | 'agent'
export type MapForm = 'drawing' | 'list'

interface MapToolbarProps {
  readonly layout: Layout
  readonly map: WorldMap
  readonly form: MapForm
  readonly level: ShownLevel
  readonly isMaximised: boolean
  readonly asksWay: boolean
  readonly search: ReactNode
  readonly onForm: (form: MapForm) => void
  readonly onLevel: (level: ShownLevel) => void
  readonly onExport: () => void
  readonly onMaximise: () => void
  readonly onWay: () => void
}

export function MapToolbar(props: MapToolbarProps) {
  const { layout, map, form, level, isMaximised, asksWay, search } = props
  const { onForm, onLevel, onExport, onMaximise, onWay } = props
  const tidyLabel = layout.tidying === 'running' ? mapStrings.tidying : mapStrings.tidy
  return (
    <div className={styles.toolbar} role="group" aria-label={mapStrings.toolbar}>
      <div className={controls.group} role="group" aria-label={mapStrings.viewAs}>
        <IconButton
          icon={MapIcon}
          label={mapStrings.drawing}
          aria-pressed={form === 'drawing'}
          onClick={() => onForm('drawing')}
        />
        <IconButton icon={List} label={mapStrings.list} aria-pressed={form === 'list'} onClick={() => onForm('list')} />
      </div>
      <LevelSelect layout={layout} map={map} level={level} onLevel={onLevel} />
      {search}
      <Button aria-label={mapStrings.way} title={mapStrings.wayHint} aria-pressed={asksWay} onClick={onWay}>
        <Route size={14} aria-hidden="true" />
        <span className={styles.word}>{mapStrings.way}</span>
      </Button>
      <div className={styles.rest}>
        <IconButton icon={Sparkles} label={tidyLabel} title={mapStrings.tidyHint} onClick={layout.tidy} />
        <IconButton
          icon={Undo2}
          label={mapStrings.undo}
          title={mapStrings.undoHint}
          aria-disabled={!layout.canUndo}
          onClick={layout.undo}
        />
        <IconButton icon={Download} label={mapStrings.exportSvg} onClick={onExport} />
        <IconButton
          icon={isMaximised ? Minimize2 : Maximize2}
          label={isMaximised ? mapStrings.restore : mapStrings.maximise}
          title={isMaximised ? mapStrings.restoreHint : mapStrings.maximiseHint}
          onClick={onMaximise}
        />
      </div>
    </div>
  )
}

function LevelSelect({ layout, map, level, onLevel }: Pick<MapToolbarProps, 'layout' | 'map' | 'level' | 'onLevel'>) {
  const { planes, positions } = layout
  /** The levels of the map, or for a flat map the levels that it would have. */
  const levels = useMemo(
    () => [...countByLevel(map, planes === 'flat' ? placeLocations(map, {}, 'levels') : positions)],
    [map, planes, positions],
  ).toSorted(([a], [b]) => b - a)
  const choose = (value: string) => {
    layout.setPlanes(value === 'flat' ? 'flat' : 'levels')
    onLevel(value === 'flat' || value === 'agent' ? 'agent' : Number(value))
  }
  return (
    <select
      className={styles.select}
      aria-label={mapStrings.planes}
      value={planes === 'flat' ? 'flat' : level}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="flat">{mapStrings.flat}</option>
      <option value="agent">{mapStrings.followLevel}</option>
      {levels.map(([number, locations]) => (
        <option key={number} value={number}>
          {mapStrings.shortLevel(number, locations)}
        </option>
      ))}
    </select>
  )
}

interface RoomSearchProps {
  /** Rooms known at the playhead; names may repeat. */
  readonly rooms: readonly { readonly id: number; readonly name: string }[]
  readonly onGo: (location: number) => void
  /** Receives the option that Enter would open, to highlight it on the map; null for none. */
  readonly onLook: (location: number | null) => void
}

const MAX_OPTIONS = 12

/** A combobox of rooms: typing filters, arrow keys select, Enter opens. The list closes when it loses the focus. */
export function RoomSearch({ rooms, onGo, onLook }: RoomSearchProps) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  const words = isOpen ? text.trim().toLowerCase() : ''
  const found = words === '' ? [] : rooms.filter(({ name }) => name.toLowerCase().includes(words))
  const shown = found
    .toSorted((a, b) => Number(b.name.toLowerCase().startsWith(words)) - Number(a.name.toLowerCase().startsWith(words)))
    .slice(0, MAX_OPTIONS)
  const chosen = shown[Math.min(at, shown.length - 1)]
  const write = (next: string) => {
    setText(next)
    setAt(0)
    setIsOpen(true)
    onLook(null)
  }
  const close = () => {
    setIsOpen(false)
    onLook(null)
  }
  const choose = (by: number) => {
    setIsOpen(true)
    const next = (Math.min(at, shown.length - 1) + by + shown.length) % Math.max(1, shown.length)
    setAt(next)
    onLook(shown[next]?.id ?? null)
  }
  const go = (location: number) => {
    write('')
    onGo(location)
  }
  const press = (event: KeyboardEvent) => {
    const key = typedKey(event)
    if (key === 'ArrowDown') choose(1)
    else if (key === 'ArrowUp') choose(-1)
    else if (key === 'Enter' && chosen) go(chosen.id)
    else if (key === 'Enter') close()
    else if (key === 'Escape' && text !== '') write('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.search} onBlur={close}>
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
        onFocus={() => setIsOpen(true)}
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
