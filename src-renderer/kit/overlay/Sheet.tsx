import { IconButton } from '../IconButton'
import { X } from 'lucide-react'
import { createContext, type ReactNode, type SyntheticEvent, use, useLayoutEffect, useRef } from 'react'
import { kitStrings } from '../strings'
import styles from './Sheet.module.css'

interface SheetProps {
  readonly title: string
  /** The content brings its own heading and its own button to close it. */
  readonly bare?: boolean
  /** A sentence or a few fields; pages of them; two columns. */
  readonly size?: 'small' | 'page' | 'wide'
  /** As high whatever is in it, for pages that differ; else no higher than what is in it. */
  readonly isSteady?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What stands at the top of every sheet: a window's notices lie under a sheet, where nobody sees them. */
export const SheetNotice = createContext<ReactNode>(null)

/**
 * A modal sheet: the browser's own dialog, which keeps the focus inside and gives Escape. The focus begins at what is
 * marked as the first stop.
 */
export function Sheet({ title, bare = false, size = 'small', isSteady = false, onClose, children }: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null)
  // While the dialog is still in the page: when it is closed there, the browser gives the focus back to where it was.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first-stop]')?.focus()
    return () => dialog?.close()
  }, [])
  const cancel = (event: SyntheticEvent) => {
    // A sheet on top of this one, or a choice of files in it, is cancelled by itself.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={ref}
      aria-label={title}
      className={`${styles.sheet} ${styles[size]} ${isSteady ? styles.steady : ''}`}
      onCancel={cancel}
    >
      {!bare && (
        <header className={styles.header}>
          <h2 className={styles.title}>{title}</h2>
          <IconButton icon={X} label={kitStrings.close} isQuiet onClick={onClose} />
        </header>
      )}
      {use(SheetNotice)}
      {children}
    </dialog>
  )
}
