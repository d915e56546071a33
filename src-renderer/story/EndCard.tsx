import { type EpisodeState, latestObservation } from '@shared/episode/episode'
import { setView } from '../store/view-store'
import controls from '../ui/controls.module.css'
import { strings } from '../ui/strings'
import styles from './EndCard.module.css'

/** How the episode came out. */
export function EndCard({ state }: { readonly state: EpisodeState }) {
  const { ended, turns } = state
  if (ended === null) return null
  const { score = null, max_score: maxScore = null, moves = null } = latestObservation(state) ?? {}
  return (
    <section className={styles.card}>
      <h3 className={styles.title}>{strings.story.endTitle[ended.ended] ?? ended.ended}</h3>
      <p>{strings.story.endFigures(strings.facts.of(score, maxScore), turns.length, strings.facts.of(moves, null))}</p>
      <p className={styles.reason}>{ended.reason}</p>
      <button type="button" className={controls.button} onClick={() => setView({ dialog: 'newEpisode' })}>{strings.action.newEpisode}…</button>
    </section>
  )
}
