import { useNotice } from './notice-store'
import styles from './text.module.css'

/** The result of a command, shown for a few seconds. */
export function Notice() {
  const text = useNotice((notice) => notice.text)
  return (
    <span role="status" className={styles.notice}>
      {text}
    </span>
  )
}
