import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useHostAbsence } from '../../session/connection/connection-store'
import { commandStrings as words } from './strings'
import type { LineText } from './use-line'
import controls from '../../kit/controls.module.css'
import styles from './LineForm.module.css'

interface LineFormProps {
  readonly line: LineText
  readonly label: string
  readonly placeholder: string
  readonly hint: ReactNode
  readonly besideHint?: ReactNode
  readonly refusal: string | null
  readonly hasFocus?: boolean
  /** In a short window, only the input is shown until it has the focus. */
  readonly isQuiet?: boolean
  readonly onSend: () => void
  readonly onKey?: (event: KeyboardEvent) => boolean
  readonly children: ReactNode
}

/** A command line with buttons, completions and a hint below. */
export function LineForm({ line, hasFocus = false, isQuiet = false, ...props }: LineFormProps) {
  const { label, placeholder, hint, besideHint, refusal, onSend, onKey, children } = props
  const below = useId()
  const absence = useHostAbsence()
  const { text, completions, type, completeWith } = line
  return (
    <form
      className={styles.line}
      data-quiet={isQuiet || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <div className={styles.measure}>
        <div className={styles.row}>
          <span aria-hidden className={styles.prompt}>
            &gt;
          </span>
          <input
            className={`${controls.input} ${styles.input}`}
            data-command-line
            aria-label={label}
            aria-describedby={below}
            aria-invalid={refusal !== null || undefined}
            placeholder={absence === null ? placeholder : words.disconnected}
            readOnly={absence !== null}
            aria-disabled={absence !== null || undefined}
            value={text}
            maxLength={1000}
            autoFocus={hasFocus}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ target }) => type(target.value)}
            onKeyDown={(event) => {
              if (absence !== null) return
              if (onKey?.(event)) event.preventDefault()
              else line.onKey(event)
            }}
          />
          <div className={styles.buttons}>{children}</div>
        </div>
        {refusal !== null && (
          <p id={below} role="alert" className={`${controls.error} ${styles.refusal}`}>
            {refusal}
          </p>
        )}
        <div className={styles.below}>
          {completions.length > 0 && absence === null ? (
            <div role="group" aria-label={words.completions} className={styles.completions}>
              {completions.map((word, index) => (
                <button
                  key={word}
                  type="button"
                  tabIndex={-1}
                  className={styles.completion}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => completeWith(index)}
                >
                  {word}
                </button>
              ))}
            </div>
          ) : (
            <p id={refusal === null ? below : undefined} className={styles.hint}>
              {absence ?? hint}
            </p>
          )}
          {besideHint}
        </div>
      </div>
    </form>
  )
}
