import { Activity, type ReactNode, useId } from 'react'
import { NARROW_WINDOW, useWindowIs } from '../../kit/browser/window-size'
import { Splitter } from '../../kit/layout/Splitter'
import { TabList } from '../../kit/layout/Tabs'
import { sessionStrings } from '../../session/strings'
import type { PanelLayout } from '../../session/view/layouts'
import { setView, useView } from '../../session/view/view-store'
import { strings } from '../strings'
import styles from './WindowFrame.module.css'

interface SideColumnProps {
  readonly space: PanelLayout
  /** Null if the list of episodes has a separate column. */
  readonly library: ReactNode
  readonly map: ReactNode
  readonly inspector: ReactNode
}

/** Map and inspector side by side, one above the other, or as tabs. Each stays mounted, so that its state survives. */
export function SideColumn({ space, library, map, inspector }: SideColumnProps) {
  const isNarrow = useWindowIs(NARROW_WINDOW)
  const { sidePanel, sideIsShown, inspectorIsShown } = useView()
  const idPrefix = useId()
  const panels = {
    ...(library !== null && { library }),
    ...(sideIsShown && { map }),
    ...(sideIsShown && inspectorIsShown && { inspector }),
  }
  const ids = Object.keys(panels) as (keyof typeof panels)[]
  const selected = ids.find((id) => id === sidePanel) ?? ids[0]
  const sharesByTabs = isNarrow && ids.length > 1
  const isShared = !isNarrow && ids.length > 1
  const isSideBySide = isShared && space.isSideBySide
  /** The splitter sets the size of one panel; the other fills the rest. */
  const sizes = { map: { height: space.mapHeight }, inspector: { width: space.inspectorWidth } }
  const sized = isSideBySide ? 'inspector' : 'map'
  const panel = (id: 'library' | 'map' | 'inspector', content: ReactNode) => (
    <Activity mode={ids.includes(id) && (!sharesByTabs || id === selected) ? 'visible' : 'hidden'}>
      <div
        {...(sharesByTabs &&
          id === selected && { id: `${idPrefix}-panel`, role: 'tabpanel', 'aria-labelledby': `${idPrefix}-tab-${id}` })}
        className={isShared && id === sized ? styles.sized : styles.rest}
        style={isShared && id === sized ? sizes[id] : undefined}
      >
        {content}
      </div>
    </Activity>
  )
  return (
    <div className={isSideBySide ? `${styles.panels} ${styles.sideBySide}` : styles.panels}>
      {sharesByTabs && selected && (
        <div className={styles.tabs}>
          <TabList
            label={strings.sidePanels}
            tabs={
              Object.fromEntries(ids.map((id) => [id, sessionStrings.region[id]])) as Record<
                keyof typeof panels,
                string
              >
            }
            selected={selected}
            idPrefix={idPrefix}
            isOuter
            onSelect={(id) => setView({ sidePanel: id })}
          />
        </div>
      )}
      {library !== null && panel('library', library)}
      {panel('map', map)}
      {isShared && !isSideBySide && (
        <Splitter
          label={strings.resize.mapHeight}
          orientation="horizontal"
          value={space.mapHeight}
          min={160}
          max={1000}
          direction={1}
          onChange={(mapHeight) => setView({ mapHeight })}
        />
      )}
      {isSideBySide && (
        <Splitter
          label={strings.resize.inspectorWidth}
          orientation="vertical"
          value={space.inspectorWidth}
          min={320}
          max={space.sideWidth - 320}
          direction={-1}
          onChange={(inspectorWidth) => setView({ inspectorWidth })}
        />
      )}
      {panel('inspector', inspector)}
    </div>
  )
}
