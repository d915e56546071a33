import { ChevronRight } from 'lucide-react'
import { storyStrings } from '../strings'
import styles from './Fold.module.css'

interface FoldProps {
  readonly text: string
  readonly isUnfolded: boolean
  readonly onFold: () => void
}

/** A row that replaces folded turns and unfolds them. */
export const Fold = ({ text, isUnfolded, onFold }: FoldProps) => (
  <button type="button" className={styles.fold} aria-expanded={isUnfolded} onClick={onFold}>
    <ChevronRight className={styles.chevron} size={14} aria-hidden />
    {text}
    <span className={styles.foldVerb}>{isUnfolded ? storyStrings.fold : storyStrings.unfold}</span>
  </button>
)
