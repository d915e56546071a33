import { Suspense } from 'react'
import { KeySheet } from '../commands/KeySheet'
import { CommandPalette } from '../commands/palette/CommandPalette'
import { LoadingSheet } from '../kit/overlay/LoadingSheet'
import { NoteSheet } from '../panels/marks/NoteSheet'
import { useAgreement } from '../session/connection/agreement'
import { reconnectingApi, useConnection } from '../session/connection/connection-store'
import { useServerQuestions } from '../session/connection/server-questions'
import { closeHelp } from '../session/help/help-places'
import { closeDialog, useView } from '../session/view/view-store'
import { GoToTurnSheet } from '../sheets/episode/GoToTurnSheet'
import { RenameSheet } from '../sheets/episode/RenameSheet'
import { onDemand } from './on-demand'

const McpPanel = onDemand(async () => (await import('../mcp/McpPanel')).McpPanel)
const CallAgainSheet = onDemand(async () => (await import('../mcp/again/CallAgainSheet')).CallAgainSheet)
const StrayKeysSheet = onDemand(async () => (await import('../sheets/settings/StrayKeysSheet')).StrayKeysSheet)
const AgreeSheet = onDemand(async () => (await import('../mcp/agree/AgreeSheet')).AgreeSheet)
const StartSheet = onDemand(async () => (await import('../sheets/start/StartSheet')).StartSheet)
const StoriesSheet = onDemand(async () => (await import('../sheets/stories/StoriesSheet')).StoriesSheet)
const KnowledgeSheet = onDemand(async () => (await import('../sheets/knowledge/KnowledgeSheet')).KnowledgeSheet)
const LocalModelsSheet = onDemand(
  async () => (await import('../sheets/local-models/LocalModelsSheet')).LocalModelsSheet,
)
const ForkSheet = onDemand(async () => (await import('../sheets/fork/ForkSheet')).ForkSheet)
const ExportSheet = onDemand(async () => (await import('../sheets/episode/ExportSheet')).ExportSheet)
const DeleteSheet = onDemand(async () => (await import('../sheets/episode/DeleteSheet')).DeleteSheet)
const TagSheet = onDemand(async () => (await import('../sheets/episode/TagSheet')).TagSheet)
const ExportManySheet = onDemand(async () => (await import('../sheets/episode/ExportSheet')).ExportManySheet)
const CompareSheet = onDemand(async () => (await import('../sheets/episode/CompareSheet')).CompareSheet)
const TrashSheet = onDemand(async () => (await import('../sheets/episode/TrashSheet')).TrashSheet)
const PauseRulesSheet = onDemand(async () => (await import('../sheets/pause/PauseRulesSheet')).PauseRulesSheet)
const SettingsSheet = onDemand(async () => (await import('../sheets/settings/SettingsSheet')).SettingsSheet)
const FiguresSheet = onDemand(async () => (await import('../panels/timeline/table/FiguresSheet')).FiguresSheet)
const QuestionSheet = onDemand(async () => (await import('../sheets/questions/QuestionSheet')).QuestionSheet)
const HelpSheet = onDemand(async () => (await import('../sheets/help/HelpSheet')).HelpSheet)
const LegendSheet = onDemand(async () => (await import('../sheets/help/Legend')).LegendSheet)
const AboutSheet = onDemand(async () => (await import('../sheets/about/AboutSheet')).AboutSheet)

/**
 * At most one dialog is open at a time. Help opens above it, and questions open above both. Dialogs in which the user
 * types at once are not loaded on demand.
 */
export function Dialogs() {
  const { dialog, targets, mcpServer, callToRepeat, noteTurn, help } = useView()
  const hasBeenOpen = useConnection(({ connection }) => connection.phase !== 'connecting')
  const question = useAgreement((store) => store.question)
  const serverQuestions = useServerQuestions(({ questions }) => questions)
  const keyQuestion = useAgreement((store) => store.keyQuestion)
  return (
    <Suspense fallback={<LoadingSheet onClose={closeDialog} />}>
      {dialog === 'newEpisode' && <StartSheet onClose={closeDialog} />}
      {dialog === 'stories' && <StoriesSheet onClose={closeDialog} />}
      {dialog === 'knowledge' && <KnowledgeSheet onClose={closeDialog} />}
      {dialog === 'localModels' && <LocalModelsSheet onClose={closeDialog} />}
      {dialog === 'export' && <ExportSheet onClose={closeDialog} />}
      {dialog === 'rename' && targets[0] !== undefined && <RenameSheet episodeId={targets[0]} onClose={closeDialog} />}
      {dialog === 'delete' && targets.length > 0 && <DeleteSheet episodeIds={targets} onClose={closeDialog} />}
      {dialog === 'tag' && targets.length > 0 && <TagSheet episodeIds={targets} onClose={closeDialog} />}
      {dialog === 'exportMany' && targets.length > 0 && <ExportManySheet episodeIds={targets} onClose={closeDialog} />}
      {dialog === 'compare' && targets[0] !== undefined && (
        <CompareSheet episodeId={targets[0]} onClose={closeDialog} />
      )}
      {dialog === 'trash' && <TrashSheet onClose={closeDialog} />}
      {dialog === 'note' && <NoteSheet turn={noteTurn} onClose={closeDialog} />}
      {dialog === 'pauseRules' && <PauseRulesSheet onClose={closeDialog} />}
      {dialog === 'settings' && <SettingsSheet onClose={closeDialog} />}
      {dialog === 'palette' && <CommandPalette onClose={closeDialog} />}
      {dialog === 'keys' && <KeySheet onClose={closeDialog} />}
      {dialog === 'legend' && <LegendSheet onClose={closeDialog} />}
      {dialog === 'goTo' && <GoToTurnSheet onClose={closeDialog} />}
      {dialog === 'fork' && <ForkSheet onClose={closeDialog} />}
      {dialog === 'figures' && <FiguresSheet onClose={closeDialog} />}
      {dialog === 'mcp' && hasBeenOpen && <McpPanel api={reconnectingApi} target={mcpServer} onClose={closeDialog} />}
      {dialog === 'callAgain' && callToRepeat !== null && (
        <CallAgainSheet api={reconnectingApi} {...callToRepeat} onClose={closeDialog} />
      )}
      {/* The dialog below must stay while Help loads. */}
      <Suspense fallback={<LoadingSheet onClose={closeHelp} />}>
        {help !== null && <HelpSheet {...help} onClose={closeHelp} />}
      </Suspense>
      {/* Help opens About and stays below it. */}
      <Suspense fallback={<LoadingSheet onClose={closeDialog} />}>
        {dialog === 'about' && <AboutSheet onClose={closeDialog} />}
      </Suspense>
      {question !== null && <AgreeSheet programs={question.programs} onAnswer={question.answer} />}
      {keyQuestion !== null && <StrayKeysSheet stray={keyQuestion.stray} onAnswer={keyQuestion.answer} />}
      {serverQuestions[0] && (
        <QuestionSheet key={serverQuestions[0].id} question={serverQuestions[0]} waiting={serverQuestions.length - 1} />
      )}
    </Suspense>
  )
}
