import type { ReactNode } from 'react'
import styles from './text.module.css'

/** What stands where nothing is yet: it says what will appear, and gives one action at most. */
export const Empty = ({ children }: { readonly children: ReactNode }) => <div className={styles.empty}>{children}</div>
