import type { Iteration, Observation, Turn } from '@shared/episode/episode'
import { useEffect, useState } from 'react'
import { CallLine } from '../inspector/CallLine'
import { DraftText } from '../inspector/DraftText'
import { inspectorStrings } from '../inspector/strings'
import { ThoughtText } from '../inspector/ThoughtText'
import { thoughtOf } from '@shared/episode/thoughts'
import { useEpisode } from '../store/episode-store'
import { useIsRunning } from '../store/episode-status'
import { formatDuration } from '../ui/format'
import { strings } from '../ui/strings'
import { CommandLine } from './CommandLine'
import { GameText } from './GameText'
import styles from './LiveTurnCard.module.css'
import { storyStrings } from './strings'
import { TurnHeading } from './TurnHeading'
import { phaseOf } from './turn-phase'

/** The turn that is being played: what the agent is doing, thinking and calling, as it comes in. It only grows. */
export function LiveTurnCard({ turn, before }: { readonly turn: Turn; readonly before: Observation | null }) {
  const control = useEpisode(({ history }) => history.latest.control)
  const manifest = useEpisode(({ history }) => history.latest.manifest)
  const isRunning = useIsRunning()
  // Nobody is to be hurried who plays.
  const awaitsHuman = manifest?.player.kind === 'human' && turn.action === null
  return (
    <article className={styles.card} data-turn={turn.number} data-interrupted={!isRunning || undefined} data-awaits={awaitsHuman || undefined} aria-label={strings.turnName(turn.number)} aria-busy={isRunning && !awaitsHuman}>
      <header className={styles.header}>
        <TurnHeading turn={turn.number} room={before?.location?.name ?? null} />
        <p className={styles.phase} data-paused={control.mode === 'paused' || !isRunning || undefined}>
          {isRunning ? phaseOf(turn, { control, manifest }) : strings.state.interrupted}
          {isRunning && !awaitsHuman && control.mode !== 'paused' && <Elapsed since={turn.startedAt} />}
        </p>
      </header>
      {turn.iterations.map((iteration) => <IterationLines key={iteration.number} iteration={iteration} turn={turn.number} />)}
      {turn.problems.map(({ seq, text }) => <p key={seq} className={styles.problem}>{text}</p>)}
      {turn.action && <CommandLine action={turn.action} />}
      {turn.observation && <GameText text={turn.observation.text} room={turn.observation.location?.name ?? null} />}
    </article>
  )
}

function IterationLines({ iteration: { response, draft, toolCalls }, turn }: { readonly iteration: Iteration; readonly turn: number }) {
  return (
    <>
      {response?.reasoning && <ThoughtText label={inspectorStrings.modelReasoning} text={response.reasoning} />}
      {draft && <DraftText draft={draft} />}
      {toolCalls.map((call) => {
        const thought = thoughtOf(call)
        return thought ? <ThoughtText key={call.callId} label={inspectorStrings.thoughtOf(thought.number, thought.total)} text={thought.text} tone="thought" /> : <CallLine key={call.callId} call={call} turn={turn} />
      })}
    </>
  )
}

const LONG_WAIT_MS = 20_000

/** Shown after a second: shorter waits are not worth a number. */
function Elapsed({ since }: { readonly since: string }) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 200)
    return () => clearInterval(timer)
  }, [])
  const ms = nowMs - Date.parse(since)
  if (ms < 1000) return null
  return <span className={styles.elapsed}>{ms < LONG_WAIT_MS ? formatDuration(ms) : storyStrings.phase.stillWaiting(ms)}</span>
}
