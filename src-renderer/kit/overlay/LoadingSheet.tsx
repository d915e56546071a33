import { useLayoutEffect, useRef } from 'react'
import { kitStrings } from '../strings'
import styles from './Sheet.module.css'

/** Holds the focus while a sheet loads, so that no key acts on the content below. */
export function LoadingSheet({ onClose }: { readonly onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    dialog?.focus()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      aria-label={kitStrings.loading}
      className={styles.loading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    />
  )
}
