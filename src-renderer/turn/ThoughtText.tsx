import { Caret } from './Caret'
import { Prose } from '../kit/text/Prose'
import styles from './texts.module.css'

interface ThoughtTextProps {
  readonly label: string
  readonly text: string
  /** A thought that a tool recorded, text of the model's own, or what a person said. */
  readonly tone?: 'thought' | 'model' | 'help'
  /** More of it is coming: a caret stands at its end. */
  readonly isOpen?: boolean
  /** What a find calls it, see `Place`; absent where nothing is looked for. */
  readonly part?: string
  /** Of which field that is a part. */
  readonly field?: 'thought' | 'mind'
}

/** One for all, so that text that did not grow is not drawn again. */
const caret = <Caret />

/** Quiet prose with what it is written beside it. */
export function ThoughtText({
  label,
  text,
  tone = 'model',
  isOpen = false,
  part,
  field = 'thought',
}: ThoughtTextProps) {
  return (
    <div className={styles.thought} data-tone={tone}>
      <span className={styles.label}>{label}</span>
      <div data-field={part === undefined ? undefined : field} data-part={part}>
        <Prose text={text} end={isOpen ? caret : null} />
      </div>
    </div>
  )
}
