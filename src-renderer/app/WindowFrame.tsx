import { type ReactNode, useEffect } from 'react'
import { InspectorPanel } from '../panels/inspector/InspectorPanel'
import { usePanelLayout } from '../session/view/panel-sizes'
import { setView, useView } from '../session/view/view-store'
import { useEpisode } from '../session/episode/episode-store'
import { TimelinePanel } from '../panels/timeline/TimelinePanel'
import { Announcer } from './Announcer'
import { FailureBoundary } from '../kit/layout/FailureBoundary'
import { PlacePanel } from '../panels/world/PlacePanel'
import { SideColumn } from './SideColumn'
import { Splitter } from '../kit/layout/Splitter'
import { strings } from './strings'
import { TopBar } from './TopBar'
import { useAddress } from './use-address'
import { SMALL_WINDOW, useMediaQuery } from '../kit/browser/use-media-query'
import styles from './WindowFrame.module.css'

export interface WindowFrameProps {
  /** Between the top bar and the panels: what concerns the whole window. */
  readonly notices?: ReactNode
  readonly library: ReactNode
  readonly story: ReactNode
  /** A page in the place of all panels of an episode: two side by side, or experiments; null if there is none. */
  readonly instead?: ReactNode
  /** Below the timeline, and over everything. */
  readonly children: ReactNode
}

/** The regions of a window and how they share the space. What is in them is theirs. */
export function WindowFrame({ notices, library, story, instead = null, children }: WindowFrameProps) {
  useAddress()
  const { libraryIsShown, libraryIsTable, sideIsShown, timelineIsShown } = useView()
  const isSmall = useMediaQuery(SMALL_WINDOW)
  const space = usePanelLayout(libraryIsShown && !isSmall)
  const { libraryWidth, sideWidth } = space
  const episodeId = useEpisode(({ id }) => id)
  /** What fails in one region leaves the others: there is a way to another episode. */
  const alone = (region: ReactNode) => <FailureBoundary of={episodeId}>{region}</FailureBoundary>
  useEffect(() => {
    // Whichever way an episode was opened, it is to be seen.
    if (episodeId !== null) setView({ libraryIsTable: false })
  }, [episodeId])
  const libraryIsAside = isSmall && libraryIsShown
  if (instead !== null) {
    return (
      <FailureBoundary>
        <div className={styles.window}>
          <div />
          <div>{notices}</div>
          <main className={styles.main}>{alone(instead)}</main>
          {children}
        </div>
      </FailureBoundary>
    )
  }
  return (
    <FailureBoundary>
      <div className={styles.window}>
        <TopBar />
        <div>{notices}</div>
        <main className={styles.main}>
          {libraryIsTable ? (
            <div className={styles.story}>{alone(library)}</div>
          ) : (
            <>
              {libraryIsShown && !isSmall && (
                <>
                  <div className={styles.column} style={{ width: libraryWidth }}>
                    {alone(library)}
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
              <div className={styles.story}>{alone(story)}</div>
              {(sideIsShown || libraryIsAside) && (
                <>
                  <Splitter
                    label={strings.resize.side}
                    orientation="vertical"
                    value={sideWidth}
                    min={Math.min(320, space.widestSide)}
                    max={space.widestSide}
                    direction={-1}
                    onChange={(sideWidth) => setView({ sideWidth })}
                  />
                  <div className={styles.column} style={{ width: sideWidth }}>
                    <SideColumn
                      space={space}
                      library={libraryIsAside ? alone(library) : null}
                      map={alone(<PlacePanel />)}
                      inspector={alone(<InspectorPanel />)}
                    />
                  </div>
                </>
              )}
            </>
          )}
        </main>
        {timelineIsShown && alone(<TimelinePanel />)}
        {children}
        <Announcer />
      </div>
    </FailureBoundary>
  )
}
