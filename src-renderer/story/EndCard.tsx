import { type EpisodeState, latestObservation } from '@shared/episode/episode'
import { useHasHost } from '../store/connection-store'
import { useIsLocal } from '../store/local-episodes'
import { setView } from '../store/view-store'
import controls from '../ui/controls.module.css'
import { strings } from '../ui/strings'
import styles from './EndCard.module.css'

const words = strings.story

/** How the episode came out, or that whoever ran it went away in the middle. */
export function EndCard({ state }: { readonly state: EpisodeState }) {
  const { ended, turns } = state
  const isReadOnly = useIsLocal()
  const hasHost = useHasHost()
  const { score = null, max_score: maxScore = null, moves = null } = latestObservation(state) ?? {}
  return (
    <section className={styles.card}>
      <h3 className={styles.title}>{ended ? (words.endTitle[ended.ended] ?? ended.ended) : words.interruptedTitle}</h3>
      <p>{words.endFigures(strings.facts.of(score, maxScore), turns.length, strings.facts.of(moves, null))}</p>
      {(ended || isReadOnly) && <p className={styles.reason}>{ended ? ended.reason : words.unfinished}</p>}
      {hasHost && <div className={styles.buttons}>
        <button type="button" className={controls.button} onClick={() => setView({ dialog: 'export' })}>{strings.action.export}…</button>
        <button type="button" className={controls.button} onClick={() => setView({ dialog: 'newEpisode' })}>{strings.action.newEpisode}…</button>
      </div>}
    </section>
  )
}
