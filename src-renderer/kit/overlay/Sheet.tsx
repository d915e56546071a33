import { X } from 'lucide-react'
import { createContext, type ReactNode, type SyntheticEvent, use, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../IconButton'
import { kitStrings } from '../strings'
import styles from './Sheet.module.css'

interface SheetProps {
  readonly title: string
  /**
   * True if the content has a heading and a close button, so that the sheet draws none. The content then scrolls
   * instead of the sheet.
   */
  readonly bare?: boolean
  /** "small" for a few fields, "page" for pages of fields, "wide" for two columns. */
  readonly size?: 'small' | 'page' | 'wide'
  /** Buttons beside the close button. */
  readonly tools?: ReactNode
  /** The sheet keeps its height when the content changes, as sheets with pages need. */
  readonly isSteady?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A notice at the top of every sheet, which does not scroll, because a sheet covers the notices of the window. */
export const SheetNotice = createContext<ReactNode>(null)

/**
 * A modal sheet: a `dialog` element, which traps the focus and handles Escape. The focus starts at the element with
 * `data-first-stop`, else at the selected tab, else at the close button.
 */
export function Sheet({ title, bare = false, size = 'small', isSteady = false, tools, onClose, children }: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  // The cleanup of a layout effect runs while the dialog is still in the page, so that the browser restores the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    const first = (selector: string) => dialog?.querySelector<HTMLElement>(selector)
    const stop = first('[data-first-stop]') ?? first('[role="tab"][aria-selected="true"]') ?? closeButton.current
    stop?.focus()
    return () => dialog?.close()
  }, [])
  const cancel = (event: SyntheticEvent) => {
    // The event may come from a sheet on top of this one or from a file input in it.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={ref}
      aria-label={title}
      className={`${styles.sheet} ${styles[size]} ${isSteady ? styles.steady : ''} ${bare ? styles.bare : ''}`}
      onCancel={cancel}
    >
      <div className={styles.top}>
        {!bare && (
          <header className={styles.header}>
            <h2 className={styles.title}>{title}</h2>
            <div className={styles.tools}>
              {tools}
              <IconButton ref={closeButton} icon={X} label={kitStrings.close} isQuiet onClick={onClose} />
            </div>
          </header>
        )}
        <div className={styles.notice}>{use(SheetNotice)}</div>
      </div>
      {children}
    </dialog>
  )
}
