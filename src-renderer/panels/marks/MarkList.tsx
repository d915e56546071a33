import { useAnnotations } from '../../session/episode/annotations'
import { useEpisode } from '../../session/episode/episode-store'
import { sessionStrings } from '../../session/strings'
import { TurnList, TurnRow } from '../../turn/TurnList'
import styles from './marks.module.css'
import { MarkSigns } from './TurnMarks'
import { markStrings as words } from './strings'

/** The marked turns in order; a row moves the playhead. A mark on a cut-off turn leads to the end. */
export function MarkList() {
  const { turns } = useAnnotations()
  const last = useEpisode(({ caughtUp, history }) => (caughtUp ? history.spans.length - 1 : Infinity))
  if (turns.length === 0) return null
  return (
    <TurnList title={words.title} maxHeight="30%">
      {turns.map((annotation) => (
        <TurnRow key={annotation.turn} firstTurn={annotation.turn}>
          <span className={styles.turn}>
            {annotation.turn > last ? words.afterTurn(last) : sessionStrings.turnName(annotation.turn)}
          </span>
          <span className={styles.listed}>{annotation.note}</span>
          <MarkSigns annotation={annotation} />
        </TurnRow>
      ))}
    </TurnList>
  )
}
