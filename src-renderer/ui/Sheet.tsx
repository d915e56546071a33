import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import controls from './controls.module.css'
import { strings } from './strings'
import styles from './Sheet.module.css'

interface SheetProps {
  readonly title: string
  /** The content brings its own heading and its own button to close it. */
  readonly bare?: boolean
  readonly wide?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal sheet: the browser's own dialog, which keeps the focus inside and gives Escape. The focus begins at what is marked as the first stop. */
export function Sheet({ title, bare = false, wide = false, onClose, children }: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first-stop]')?.focus()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={ref} aria-label={title} className={wide ? `${styles.sheet} ${styles.wide}` : styles.sheet} onCancel={(event) => { event.preventDefault(); onClose() }}>
      {!bare && (
        <header className={styles.header}>
          <h2 className={styles.title}>{title}</h2>
          <button type="button" className={`${controls.button} ${controls.quiet} ${controls.icon}`} aria-label={strings.close} onClick={onClose}>
            <X size={16} aria-hidden />
          </button>
        </header>
      )}
      {children}
    </dialog>
  )
}
