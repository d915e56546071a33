import { CircleQuestionMark } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import controls from '../controls.module.css'
import styles from './popups.module.css'

interface ExplanationProps {
  /** The question that the popover answers, such as "What is a handicap?". */
  readonly question: string
  readonly text: string
  /** Content after the text; `close` hides the popover and returns the focus. */
  readonly more?: (close: () => void) => ReactNode
}

/** A small button with a question mark, which explains something in a popover. */
export function Explanation({ question, text, more }: ExplanationProps) {
  const id = useId()
  const close = () => {
    const own = document.getElementById(id)
    // An outer popover also closes this one, and the focus can then return to its button.
    const outer = own?.parentElement?.closest<HTMLElement>('[popover]')
    ;(outer ?? own)?.hidePopover()
  }
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={`${controls.button} ${controls.quiet} ${controls.icon} ${controls.small}`}
        aria-label={question}
        aria-describedby={`${id}-text`}
        title={question}
      >
        <CircleQuestionMark size={14} strokeWidth={1.75} aria-hidden />
      </button>
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={question}
        className={`${styles.popover} ${styles.explanation}`}
      >
        <p id={`${id}-text`}>{text}</p>
        {more?.(close)}
      </div>
    </>
  )
}
