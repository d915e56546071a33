import { type ReactNode, useEffect } from 'react'
import { LOW_WINDOW, PHONE_WINDOW, SMALL_WINDOW, useWindowIs } from '../../kit/browser/window-size'
import { FailureBoundary } from '../../kit/layout/FailureBoundary'
import { Splitter } from '../../kit/layout/Splitter'
import { InspectorPanel } from '../../panels/inspector/InspectorPanel'
import { TimelinePanel } from '../../panels/timeline/TimelinePanel'
import { WorldPanel } from '../../panels/world/WorldPanel'
import { useEpisode } from '../../session/episode/episode-store'
import { usePanelLayout } from '../../session/view/layouts'
import { setView, useView } from '../../session/view/view-store'
import { strings } from '../strings'
import { TopBar } from '../top-bar/TopBar'
import { useAddress } from '../use-address'
import { Announcer } from './Announcer'
import { SideColumn } from './SideColumn'
import styles from './WindowFrame.module.css'

export interface WindowFrameProps {
  readonly notices?: ReactNode
  readonly library: ReactNode
  readonly story: ReactNode
  /** A page that replaces all panels of an episode: comparison or experiments. Null for the panels. */
  readonly instead?: ReactNode
  readonly children: ReactNode
}

export function WindowFrame({ notices, library, story, instead = null, children }: WindowFrameProps) {
  useAddress()
  const { libraryIsShown, libraryIsTable, sideIsShown, timelineIsShown } = useView()
  const isSmall = useWindowIs(SMALL_WINDOW)
  const isPhone = useWindowIs(PHONE_WINDOW)
  const isLow = useWindowIs(LOW_WINDOW)
  const space = usePanelLayout(libraryIsShown && !isSmall)
  const { libraryWidth, sideWidth } = space
  const episodeId = useEpisode(({ id }) => id)
  /** Contains a render error in its region, so that the user can still open another episode. */
  const contained = (region: ReactNode) => <FailureBoundary of={episodeId}>{region}</FailureBoundary>
  useEffect(() => {
    // Any opened episode must become visible.
    if (episodeId !== null) setView({ libraryIsTable: false })
  }, [episodeId])
  const libraryIsAside = isSmall && libraryIsShown
  if (instead !== null) {
    return (
      <FailureBoundary>
        <div className={styles.window}>
          <div />
          <div className={styles.notices}>{notices}</div>
          <main className={styles.main}>{contained(instead)}</main>
          {children}
        </div>
      </FailureBoundary>
    )
  }
  return (
    <FailureBoundary>
      <div className={styles.window}>
        <TopBar />
        <div className={styles.notices}>{notices}</div>
        <main className={isPhone ? `${styles.main} ${styles.oneColumn}` : styles.main}>
          {libraryIsTable ? (
            <div className={styles.story}>{contained(library)}</div>
          ) : (
            <>
              {libraryIsShown && !isSmall && (
                <>
                  <div className={styles.column} style={{ width: libraryWidth }}>
                    {contained(library)}
                  </div>
                  <Splitter
                    label={strings.resize.library}
                    orientation="vertical"
                    value={libraryWidth}
                    min={180}
                    max={480}
                    direction={1}
                    onChange={(libraryWidth) => setView({ libraryWidth })}
                  />
                </>
              )}
              <div className={styles.story}>{contained(story)}</div>
              {(sideIsShown || libraryIsAside) && (
                <>
                  {!isPhone && (
                    <Splitter
                      label={strings.resize.side}
                      orientation="vertical"
                      value={sideWidth}
                      min={Math.min(320, space.widestSide)}
                      max={space.widestSide}
                      direction={-1}
                      onChange={(sideWidth) => setView({ sideWidth })}
                    />
                  )}
                  <div className={styles.column} style={isPhone ? undefined : { width: sideWidth }}>
                    <SideColumn
                      space={space}
                      library={libraryIsAside ? contained(library) : null}
                      map={contained(<WorldPanel />)}
                      inspector={contained(<InspectorPanel />)}
                    />
                  </div>
                </>
              )}
            </>
          )}
        </main>
        {/* A short window has no room for both the timeline and the table of episodes. */}
        {timelineIsShown && !(libraryIsTable && isLow) && contained(<TimelinePanel />)}
        {children}
        <Announcer />
      </div>
    </FailureBoundary>
  )
}
