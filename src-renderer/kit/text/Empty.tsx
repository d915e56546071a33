import type { ReactNode } from 'react'
import styles from './text.module.css'

/** An empty state: says which content will appear, with at most one action. */
export const Empty = ({ children }: { readonly children: ReactNode }) => <div className={styles.empty}>{children}</div>
