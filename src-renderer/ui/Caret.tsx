import styles from './Caret.module.css'

/** Where text is still growing. */
export const Caret = () => <span aria-hidden className={styles.caret} />
