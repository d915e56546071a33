import { useAnnotations } from '../store/annotations'
import { strings } from '../ui/strings'
import { TurnList, TurnRow } from '../ui/TurnList'
import styles from './MarkList.module.css'
import { MarkSigns } from './MarkSigns'
import { markStrings as words } from './strings'

/** Every turn that the reader marked, in order; a row moves the playhead there. */
export function MarkList() {
  const { turns } = useAnnotations()
  if (turns.length === 0) return null
  return (
    <TurnList title={words.title} mostHeight="30%">
      {turns.map((annotation) => (
        <TurnRow key={annotation.turn} firstTurn={annotation.turn}>
          <span className={styles.turn}>{strings.turnName(annotation.turn)}</span>
          <span className={styles.note}>{annotation.note}</span>
          <MarkSigns annotation={annotation} />
        </TurnRow>
      ))}
    </TurnList>
  )
}
