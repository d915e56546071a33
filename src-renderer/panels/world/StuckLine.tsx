import type { Stuck } from '@shared/episode/log/mind-state'
import { MARKER_SHAPES } from '../../turn/marker-shapes'
import { TurnChip } from '../../turn/TurnChip'
import styles from './StuckLine.module.css'
import { worldStrings } from './strings'

const words = worldStrings.mind

/** The stuck level at the playhead with its signals and turns; nothing while the player makes progress. */
export function StuckLine({ stuck }: { readonly stuck: readonly Stuck[] }) {
  const now = stuck.at(-1)
  if (now === undefined || now.level === 0) return null
  const since = stuck[stuck.findLastIndex(({ level }) => level === 0) + 1] ?? now
  return (
    <section className={styles.stuck} aria-label={words.stuck.name}>
      <p className={styles.title}>
        <svg className={styles.sign} viewBox="-6 -6 12 12" aria-hidden>
          <path d={MARKER_SHAPES.stuck} />
        </svg>
        {words.stuck.level(now.level)}
        <span className={styles.since}>{words.since}</span>
        <TurnChip turn={since.turn} />
      </p>
      <p className={styles.signals}>
        <span>{now.signals.map((signal) => words.stuck.signals[signal]).join(', ')}</span>
        {now.evidence_turns.slice(-MAX_TURNS).map((turn, index) => (
          <TurnChip key={index} turn={turn} />
        ))}
      </p>
    </section>
  )
}

const MAX_TURNS = 6
