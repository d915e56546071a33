import { lazy, Suspense } from 'react'
import { FirstRunCard } from '../first-run/FirstRunCard'
import { InspectorPanel } from '../inspector/InspectorPanel'
import { DropTarget } from '../library/DropTarget'
import { LibraryPanel } from '../library/LibraryPanel'
import { ReadOnlyStrip } from '../library/ReadOnlyStrip'
import { useEpisode } from '../store/episode-store'
import { setView, useView } from '../store/view-store'
import { StoryPanel } from '../story/StoryPanel'
import { TimelinePanel } from '../timeline/TimelinePanel'
import { Announcer } from './Announcer'
import styles from './AppWindow.module.css'
import { ConnectionStrip } from './ConnectionStrip'
import { Dialogs } from './Dialogs'
import { FailureBoundary } from './FailureBoundary'
import { FailureStrip } from './FailureStrip'
import { PlacePanel } from './PlacePanel'
import { RecoveredStrip } from './RecoveredStrip'
import { SideColumn } from './SideColumn'
import { Splitter } from './Splitter'
import { StatusBar } from './StatusBar'
import { strings } from './strings'
import { TopBar } from './TopBar'
import { useAddress } from './use-address'
import { useHostFeeds } from './use-host-feeds'

const IdlePage = lazy(() => import('../story/IdlePage').then((module) => ({ default: module.IdlePage })))

/** The whole window: its regions and how they share the space. What is in them is theirs. */
export function AppWindow() {
  useHostFeeds()
  useAddress()
  const { libraryIsShown, libraryWidth, sideIsShown, sideWidth, timelineIsShown } = useView()
  const isOpen = useEpisode(({ id }) => id !== null)
  return (
    <FailureBoundary>
      <div className={styles.window}>
        <TopBar />
        <div>
          <ConnectionStrip />
          <FailureStrip />
          <ReadOnlyStrip />
          <RecoveredStrip />
        </div>
        <main className={styles.main}>
          {libraryIsShown && (
            <>
              <div className={styles.column} style={{ width: libraryWidth }}>
                <LibraryPanel />
              </div>
              <Splitter label={strings.resize.library} orientation="vertical" value={libraryWidth} min={180} max={420} direction={1} onChange={(width) => setView({ libraryWidth: width })} />
            </>
          )}
          <div className={styles.story}>
            <FirstRunCard />
            {isOpen ? <StoryPanel /> : <Suspense><IdlePage /></Suspense>}
          </div>
          {sideIsShown && (
            <>
              <Splitter label={strings.resize.side} orientation="vertical" value={sideWidth} min={320} max={900} direction={-1} onChange={(width) => setView({ sideWidth: width })} />
              <div className={`${styles.column} ${styles.side}`} style={{ width: sideWidth }}>
                <SideColumn map={<PlacePanel />} inspector={<InspectorPanel />} />
              </div>
            </>
          )}
        </main>
        {timelineIsShown && <TimelinePanel />}
        <StatusBar />
        <Dialogs />
        <DropTarget />
        <Announcer />
      </div>
    </FailureBoundary>
  )
}
