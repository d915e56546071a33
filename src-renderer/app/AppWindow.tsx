import { Suspense } from 'react'
import { onDemand } from './on-demand'
import { FirstRunCard } from './first-run/FirstRunCard'
import { DropTarget } from './frame/DropTarget'
import { EpisodesPanel } from '../panels/episodes/EpisodesPanel'
import { useComparison } from '../session/comparison/comparison-store'
import { useEpisode } from '../session/episode/episode-store'
import { useExperiments } from '../session/experiments/experiments-store'
import { StoryPanel } from '../panels/story/StoryPanel'
import { ConnectionStrip } from './strips/ConnectionStrip'
import { Dialogs } from './Dialogs'
import { FailureStrip, RefusalStrip } from './strips/FailureStrip'
import { ForkStrip, ReadOnlyStrip, RecoveredStrip } from './strips/QuietStrips'
import { SheetNotice } from '../kit/overlay/Sheet'
import { StatusBar } from './frame/StatusBar'
import { useHostFeeds } from './use-host-feeds'
import { WindowFrame } from './frame/WindowFrame'

const ComparePage = onDemand(async () => (await import('../panels/compare/ComparePage')).ComparePage)
const ExperimentsPage = onDemand(async () => (await import('../experiments/ExperimentsPage')).ExperimentsPage)
const IdlePage = onDemand(async () => (await import('./IdlePage')).IdlePage)

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
      <SheetNotice
        value={
          <>
            <ConnectionStrip />
            <RefusalStrip />
          </>
        }
      >
        <Dialogs />
      </SheetNotice>
      <DropTarget />
    </WindowFrame>
  )
}
