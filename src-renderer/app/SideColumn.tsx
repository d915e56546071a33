import { Activity, type ReactNode, useId } from 'react'
import { usePanelSizes } from '../session/view/panel-sizes'
import { setView, useView } from '../session/view/view-store'
import styles from './SideColumn.module.css'
import { Splitter } from '../kit/Splitter'
import { strings } from './strings'
import { sessionStrings } from '../session/strings'
import { TabList } from '../kit/Tabs'
import { NARROW_WINDOW, useMediaQuery } from '../kit/use-media-query'

interface SideColumnProps {
  /** Here where the window has no column for it; else null. */
  readonly library: ReactNode
  readonly map: ReactNode
  readonly inspector: ReactNode
}

/**
 * Map above inspector; where the window is too narrow for both, they share the column by tabs. Each keeps its place in
 * the tree in both forms, and stays there while it is hidden: a call that was chosen, a legend that was opened and a
 * drawing that was moved stay as they are.
 */
export function SideColumn({ library, map, inspector }: SideColumnProps) {
  const isNarrow = useMediaQuery(NARROW_WINDOW)
  const { sidePanel, sideIsShown, inspectorIsShown } = useView()
  const { mapHeight } = usePanelSizes()
  const idPrefix = useId()
  const offered = {
    ...(library !== null && { library }),
    ...(sideIsShown && { map }),
    ...(sideIsShown && inspectorIsShown && { inspector }),
  }
  const ids = Object.keys(offered) as (keyof typeof offered)[]
  const selected = ids.find((id) => id === sidePanel) ?? ids[0]
  const sharesByTabs = isNarrow && ids.length > 1
  const mapIsAbove = !isNarrow && ids.length > 1
  const panel = (id: 'library' | 'map' | 'inspector', content: ReactNode) => (
    <Activity mode={ids.includes(id) && (!sharesByTabs || id === selected) ? 'visible' : 'hidden'}>
      <div
        {...(sharesByTabs &&
          id === selected && { id: `${idPrefix}-panel`, role: 'tabpanel', 'aria-labelledby': `${idPrefix}-tab-${id}` })}
        className={id === 'map' && mapIsAbove ? styles.map : styles.rest}
        style={id === 'map' && mapIsAbove ? { height: mapHeight } : undefined}
      >
        {content}
      </div>
    </Activity>
  )
  return (
    <div className={styles.column}>
      {sharesByTabs && selected && (
        <div className={styles.tabs}>
          <TabList
            label={strings.sidePanels}
            tabs={
              Object.fromEntries(ids.map((id) => [id, sessionStrings.region[id]])) as Record<
                keyof typeof offered,
                string
              >
            }
            selected={selected}
            idPrefix={idPrefix}
            onSelect={(id) => setView({ sidePanel: id })}
          />
        </div>
      )}
      {library !== null && panel('library', library)}
      {panel('map', map)}
      {mapIsAbove && (
        <Splitter
          label={strings.resize.split}
          orientation="horizontal"
          value={mapHeight}
          min={160}
          max={1000}
          direction={1}
          onChange={(height) => setView({ mapHeight: height })}
        />
      )}
      {panel('inspector', inspector)}
    </div>
  )
}
