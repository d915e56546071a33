import { lazy, Suspense } from 'react'
import { RenameSheet } from '../sheets/episode/RenameSheet'
import { NoteSheet } from '../panels/marks/NoteSheet'
import { useAgreement } from '../session/connection/agreement'
import { steadyApi, useConnection } from '../session/connection/connection-store'
import { useServerQuestions } from '../session/connection/server-questions'
import { setView, useView } from '../session/view/view-store'
import { CommandPalette } from '../commands/palette/CommandPalette'
import { GoToTurnSheet } from '../sheets/episode/GoToTurnSheet'
import { KeySheet } from '../commands/KeySheet'

const McpPanel = lazy(() => import('../mcp/McpPanel').then((module) => ({ default: module.McpPanel })))
const CallAgainSheet = lazy(() =>
  import('../mcp/again/CallAgainSheet').then((module) => ({ default: module.CallAgainSheet })),
)
const StrayKeysSheet = lazy(() =>
  import('../sheets/settings/StrayKeysSheet').then((module) => ({ default: module.StrayKeysSheet })),
)
const AgreeSheet = lazy(() => import('../mcp/agree/AgreeSheet').then((module) => ({ default: module.AgreeSheet })))
const StartSheet = lazy(() => import('../sheets/start/StartSheet').then((module) => ({ default: module.StartSheet })))
const StoriesSheet = lazy(() =>
  import('../sheets/stories/StoriesSheet').then((module) => ({ default: module.StoriesSheet })),
)
const ForkSheet = lazy(() => import('../sheets/fork/ForkSheet').then((module) => ({ default: module.ForkSheet })))
const ExportSheet = lazy(() =>
  import('../sheets/episode/ExportSheet').then((module) => ({ default: module.ExportSheet })),
)
const DeleteSheet = lazy(() =>
  import('../sheets/episode/DeleteSheet').then((module) => ({ default: module.DeleteSheet })),
)
const TagSheet = lazy(() => import('../sheets/episode/TagSheet').then((module) => ({ default: module.TagSheet })))
const ExportManySheet = lazy(() =>
  import('../sheets/episode/ExportManySheet').then((module) => ({ default: module.ExportManySheet })),
)
const CompareSheet = lazy(() =>
  import('../sheets/episode/CompareSheet').then((module) => ({ default: module.CompareSheet })),
)
const TrashSheet = lazy(() => import('../sheets/episode/TrashSheet').then((module) => ({ default: module.TrashSheet })))
const PauseRulesSheet = lazy(() =>
  import('../sheets/pause/PauseRulesSheet').then((module) => ({ default: module.PauseRulesSheet })),
)
const SettingsSheet = lazy(() =>
  import('../sheets/settings/SettingsSheet').then((module) => ({ default: module.SettingsSheet })),
)
const FiguresSheet = lazy(() =>
  import('../panels/timeline/table/FiguresSheet').then((module) => ({ default: module.FiguresSheet })),
)
const QuestionSheet = lazy(() =>
  import('../sheets/questions/QuestionSheet').then((module) => ({ default: module.QuestionSheet })),
)
const AboutSheet = lazy(() => import('../sheets/about/AboutSheet').then((module) => ({ default: module.AboutSheet })))

const close = () => setView({ dialog: null, mcpServer: null, settingsAt: null, callToRepeat: null })

/**
 * The open dialog, one at a time. Questions about programs and keys are above it, questions of servers above all.
 * Dialogs load on demand, except those that must take typed keys at once.
 */
export function Dialogs() {
  const { dialog, targets, mcpServer, callToRepeat, noteTurn } = useView()
  const hasBeenOpen = useConnection(({ connection }) => connection.phase !== 'connecting')
  const question = useAgreement((store) => store.question)
  const serverQuestions = useServerQuestions(({ questions }) => questions)
  const keyQuestion = useAgreement((store) => store.keyQuestion)
  return (
    <Suspense>
      {dialog === 'newEpisode' && <StartSheet onClose={close} />}
      {dialog === 'stories' && <StoriesSheet onClose={close} />}
      {dialog === 'export' && <ExportSheet onClose={close} />}
      {dialog === 'rename' && targets[0] !== undefined && <RenameSheet episodeId={targets[0]} onClose={close} />}
      {dialog === 'delete' && targets.length > 0 && <DeleteSheet episodeIds={targets} onClose={close} />}
      {dialog === 'tag' && targets.length > 0 && <TagSheet episodeIds={targets} onClose={close} />}
      {dialog === 'exportMany' && targets.length > 0 && <ExportManySheet episodeIds={targets} onClose={close} />}
      {dialog === 'compare' && targets[0] !== undefined && <CompareSheet episodeId={targets[0]} onClose={close} />}
      {dialog === 'trash' && <TrashSheet onClose={close} />}
      {dialog === 'note' && <NoteSheet turn={noteTurn} onClose={close} />}
      {dialog === 'pauseRules' && <PauseRulesSheet onClose={close} />}
      {dialog === 'settings' && <SettingsSheet onClose={close} />}
      {dialog === 'palette' && <CommandPalette onClose={close} />}
      {dialog === 'keys' && <KeySheet onClose={close} />}
      {dialog === 'goTo' && <GoToTurnSheet onClose={close} />}
      {dialog === 'fork' && <ForkSheet onClose={close} />}
      {dialog === 'figures' && <FiguresSheet onClose={close} />}
      {dialog === 'about' && <AboutSheet onClose={close} />}
      {dialog === 'mcp' && hasBeenOpen && <McpPanel api={steadyApi} target={mcpServer} onClose={close} />}
      {dialog === 'callAgain' && callToRepeat !== null && (
        <CallAgainSheet api={steadyApi} {...callToRepeat} onClose={close} />
      )}
      {question !== null && <AgreeSheet programs={question.programs} onAnswer={question.answer} />}
      {keyQuestion !== null && <StrayKeysSheet stray={keyQuestion.stray} onAnswer={keyQuestion.answer} />}
      {serverQuestions[0] && (
        <QuestionSheet key={serverQuestions[0].id} question={serverQuestions[0]} waiting={serverQuestions.length - 1} />
      )}
    </Suspense>
  )
}
