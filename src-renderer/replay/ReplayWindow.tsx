import { InspectorPanel } from '../inspector/InspectorPanel'
import { setView, useView } from '../store/view-store'
import { StoryPanel } from '../story/StoryPanel'
import { TimelinePanel } from '../timeline/TimelinePanel'
import { Announcer } from '../ui/Announcer'
import styles from '../ui/AppWindow.module.css'
import { CommandPalette } from '../ui/CommandPalette'
import { FailureBoundary } from '../ui/FailureBoundary'
import { GoToTurnSheet } from '../ui/GoToTurnSheet'
import { KeySheet } from '../ui/KeySheet'
import { PlacePanel } from '../ui/PlacePanel'
import { SideColumn } from '../ui/SideColumn'
import { Splitter } from '../ui/Splitter'
import { strings } from '../ui/strings'
import { TopBar } from '../ui/TopBar'
import { useAddress } from '../ui/use-address'
import { FiguresSheet } from '../timeline/FiguresSheet'
import { ReplayColumn } from './ReplayColumn'

/** One recorded episode, whole in this page: story, map, inspector and timeline under one playhead, and no host. */
export function ReplayWindow() {
  useAddress()
  const { sideIsShown, sideWidth, timelineIsShown, libraryIsShown, libraryWidth } = useView()
  return (
    <FailureBoundary>
      <div className={styles.window}>
        <TopBar />
        <div />
        <main className={styles.main}>
          {libraryIsShown && (
            <>
              <div className={styles.column} style={{ width: libraryWidth }}>
                <ReplayColumn />
              </div>
              <Splitter label={strings.resize.library} orientation="vertical" value={libraryWidth} min={180} max={420} direction={1} onChange={(width) => setView({ libraryWidth: width })} />
            </>
          )}
          <div className={styles.story}><StoryPanel /></div>
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
        <ReplayDialogs />
        <Announcer />
      </div>
    </FailureBoundary>
  )
}

const close = () => setView({ dialog: null })

function ReplayDialogs() {
  const dialog = useView((view) => view.dialog)
  if (dialog === 'palette') return <CommandPalette onClose={close} />
  if (dialog === 'keys') return <KeySheet onClose={close} />
  if (dialog === 'goTo') return <GoToTurnSheet onClose={close} />
  return dialog === 'figures' ? <FiguresSheet onClose={close} /> : null
}
