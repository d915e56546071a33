import { type EpisodeState, latestObservation } from '@shared/episode/episode'
import { changesOfTurn } from '@shared/episode/turn-changes'
import { useMemo } from 'react'
import { goToTurn } from '../../session/episode/episode-store'
import { useHasHost } from '../../session/connection/connection-store'
import { useIsLocal } from '../../session/episode/local-episodes'
import { setView } from '../../session/view/view-store'
import controls from '../../kit/controls.module.css'
import { HostButton } from '../../session/connection/HostButton'
import { commandStrings } from '../../commands/strings'
import { sessionStrings } from '../../session/strings'
import styles from './EndCard.module.css'
import { storyStrings as words } from './strings'

/** How the episode came out, or that whoever ran it went away in the middle. */
export function EndCard({ state }: { readonly state: EpisodeState }) {
  const { ended, turns } = state
  const isReadOnly = useIsLocal()
  const hasHost = useHasHost()
  const { score = null, max_score: maxScore = null, moves = null } = latestObservation(state) ?? {}
  return (
    <section className={styles.card}>
      <h3 className={styles.title}>{titleOf(state)}</h3>
      <p>
        {words.endFigures(sessionStrings.facts.of(score, maxScore), turns.length, sessionStrings.facts.of(moves, null))}
      </p>
      <BestMoment state={state} />
      {(ended || isReadOnly) && <p className={styles.reason}>{ended ? ended.reason : words.unfinished}</p>}
      {hasHost && (
        <div className={styles.buttons}>
          <button type="button" className={controls.button} onClick={() => setView({ dialog: 'export' })}>
            {commandStrings.action.export}…
          </button>
          <HostButton className={controls.button} onClick={() => setView({ dialog: 'newEpisode' })}>
            {commandStrings.action.newEpisode}…
          </HostButton>
          {!isReadOnly && (
            <HostButton className={controls.button} onClick={() => setView({ dialog: 'forkFrom' })}>
              {words.forkFrom}
            </HostButton>
          )}
        </div>
      )}
    </section>
  )
}

function titleOf({ ended, control }: EpisodeState): string {
  if (ended) return words.endTitle[ended.ended] ?? ended.ended
  return control.mode === 'paused' ? words.pausedTitle : words.interruptedTitle
}

/** The turn that gained most, as a way back to it. */
function BestMoment({ state }: { readonly state: EpisodeState }) {
  const best = useMemo(() => bestMomentOf(state), [state])
  if (best === null) return null
  const { turn, gain } = best
  return (
    <button
      type="button"
      className={`${controls.button} ${controls.quiet} ${styles.best}`}
      onClick={() => goToTurn(turn)}
    >
      {words.bestMoment(turn, gain)}
    </button>
  )
}

/** The first of several; null if none gained anything. */
function bestMomentOf(state: EpisodeState): { readonly turn: number; readonly gain: number } | null {
  const gains = state.turns.map((turn) => ({ turn: turn.number, gain: changesOfTurn(state, turn).scoreDelta }))
  const best = gains.reduce((before, moment) => (moment.gain > before.gain ? moment : before), { turn: 0, gain: 0 })
  return best.gain > 0 ? best : null
}
