import { IconButton } from '../../../kit/IconButton'
import { Download, List, Map as MapIcon, Sparkles, Undo2 } from 'lucide-react'
import controls from '../../../kit/controls.module.css'
import styles from './MapToolbar.module.css'
import { mapStrings } from '../strings'
import type { Layout } from '../layout/use-layout'

/** `agent`: whichever level the agent is on. */
export type ShownLevel = number | 'agent'
export type MapForm = 'drawing' | 'list'

interface MapToolbarProps {
  readonly layout: Layout
  readonly form: MapForm
  readonly level: ShownLevel
  readonly locationsByLevel: ReadonlyMap<number, number>
  readonly onForm: (form: MapForm) => void
  readonly onLevel: (level: ShownLevel) => void
  readonly onExport: () => void
}

export function MapToolbar({ layout, form, level, locationsByLevel, onForm, onLevel, onExport }: MapToolbarProps) {
  const isTidying = layout.tidying === 'running'
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
      <LevelSelect layout={layout} level={level} locationsByLevel={locationsByLevel} onLevel={onLevel} />
      <span className={styles.gap} />
      <button type="button" className={controls.button} title={mapStrings.tidyHint} onClick={layout.tidy}>
        <Sparkles size={14} aria-hidden="true" />
        {isTidying ? mapStrings.tidying : mapStrings.tidy}
      </button>
      <IconButton
        icon={Undo2}
        label={mapStrings.undo}
        title={mapStrings.undoHint}
        aria-disabled={!layout.canUndo}
        onClick={layout.undo}
      />
      <IconButton icon={Download} label={mapStrings.exportSvg} onClick={onExport} />
    </div>
  )
}

function LevelSelect({
  layout,
  level,
  locationsByLevel,
  onLevel,
}: Pick<MapToolbarProps, 'layout' | 'level' | 'locationsByLevel' | 'onLevel'>) {
  const levels = [...locationsByLevel].toSorted(([a], [b]) => b - a)
  const choose = (value: string) => {
    layout.setPlanes(value === 'flat' ? 'flat' : 'levels')
    onLevel(value === 'flat' || value === 'agent' ? 'agent' : Number(value))
  }
  return (
    <select
      className={styles.select}
      aria-label={mapStrings.planes}
      value={layout.planes === 'flat' ? 'flat' : level}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="flat">{mapStrings.flat}</option>
      <option value="agent">{mapStrings.followLevel}</option>
      {layout.planes === 'levels' &&
        levels.map(([number, locations]) => (
          <option key={number} value={number}>
            {mapStrings.level(number, locations)}
          </option>
        ))}
    </select>
  )
}
