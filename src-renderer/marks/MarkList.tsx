import { useAnnotations } from '../store/annotations'
import { useEpisode } from '../store/episode-store'
import { atTurn, turnOf } from '../store/playhead'
import styles from './MarkList.module.css'
import { MarkSigns } from './MarkSigns'
import { markStrings as words } from './strings'

/** Every turn that the reader marked, in order; a row moves the playhead there. */
export function MarkList() {
  const { turns } = useAnnotations()
  const here = useEpisode(({ history, playhead }) => turnOf(history, playhead))
  if (turns.length === 0) return null
  return (
    <section className={styles.marks} aria-label={words.title}>
      <h3 className={styles.title}>{words.title}</h3>
      <ol className={styles.list}>
        {turns.map((annotation) => (
          <li key={annotation.turn}>
            <button type="button" className={styles.row} aria-current={annotation.turn === here ? 'step' : undefined} onClick={() => goTo(annotation.turn)}>
              <span className={styles.turn}>{words.turn(annotation.turn)}</span>
              <span className={styles.note}>{annotation.note}</span>
              <MarkSigns annotation={annotation} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

function goTo(turn: number): void {
  const { history, movePlayhead } = useEpisode.getState()
  movePlayhead(atTurn(history, turn))
}
