import type { Turn } from '@shared/episode/state/episode'
import { traitsOf } from '@shared/episode/state/players'
import { use, useEffect, useState } from 'react'
import { useHostAbsence } from '../../../session/connection/connection-store'
import { EpisodeContext, useEpisode } from '../../../session/episode/episode-store'
import { controlEpisode } from '../../../session/host/commands'
import { useAgentState, useIsPlayed, waitsForReply } from '../../../session/episode/episode-status'
import { Button } from '../../../kit/Button'
import { formatDuration } from '../../../kit/text/format'
import { commandStrings } from '../../../commands/strings'
import { sessionStrings } from '../../../session/strings'
import { storyStrings } from '../strings'
import { isBeforeCritic, phaseOf, retryOf } from './turn-phase'
import styles from './turn.module.css'

const words = storyStrings.phase

/** What the open turn is doing and for how long, or when a failed call is retried. */
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

/** The current phase. A person's turn shows no elapsed time. */
function Now({
  turn,
  phase,
  isOfPerson,
}: {
  readonly turn: Turn
  readonly phase: string
  readonly isOfPerson: boolean
}) {
  const nowMs = useNow()
  const retry = retryOf(turn)
  if (retry !== null && retry.atMs > nowMs)
    return words.retrying(Math.ceil((retry.atMs - nowMs) / 1000) * 1000, retry.attempt)
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

/** Shown after a second. */
function Elapsed({ ms }: { readonly ms: number }) {
  if (ms < 1000) return null
  return <span className={styles.elapsed}>{ms < LONG_WAIT_MS ? formatDuration(ms) : words.stillWaiting(ms)}</span>
}

/** Cancels a model call; the episode is then paused before it. */
function CancelCall() {
  const { isCompared } = use(EpisodeContext)
  const agent = useAgentState()
  const waits = useEpisode(({ history }) => waitsForReply(history.latest))
  if (isCompared || agent !== 'running' || !waits) return null
  return (
    <Button look="quiet" className={styles.cancel} onClick={() => void controlEpisode('cancel_call')}>
      {commandStrings.action.cancelCall}
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
