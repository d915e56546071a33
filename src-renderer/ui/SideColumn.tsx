import { type ReactNode, useId } from 'react'
import { setView, useView } from '../store/view-store'
import styles from './SideColumn.module.css'
import { Splitter } from './Splitter'
import { strings } from './strings'
import { TabList } from './Tabs'
import { useMediaQuery } from './use-media-query'

/** Map above inspector; where the window is too narrow for both, they share the column by tabs. */
export function SideColumn({ map, inspector }: { readonly map: ReactNode; readonly inspector: ReactNode }) {
  const isNarrow = useMediaQuery('(max-width: 1199px)')
  const mapHeight = useView((view) => view.mapHeight)
  const selected = useView((view) => view.sidePanel)
  const inspectorIsShown = useView((view) => view.inspectorIsShown)
  const idPrefix = useId()
  if (!inspectorIsShown) return <div className={styles.column}><div className={styles.rest}>{map}</div></div>
  if (isNarrow) {
    const { map: mapName, inspector: inspectorName } = strings.region
    return (
      <div className={styles.column}>
        <div className={styles.tabs}>
          <TabList label={strings.sidePanels} tabs={{ map: mapName, inspector: inspectorName }} selected={selected} idPrefix={idPrefix} onSelect={(sidePanel) => setView({ sidePanel })} />
        </div>
        <div id={`${idPrefix}-panel`} role="tabpanel" aria-labelledby={`${idPrefix}-tab-${selected}`} className={styles.rest}>{selected === 'map' ? map : inspector}</div>
      </div>
    )
  }
  return (
    <div className={styles.column}>
      <div className={styles.map} style={{ height: mapHeight }}>{map}</div>
      <Splitter label={strings.resize.split} orientation="horizontal" value={mapHeight} min={160} max={720} direction={1} onChange={(height) => setView({ mapHeight: height })} />
      <div className={styles.rest}>{inspector}</div>
    </div>
  )
}
