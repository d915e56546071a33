import { lazy, Suspense } from 'react'
import { FirstRunCard } from './first-run/FirstRunCard'
import { DropTarget } from './DropTarget'
import { LibraryPanel } from '../panels/library/LibraryPanel'
import { ReadOnlyStrip } from './ReadOnlyStrip'
import { useEpisode } from '../session/episode/episode-store'
import { StoryPanel } from '../panels/story/StoryPanel'
import { ConnectionStrip } from './ConnectionStrip'
import { Dialogs } from './Dialogs'
import { FailureStrip } from './FailureStrip'
import { RecoveredStrip } from './RecoveredStrip'
import { SheetNotice } from '../kit/Sheet'
import { StatusBar } from './StatusBar'
import { useHostFeeds } from './use-host-feeds'
import { WindowFrame } from './WindowFrame'

const IdlePage = lazy(() => import('./IdlePage').then((module) => ({ default: module.IdlePage })))

/** The window of the app: every episode of a host, one of them open. */
export function AppWindow() {
  useHostFeeds()
  const isOpen = useEpisode(({ id }) => id !== null)
  const notices = (
    <>
      <ConnectionStrip />
      <FailureStrip />
      <ReadOnlyStrip />
      <RecoveredStrip />
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
  return (
    <WindowFrame notices={notices} library={<LibraryPanel />} story={story}>
      <StatusBar />
      <SheetNotice value={<ConnectionStrip />}>
        <Dialogs />
      </SheetNotice>
      <DropTarget />
    </WindowFrame>
  )
}
