import { lazy, Suspense } from 'react'
import { FileText } from 'lucide-react'
import { FirstRunCard } from './first-run/FirstRunCard'
import { DropTarget } from './frame/DropTarget'
import { EpisodesPanel } from '../panels/episodes/EpisodesPanel'
import { useComparison } from '../session/comparison/comparison-store'
import { useEpisode } from '../session/episode/episode-store'
import { useExperiments } from '../session/experiments/experiments-store'
import { StoryPanel } from '../panels/story/StoryPanel'
import { ConnectionStrip } from './strips/ConnectionStrip'
import { Dialogs } from './Dialogs'
import { FailureStrip } from './strips/FailureStrip'
import { ForkStrip } from './strips/ForkStrip'
import { RecoveredStrip } from './strips/RecoveredStrip'
import { SheetNotice } from '../kit/overlay/Sheet'
import { StatusBar } from './frame/StatusBar'
import { useHostFeeds } from './use-host-feeds'
import { WindowFrame } from './frame/WindowFrame'
import { closeLocalEpisode, DEMO_ID, useLocalEpisodes } from '../session/episode/local-episodes'
import { useStart } from '../session/episodes/start-store'
import controls from '../kit/controls.module.css'
import styles from '../kit/layout/Strip.module.css'
import { episodesStrings as words } from '../panels/episodes/strings'

const ComparePage = lazy(() =>
  import('../panels/compare/ComparePage').then((module) => ({ default: module.ComparePage })),
)
const ExperimentsPage = lazy(() =>
  import('../experiments/ExperimentsPage').then((module) => ({ default: module.ExperimentsPage })),
)
const IdlePage = lazy(() => import('./IdlePage').then((module) => ({ default: module.IdlePage })))

/** The window of the app: all episodes of a host, one of them open. */
export function AppWindow() {
  useHostFeeds()
  const isOpen = useEpisode(({ id }) => id !== null)
  const isComparing = useComparison(({ open }) => open !== null)
  const notices = (
    <>
      <ConnectionStrip />
      <FailureStrip />
      <ReadOnlyStrip />
      <RecoveredStrip />
      <ForkStrip />
    </>
  )
  const story = (
    <>
      <FirstRunCard />
      {isOpen ? (
        <StoryPanel />
      ) : (
        <Suspense>
          <IdlePage />
        </Suspense>
      )}
    </>
  )
  const areExperimentsOpen = useExperiments(({ open }) => open !== null)
  const instead = isComparing ? <ComparePage /> : <ExperimentsPage />
  return (
    <WindowFrame
      notices={notices}
      library={<EpisodesPanel />}
      story={story}
      instead={isComparing || areExperimentsOpen ? <Suspense>{instead}</Suspense> : null}
    >
      <StatusBar />
      <SheetNotice value={<ConnectionStrip />}>
        <Dialogs />
      </SheetNotice>
      <DropTarget />
    </WindowFrame>
  )
}

/** Marks an episode from a file as read-only. */
function ReadOnlyStrip() {
  const id = useEpisode((episode) => episode.id)
  const episode = useLocalEpisodes(({ episodes }) => episodes.get(id ?? ''))
  const cardIsShown = useStart(({ memory }) => memory?.demoIsDismissed === false)
  const isDemo = id === DEMO_ID
  if (id === null || !episode || (isDemo && cardIsShown)) return null
  return (
    <div className={styles.strip} data-tone="quiet" role="status">
      <FileText className={styles.mark} size={15} strokeWidth={1.75} aria-hidden />
      <p className={styles.text}>{isDemo ? words.recording : words.readOnly(episode.fileName)}</p>
      <button type="button" className={controls.button} onClick={() => closeLocalEpisode(id)}>
        {words.closeFile}
      </button>
    </div>
  )
}
