import { use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Turn, CALL_CANCELED, type EpisodeState } from '@shared/episode/state/episode'
import { isPlayedByModel, traitsOf, isOwnAgent } from '@shared/episode/state/players'
import { commandStrings } from '../../../commands/strings'
import { Button } from '../../../kit/Button'
import { formatDuration } from '../../../kit/text/format'
import { useHostAbsence } from '../../../session/connection/connection-store'
import { isWaiting, retryOf, useAgentState, useIsPlayed, waitsForReply } from '../../../session/episode/episode-status'
import { EpisodeContext, useEpisode } from '../../../session/episode/episode-store'
import { controlEpisode } from '../../../session/host/episode-commands'
import { sessionStrings } from '../../../session/strings'
import { focusRegion } from '../../../session/view/regions'
import { storyStrings } from '../strings'
import styles from './turn.module.css'

const words = storyStrings.phase

/** The phase of the open turn and its duration; for a failed call, the time of the next attempt. */
export function TurnPhase({ turn }: { readonly turn: Turn }) {
  const control = useEpisode(({ history }) => history.latest.control)
  const manifest = useEpisode(({ history }) => history.latest.manifest)
  const isInterrupted = useIsPlayed() === false
  const isAway = useHostAbsence() !== null
  const isStopped = control.mode === 'paused' || isInterrupted || isAway
  const stopText = () => {
    if (isAway) return sessionStrings.state.disconnected
    if (isInterrupted) return sessionStrings.state.interrupted
    return isBeforeCritic(turn) ? words.pausedBeforeCritic : words.paused
  }
  return (
    <p className={styles.phase} data-held={isStopped || undefined}>
      {isStopped ? (
        stopText()
      ) : (
        <Now turn={turn} phase={phaseOf(turn, manifest)} isOfPerson={traitsOf({ manifest }).isPerson} />
      )}
    </p>
  )
}

interface NowProps {
  readonly turn: Turn
  readonly phase: string
  readonly isOfPerson: boolean
}

function Now({ turn, phase, isOfPerson }: NowProps) {
  const nowMs = useNow()
  const retry = retryOf(turn)
  if (retry !== null && retry.atMs > nowMs)
    return (
      <>
        {words.retrying(Math.ceil((retry.atMs - nowMs) / 1000) * 1000, retry.attempt)}
        <RetryNow />
      </>
    )
  const ms = nowMs - Date.parse(turn.startedAt)
  return (
    <>
      {phase}
      {!(isOfPerson && turn.action === null) && <Elapsed ms={ms} />}
      {ms >= LONG_WAIT_MS && <CancelCall />}
    </>
  )
}

const LONG_WAIT_MS = 20_000

function Elapsed({ ms }: { readonly ms: number }) {
  if (ms < 1000) return null
  return <span className={styles.elapsed}>{ms < LONG_WAIT_MS ? formatDuration(ms) : words.stillWaiting(ms)}</span>
}

/** Cancels a model call; the episode then pauses before this call. */
function CancelCall() {
  const { isCompared } = use(EpisodeContext)
  const agent = useAgentState()
  const waits = useEpisode(({ history }) => waitsForReply(history.latest))
  if (isCompared || agent !== 'running' || !waits) return null
  return <PhaseButton command="cancel_call">{commandStrings.action.cancelCall}</PhaseButton>
}

/** Ends the wait for the next attempt at a model call. */
function RetryNow() {
  const { isCompared } = use(EpisodeContext)
  const agent = useAgentState()
  if (isCompared || (agent !== 'running' && agent !== 'paused')) return null
  return <PhaseButton command="retry_now">{commandStrings.action.retryNow}</PhaseButton>
}

interface PhaseButtonProps {
  readonly command: 'cancel_call' | 'retry_now'
  readonly children: string
}

/** A button that disappears when its phase ends. If it had the focus, the story gets the focus. */
function PhaseButton({ command, children }: PhaseButtonProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(
    () => () => {
      if (document.activeElement === ref.current) focusRegion('story')
    },
    [],
  )
  return (
    <Button ref={ref} look="quiet" className={styles.inPhase} onClick={() => void controlEpisode(command)}>
      {children}
    </Button>
  )
}

function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 200)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

/** The phase of the open turn, in a few words. */
export function phaseOf(turn: Turn, manifest: EpisodeState['manifest']): string {
  const { phase } = storyStrings
  const iteration = turn.iterations.at(-1)
  if (turn.action) return phase.waitingGame
  if (traitsOf({ manifest }).isPerson) return phase.waitingHuman
  if (manifest && isOwnAgent({ manifest })) return phase.waitingAgent(manifest.player.label)
  const helper = turn.helperCalls?.at(-1)
  if (helper && isWaiting(helper)) return phase.askingRole[helper.role]
  if (!iteration) return phase.opening
  // The explorer is called like a model but is not one.
  const asking = isPlayedByModel({ manifest }) ? phase.asking : phase.choosing
  if (iteration.draft) {
    const { content, reasoning, toolCalls, promptRead } = iteration.draft
    if (toolCalls.length > 0) return phase.calling
    if (content !== '') return phase.answering
    if (reasoning !== '') return phase.thinking
    return promptRead === undefined || promptRead === 100 ? asking : phase.reading(promptRead)
  }
  if (iteration.response && iteration.toolCalls.some(({ status }) => status === 'running')) return phase.calling
  return asking
}

/** True if the last proposal has no verdict yet, so that the critic is called next. */
export const isBeforeCritic = ({ action, proposals, helperCalls }: Turn): boolean =>
  action === null && proposals?.at(-1)?.verdicts.length === 0 && !helperCalls?.some(isWaiting)

/** True if the last call failed and is not retried automatically. A cancelled call does not count as failed. */
export function gaveUp(turn: Turn): boolean {
  const { failures = [], response = null } = turn.iterations.at(-1) ?? {}
  const failure = failures.at(-1)
  return response === null && failure !== undefined && failure.retry_in_ms === null && failure.code !== CALL_CANCELED
}

/** Error codes for a missing or wrong key. */
const KEY_FAILURES: readonly string[] = ['missing_key', 'missing_secret', '401']

/** Error codes for a request that is too long: the endpoint refused it, or it was not sent. */
const LENGTH_FAILURES: readonly string[] = ['context_length', 'context_full']

const lastCode = (turn: Turn): string => turn.iterations.at(-1)?.failures?.at(-1)?.code ?? ''
export const failedForKey = (turn: Turn): boolean => KEY_FAILURES.includes(lastCode(turn))
/** True if the last call failed because its request is too long for the model. */
export const failedForLength = (turn: Turn): boolean => LENGTH_FAILURES.includes(lastCode(turn))
