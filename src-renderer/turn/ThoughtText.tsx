import { Caret } from './Caret'
import { Prose } from '../kit/Prose'
import styles from './texts.module.css'

interface ThoughtTextProps {
  readonly label: string
  readonly text: string
  /** A thought that a tool recorded, or text of the model's own. */
  readonly tone?: 'thought' | 'model'
  /** More of it is coming: a caret stands at its end. */
  readonly isOpen?: boolean
}

/** One for all, so that text that did not grow is not drawn again. */
const caret = <Caret />

/** Quiet prose with what it is written beside it. */
export function ThoughtText({ label, text, tone = 'model', isOpen = false }: ThoughtTextProps) {
  return (
    <div className={styles.thought} data-tone={tone}>
      <span className={styles.label}>{label}</span>
      <Prose text={text} end={isOpen ? caret : null} />
    </div>
  )
}
