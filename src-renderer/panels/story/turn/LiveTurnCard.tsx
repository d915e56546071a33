import { use } from 'react'
import { thoughtOf } from '@shared/episode/projections/thoughts'
import type { Iteration, Observation, Turn } from '@shared/episode/state/episode'
import { traitsOf } from '@shared/episode/state/players'
import { inspectorIsOpen } from '../../../commands/inspect-turn'
import { Button } from '../../../kit/Button'
import { useHostAbsence } from '../../../session/connection/connection-store'
import { HostButton } from '../../../session/connection/HostButton'
import { useIsPlayed, useAgentState } from '../../../session/episode/episode-status'
import { useEpisode, EpisodeContext } from '../../../session/episode/episode-store'
import { openForkSheet } from '../../../session/episode/forks/fork-store'
import { controlEpisode } from '../../../session/host/episode-commands'
import { sessionStrings } from '../../../session/strings'
import { focusRegion } from '../../../session/view/regions'
import { KEY_OF_ENDPOINT, setView } from '../../../session/view/view-store'
import { CallLine } from '../../../turn/calls/CallLine'
import { ProblemLines } from '../../../turn/calls/ServerActions'
import { Proposals } from '../../../turn/Proposals'
import { turnStrings } from '../../../turn/strings'
import { visibleDraft, DraftText } from '../../../turn/text/DraftText'
import { GameText } from '../../../turn/text/GameText'
import { ThoughtText } from '../../../turn/text/ThoughtText'
import { storyStrings as words } from '../strings'
import { CommandLine, TurnHeading } from './turn-lines'
import { TurnHints } from './TurnDetails'
import { TurnPhase, gaveUp, failedForKey, failedForLength } from './TurnPhase'
import styles from './turn.module.css'

/** The turn that is being played, as it streams in. */
export function LiveTurnCard({ turn, before }: { readonly turn: Turn; readonly before: Observation | null }) {
  const manifest = useEpisode(({ history }) => history.latest.manifest)
  const isInterrupted = useIsPlayed() === false
  const isAway = useHostAbsence() !== null
  const open = turn.iterations.at(-1)
  const draft = open && visibleDraft(open)
  const awaitsHuman = traitsOf({ manifest }).isPerson && turn.action === null
  return (
    <article
      className={styles.live}
      data-turn={turn.number}
      data-interrupted={isInterrupted || isAway || undefined}
      data-awaits={awaitsHuman || undefined}
      aria-label={sessionStrings.turnName(turn.number)}
      aria-busy={!isInterrupted && !isAway && !awaitsHuman}
    >
      <header className={styles.header}>
        <TurnHeading turn={turn.number} location={before?.location?.name ?? null} />
        <TurnPhase turn={turn} />
      </header>
      <TurnHints turn={turn.number} />
      {turn.iterations.map((iteration) => (
        <IterationLines key={iteration.number} iteration={iteration} turn={turn.number} />
      ))}
      {turn.proposals && <Proposals turn={turn} />}
      {draft && <DraftText draft={draft} />}
      <ProblemLines turn={turn} />
      <CallFault turn={turn} />
      {turn.action && <CommandLine action={turn.action} />}
      {turn.observation && <GameText text={turn.observation.text} location={turn.observation.location?.name ?? null} />}
    </article>
  )
}

function IterationLines({ iteration, turn }: { readonly iteration: Iteration; readonly turn: number }) {
  const { response, toolCalls } = iteration
  return (
    <>
      {response?.reasoning && <ThoughtText label={turnStrings.modelReasoning} text={response.reasoning} />}
      {toolCalls.map((call) => {
        // A failed thought is shown as a failed call.
        const thought = call.status === 'failed' || call.status === 'timeout' ? null : thoughtOf(call)
        return thought ? (
          <ThoughtText
            key={call.callId}
            label={turnStrings.thoughtOf(thought.number, thought.total)}
            text={thought.text}
            tone="thought"
          />
        ) : (
          <CallLine key={call.callId} call={call} turn={turn} />
        )
      })}
    </>
  )
}

/** Actions for a turn that is paused because its model call failed. Resuming retries the call. */
function CallFault({ turn }: { readonly turn: Turn }) {
  const { isCompared } = use(EpisodeContext)
  const isPlayedHere = useAgentState() === 'paused'
  // False while pausing, because the call is still running.
  const isPaused = useEpisode(({ history }) => history.latest.control.mode === 'paused')
  if (isCompared || !isPlayedHere || !isPaused || !gaveUp(turn)) return null
  const isTooLong = failedForLength(turn)
  const forkWithOtherModel = () => {
    const { id, history } = useEpisode.getState()
    if (id !== null) openForkSheet(id, history.latest.turns.length, '')
  }
  const showLength = () => setView({ dialog: 'settings', settingsAt: { page: 'file', path: 'mind.context_tokens' } })
  const enterKey = () => setView({ dialog: 'settings', settingsAt: { page: 'model', path: KEY_OF_ENDPOINT } })
  const showRequest = () => {
    setView({ ...inspectorIsOpen, inspectorTab: 'request' })
    focusRegion('inspector')
  }
  return (
    <div className={styles.actions}>
      {isTooLong && (
        <HostButton look="primary" onClick={forkWithOtherModel}>
          {words.forkWithModel}
        </HostButton>
      )}
      <HostButton look={isTooLong ? undefined : 'primary'} onClick={() => void controlEpisode('resume')}>
        {words.retryCall}
      </HostButton>
      {isTooLong && <Button onClick={showLength}>{words.longestRequest}</Button>}
      {failedForKey(turn) && <Button onClick={enterKey}>{words.enterKey}</Button>}
      <Button onClick={showRequest}>{words.showRequest}</Button>
    </div>
  )
}
