import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Strip.module.css'

/** An error in one sentence, across the window, with an action beside it. */
export function Strip({ text, children }: { readonly text: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.strip} role="alert">
      <TriangleAlert className={styles.mark} size={15} strokeWidth={1.75} aria-hidden />
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  )
}
