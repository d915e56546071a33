import { IconButton } from '../../../kit/IconButton'
import { Download, List, Map as MapIcon, Maximize2, Minimize2, Route, Sparkles, Undo2 } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { placeLocations } from '@shared/map/layout'
import type { WorldMap } from '@shared/map/world-map'
import controls from '../../../kit/controls.module.css'
import styles from './MapToolbar.module.css'
import { mapStrings } from '../strings'
import { countByLevel } from './representatives'
import type { Layout } from '../layout/use-layout'

/** `agent`: the level of the agent. */
export type ShownLevel = number | 'agent'
export type MapForm = 'drawing' | 'list'

interface MapToolbarProps {
  readonly layout: Layout
  /** At the playhead. */
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
      <button
        type="button"
        className={controls.button}
        aria-label={mapStrings.way}
        title={mapStrings.wayHint}
        aria-pressed={asksWay}
        onClick={onWay}
      >
        <Route size={14} aria-hidden="true" />
        <span className={styles.word}>{mapStrings.way}</span>
      </button>
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
  /** For a flat map, the levels that it would have. */
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
          {mapStrings.level(number, locations)}
        </option>
      ))}
    </select>
  )
}
