import { use, useMemo } from 'react'
import { type Lesson, lessonsOf } from '@shared/agent/lessons'
import type { LoggedEvent } from '@shared/episode/log/event'
import { helpOf, formatHelp } from '@shared/episode/projections/help'
import { JUDGEMENTS, judgementsOf } from '@shared/episode/projections/judgement'
import { moreTurnsOf } from '@shared/episode/projections/turn-limit'
import { type EpisodeState, latestObservation } from '@shared/episode/state/episode'
import { firstTurnOf, shortPartOf } from '@shared/episode/state/part'
import { changesOfTurn } from '@shared/episode/state/turn-changes'
import { actions } from '../../../commands/actions'
import { commandStrings } from '../../../commands/strings'
import { Button } from '../../../kit/Button'
import { formatNumber } from '../../../kit/text/format'
import { Line } from '../../../kit/text/Prose'
import { useHasHost } from '../../../session/connection/connection-store'
import { HostButton } from '../../../session/connection/HostButton'
import { useIsDeleted } from '../../../session/episode/deleted'
import { cycleJudged } from '../../../session/episode/episode-markers'
import { useAgentState } from '../../../session/episode/episode-status'
import { EpisodeContext, useEpisode } from '../../../session/episode/episode-store'
import { useIsLocal } from '../../../session/episode/local-episodes'
import { resumeEpisode } from '../../../session/host/episode-commands'
import { sessionStrings } from '../../../session/strings'
import { setView } from '../../../session/view/view-store'
import { JudgementIcon, MARKER_SHAPES } from '../../../turn/signs'
import { turnStrings } from '../../../turn/strings'
import { storyStrings as words } from '../strings'
import controls from '../../../kit/controls.module.css'
import styles from './turn.module.css'

const WIN_MOMENTS = 5

/** How the episode ended, or a notice that it was interrupted. */
export function EndCard({ state }: { readonly state: EpisodeState }) {
  const { ended, turns } = state
  const { isCompared } = use(EpisodeContext)
  const help = useMemo(() => helpOf(state), [state])
  const isFromFile = useIsLocal()
  const isDeleted = useIsDeleted()
  const hasHost = useHasHost()
  const agent = useAgentState()
  const moreTurns = moreTurnsOf(state)
  const server = useEpisode(({ history }) => (ended?.ended === 'error' ? failedServerOf(history.events) : null))
  const { score = null, max_score: maxScore = null, moves = null } = latestObservation(state) ?? {}
  const isPart = shortPartOf(state) !== null
  const from = Math.max(1, firstTurnOf(state))
  const reason = ended ? reasonOf(ended) : (isFromFile && !isPart && words.unfinished) || null
  return (
    <section className={styles.end} data-ended={ended?.ended}>
      <h3 className={styles.endTitle}>
        {ended?.ended === 'won' && (
          <svg className={styles.star} viewBox="-6 -6 12 12" aria-hidden>
            <path d={MARKER_SHAPES.won} />
          </svg>
        )}
        {titleOf(state)}
      </h3>
      {reason !== null && (
        <p className={styles.reason}>
          <Line text={reason} />
        </p>
      )}
      <p>
        {words.endFigures(
          score === null ? null : sessionStrings.facts.of(score, maxScore),
          turns.length - from + 1,
          from === 1 ? moves : null,
        )}
      </p>
      {help !== null && <p>{words.helped(formatHelp(help))}</p>}
      {!isCompared && <Worth state={state} />}
      <Moments state={state} />
      {!isCompared && turns.length > 0 && <Lessons state={state} />}
      {hasHost && !isCompared && (
        <div className={styles.buttons}>
          {moreTurns !== null && agent === 'resumable' && (
            <HostButton look="primary" onClick={() => void resumeEpisode()}>
              {sessionStrings.moreTurns(moreTurns)}
            </HostButton>
          )}
          {ended === null && agent === 'resumable' && (
            <HostButton look="primary" onClick={() => void resumeEpisode()}>
              {words.resumeAfter(turns.length)}
            </HostButton>
          )}
          {ended?.ended === 'error' && agent === 'resumable' && (
            <HostButton look="primary" onClick={() => void resumeEpisode()}>
              {words.tryAgain}
            </HostButton>
          )}
          {server !== null && !isFromFile && (
            <HostButton
              className={controls.button}
              onClick={() => setView({ dialog: 'mcp', mcpServer: { name: server, tab: 'form' } })}
            >
              {turnStrings.server.edit(server)}
            </HostButton>
          )}
          {!isDeleted && <Button onClick={() => setView({ dialog: 'export' })}>{commandStrings.action.export}…</Button>}
          <HostButton className={controls.button} onClick={() => setView({ dialog: 'newEpisode' })}>
            {commandStrings.action.newEpisode}…
          </HostButton>
          {!isFromFile && !isDeleted && (
            <HostButton className={controls.button} onClick={() => void actions.fork.run()}>
              {commandStrings.action.fork}
            </HostButton>
          )}
        </div>
      )}
    </section>
  )
}

/** The MCP server that failed to start just before the episode ended; null if there is none. */
const failedServerOf = (events: readonly LoggedEvent[]): string | null =>
  events.slice(-LAST_EVENTS).findLast((event) => event.event_type === 'mcp_server_failed')?.server_name ?? null

const LAST_EVENTS = 3

/** The reason of the end; null if the title already states it. */
const reasonOf = ({ ended, reason }: NonNullable<EpisodeState['ended']>): string | null =>
  ended === 'stopped' || ended === 'error' || !(ended in words.endTitle) ? reason : null

function titleOf(state: EpisodeState): string {
  const { ended, control } = state
  if (ended) return words.endTitle[ended.ended] ?? ended.ended
  const part = shortPartOf(state)
  if (part !== null) return words.endOfPart(part.to, part.of)
  return control.mode === 'paused' ? words.pausedTitle : words.interruptedTitle
}

/** Links to the turns with the largest gains in score: after a win several, otherwise only the best. */
function Moments({ state }: { readonly state: EpisodeState }) {
  const { goToTurn } = use(EpisodeContext)
  const isWon = state.ended?.ended === 'won'
  const moments = useMemo(() => bestMoments(state, isWon ? WIN_MOMENTS : 1), [state, isWon])
  return moments.map(({ turn, gain, location }) => (
    <Button key={turn} look="quiet" className={styles.flush} onClick={() => goToTurn(turn)}>
      {isWon ? words.moment(turn, gain, location) : words.bestMoment(turn, gain)}
    </Button>
  ))
}

/**
 * The turns with the largest gains, in order. Turns without a gain are omitted; of equal gains, the earlier turn
 * counts.
 */
function bestMoments(state: EpisodeState, most: number) {
  return state.turns
    .map((turn) => ({
      turn: turn.number,
      gain: changesOfTurn(state, turn).scoreDelta,
      location: turn.observation?.location?.name ?? null,
    }))
    .filter(({ turn, gain }) => gain > 0 && turn >= firstTurnOf(state))
    .sort((a, b) => b.gain - a.gain)
    .slice(0, most)
    .sort((a, b) => a.turn - b.turn)
}

/** Deaths, stalls and other lessons; separately, exits that the player never tried, which cost nothing. */
function Lessons({ state }: { readonly state: EpisodeState }) {
  const lessons = useMemo(() => lessonsOf(state).filter(({ turn }) => turn >= firstTurnOf(state)), [state])
  return (
    <>
      <LessonList title={words.lessons} lessons={lessons.filter(({ kind }) => kind !== 'exits')} />
      <LessonList title={words.notTried} lessons={lessons.filter(({ kind }) => kind === 'exits')} />
    </>
  )
}

/** A list of lessons, each with a link to its turn. */
function LessonList({ title, lessons }: { readonly title: string; readonly lessons: readonly Lesson[] }) {
  const { goToTurn } = use(EpisodeContext)
  if (lessons.length === 0) return null
  return (
    <>
      <h4>{title}</h4>
      <ul className={styles.lessons}>
        {lessons.map((lesson) => (
          <li key={`${lesson.kind} ${lesson.turn}`}>
            <Button look="quiet" className={styles.flush} onClick={() => goToTurn(lesson.turn)}>
              {textOfLesson(lesson)}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

function textOfLesson(lesson: Lesson): string {
  switch (lesson.kind) {
    case 'death':
      return words.death(lesson.turn, lesson.place, lesson.lost)
    case 'stall':
      return words.stall(lesson.turn, lesson.to)
    case 'command':
      return words.inVain(lesson.turn, lesson.action, lesson.times)
    case 'exits':
      return words.untried(lesson.place, lesson.directions)
  }
}

/** A button for each judgement, with its number of turns. It goes to the next of these turns. */
function Worth({ state }: { readonly state: EpisodeState }) {
  const counts = useMemo(() => {
    const judged = judgementsOf(state).slice(Math.max(0, firstTurnOf(state) - 1))
    return JUDGEMENTS.map((judgement) => [judgement, judged.filter((each) => each === judgement).length] as const)
  }, [state])
  if (counts.every(([, number]) => number === 0)) return null
  return (
    <div role="group" aria-label={words.worth} className={`${styles.buttons} ${styles.flush}`}>
      {counts.map(
        ([judgement, number]) =>
          number > 0 && (
            <Button
              key={judgement}
              look="quiet"
              title={turnStrings.judgement[judgement].meaning}
              onClick={() => cycleJudged(judgement)}
            >
              <JudgementIcon judgement={judgement} />
              {`${formatNumber(number)} ${turnStrings.judgement[judgement].counted}`}
            </Button>
          ),
      )}
    </div>
  )
}
