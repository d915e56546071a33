import { Activity, type ReactNode, useId } from 'react'
import type { PanelLayout } from '../session/view/panel-sizes'
import { setView, useView } from '../session/view/view-store'
import styles from './SideColumn.module.css'
import { Splitter } from '../kit/layout/Splitter'
import { strings } from './strings'
import { sessionStrings } from '../session/strings'
import { TabList } from '../kit/layout/Tabs'
import { NARROW_WINDOW, useMediaQuery } from '../kit/browser/use-media-query'

interface SideColumnProps {
  readonly space: PanelLayout
  /** Here where the window has no column for it; else null. */
  readonly library: ReactNode
  readonly map: ReactNode
  readonly inspector: ReactNode
}

/**
 * Map and inspector, beside each other where there is the room, else one above the other; where the window is too small
 * for both, they share the column by tabs. Each keeps its place in the tree in all forms, and stays there while it is
 * hidden: a call that was chosen, a legend that was opened and a drawing that was moved stay as they are.
 */
export function SideColumn({ space, library, map, inspector }: SideColumnProps) {
  const isNarrow = useMediaQuery(NARROW_WINDOW)
  const { sidePanel, sideIsShown, inspectorIsShown } = useView()
  const idPrefix = useId()
  const offered = {
    ...(library !== null && { library }),
    ...(sideIsShown && { map }),
    ...(sideIsShown && inspectorIsShown && { inspector }),
  }
  const ids = Object.keys(offered) as (keyof typeof offered)[]
  const selected = ids.find((id) => id === sidePanel) ?? ids[0]
  const sharesByTabs = isNarrow && ids.length > 1
  const isShared = !isNarrow && ids.length > 1
  const isAbreast = isShared && space.isSideBySide
  /** Of the panel that the splitter sizes: the other one has the rest. */
  const sizes = { map: { height: space.mapHeight }, inspector: { width: space.inspectorWidth } }
  const sized = isAbreast ? 'inspector' : 'map'
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
    <div className={isAbreast ? `${styles.column} ${styles.abreast}` : styles.column}>
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
            isOuter
            onSelect={(id) => setView({ sidePanel: id })}
          />
        </div>
      )}
      {library !== null && panel('library', library)}
      {panel('map', map)}
      {isShared && !isAbreast && (
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
      {isAbreast && (
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
