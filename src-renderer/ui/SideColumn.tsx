import { Activity, type ReactNode, useId } from 'react'
import { setView, useView } from '../store/view-store'
import styles from './SideColumn.module.css'
import { Splitter } from './Splitter'
import { strings } from './strings'
import { TabList } from './Tabs'
import { useMediaQuery } from './use-media-query'

/**
 * Map above inspector; where the window is too narrow for both, they share the column by tabs. Each keeps its place in the tree in both
 * forms, and stays there while it is hidden: a call that was chosen, a legend that was opened and a drawing that was moved stay as they are.
 */
export function SideColumn({ map, inspector }: { readonly map: ReactNode; readonly inspector: ReactNode }) {
  const isNarrow = useMediaQuery('(max-width: 1199px)')
  const mapHeight = useView((view) => view.mapHeight)
  const selected = useView((view) => view.sidePanel)
  const inspectorIsShown = useView((view) => view.inspectorIsShown)
  const idPrefix = useId()
  const sharesByTabs = isNarrow && inspectorIsShown
  const tabPanel = sharesByTabs ? { id: `${idPrefix}-panel`, role: 'tabpanel', 'aria-labelledby': `${idPrefix}-tab-${selected}` } : {}
  const mapIsShown = !sharesByTabs || selected === 'map'
  const mapIsAbove = !isNarrow && inspectorIsShown
  return (
    <div className={styles.column}>
      {sharesByTabs && (
        <div className={styles.tabs}>
          <TabList label={strings.sidePanels} tabs={{ map: strings.region.map, inspector: strings.region.inspector }} selected={selected} idPrefix={idPrefix} onSelect={(sidePanel) => setView({ sidePanel })} />
        </div>
      )}
      <Activity mode={mapIsShown ? 'visible' : 'hidden'}>
        <div {...tabPanel} className={mapIsAbove ? styles.map : styles.rest} style={mapIsAbove ? { height: mapHeight } : undefined}>{map}</div>
      </Activity>
      {mapIsAbove && <Splitter label={strings.resize.split} orientation="horizontal" value={mapHeight} min={160} max={720} direction={1} onChange={(height) => setView({ mapHeight: height })} />}
      <Activity mode={inspectorIsShown && !(sharesByTabs && mapIsShown) ? 'visible' : 'hidden'}>
        <div {...tabPanel} className={styles.rest}>{inspector}</div>
      </Activity>
    </div>
  )
}
