import { lazy, Suspense } from 'react'
import { RenameSheet } from '../library/RenameSheet'
import { NoteSheet } from '../marks/NoteSheet'
import { useAgreement } from '../store/agreement'
import { steadyApi, useConnection } from '../store/connection-store'
import { useQuestions } from '../store/questions'
import { setView, useView } from '../store/view-store'
import { CommandPalette } from './CommandPalette'
import { ForkSheet } from './ForkSheet'
import { GoToTurnSheet } from './GoToTurnSheet'
import { KeySheet } from './KeySheet'

const McpPanel = lazy(() => import('../config/McpPanel').then((module) => ({ default: module.McpPanel })))
const StrayKeysSheet = lazy(() =>
  import('../settings/StrayKeysSheet').then((module) => ({ default: module.StrayKeysSheet })),
)
const AgreeSheet = lazy(() => import('../config/AgreeSheet').then((module) => ({ default: module.AgreeSheet })))
const StartSheet = lazy(() => import('../start/StartSheet').then((module) => ({ default: module.StartSheet })))
const StoriesSheet = lazy(() => import('../stories/StoriesSheet').then((module) => ({ default: module.StoriesSheet })))
const ExportSheet = lazy(() => import('../library/ExportSheet').then((module) => ({ default: module.ExportSheet })))
const DeleteSheet = lazy(() => import('../library/DeleteSheet').then((module) => ({ default: module.DeleteSheet })))
const TrashSheet = lazy(() => import('../library/TrashSheet').then((module) => ({ default: module.TrashSheet })))
const PauseRulesSheet = lazy(() =>
  import('../pause/PauseRulesSheet').then((module) => ({ default: module.PauseRulesSheet })),
)
const SettingsSheet = lazy(() =>
  import('../settings/SettingsSheet').then((module) => ({ default: module.SettingsSheet })),
)
const FiguresSheet = lazy(() => import('../timeline/FiguresSheet').then((module) => ({ default: module.FiguresSheet })))
const QuestionSheet = lazy(() =>
  import('../questions/QuestionSheet').then((module) => ({ default: module.QuestionSheet })),
)
const AboutSheet = lazy(() => import('../about/AboutSheet').then((module) => ({ default: module.AboutSheet })))

const close = () => setView({ dialog: null, mcpServer: null })

/**
 * What lies over the window, one at a time; a question about new programs or keys lies over the sheet that asked for
 * them, and one of a server over everything. Each is loaded when it is first opened, but for those that are typed into
 * at once.
 */
export function Dialogs() {
  const { dialog, target, mcpServer, noteTurn } = useView()
  const hasBeenOpen = useConnection(({ connection }) => connection.phase !== 'connecting')
  const question = useAgreement((store) => store.question)
  const asked = useQuestions(({ questions }) => questions)
  const keyQuestion = useAgreement((store) => store.keyQuestion)
  return (
    <Suspense>
      {dialog === 'newEpisode' && <StartSheet onClose={close} />}
      {dialog === 'stories' && <StoriesSheet onClose={close} />}
      {dialog === 'export' && <ExportSheet onClose={close} />}
      {dialog === 'rename' && target !== null && <RenameSheet episodeId={target} onClose={close} />}
      {dialog === 'delete' && target !== null && <DeleteSheet episodeId={target} onClose={close} />}
      {dialog === 'trash' && <TrashSheet onClose={close} />}
      {dialog === 'note' && <NoteSheet turn={noteTurn} onClose={close} />}
      {dialog === 'pauseRules' && <PauseRulesSheet onClose={close} />}
      {dialog === 'settings' && <SettingsSheet onClose={close} />}
      {dialog === 'palette' && <CommandPalette onClose={close} />}
      {dialog === 'keys' && <KeySheet onClose={close} />}
      {dialog === 'goTo' && <GoToTurnSheet onClose={close} />}
      {dialog === 'forkFrom' && <ForkSheet onClose={close} />}
      {dialog === 'figures' && <FiguresSheet onClose={close} />}
      {dialog === 'about' && <AboutSheet onClose={close} />}
      {dialog === 'mcp' && hasBeenOpen && <McpPanel api={steadyApi} target={mcpServer} onClose={close} />}
      {question !== null && <AgreeSheet programs={question.programs} onAnswer={question.answer} />}
      {keyQuestion !== null && <StrayKeysSheet stray={keyQuestion.stray} onAnswer={keyQuestion.answer} />}
      {asked[0] && <QuestionSheet key={asked[0].id} question={asked[0]} waiting={asked.length - 1} />}
    </Suspense>
  )
}
