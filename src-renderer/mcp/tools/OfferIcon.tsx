import styles from './tools.module.css'

/** The icon that a server gave with its offer. It is decoration: the name beside it says what it is. */
export const OfferIcon = ({ src }: { readonly src: string | null }) =>
  src === null ? null : <img className={styles.icon} src={src} alt="" width={16} height={16} />
