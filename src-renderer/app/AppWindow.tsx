import { Suspense } from 'react'
import { SheetNotice } from '../kit/overlay/Sheet'
import { EpisodesPanel } from '../panels/episodes/EpisodesPanel'
import { StoryPanel } from '../panels/story/StoryPanel'
import { useComparison } from '../session/comparison/comparison-store'
import { useEpisode } from '../session/episode/episode-store'
import { useExperiments } from '../session/experiments/experiments-store'
import { Dialogs } from './Dialogs'
import { FirstRunCard } from './first-run/FirstRunCard'
import { DropTarget } from './frame/DropTarget'
import { StatusBar } from './frame/StatusBar'
import { WindowFrame } from './frame/WindowFrame'
import { onDemand } from './on-demand'
import { ConnectionStrip } from './strips/ConnectionStrip'
import { FailureStrip, RefusalStrip } from './strips/FailureStrip'
import {
  CutShortExperiments,
  CutShortStrip,
  ForkStrip,
  OpenDeletedStrip,
  ReadOnlyStrip,
  RecoveredStrip,
} from './strips/QuietStrips'
import { TourCard } from './tour/TourCard'
import { useHostFeeds } from './use-host-feeds'

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
      <OpenDeletedStrip />
      <ReadOnlyStrip />
      <RecoveredStrip />
      <CutShortStrip />
      <CutShortExperiments />
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
      <TourCard />
      <DropTarget />
    </WindowFrame>
  )
}
