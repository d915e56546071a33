import styles from './tools.module.css'

/** The icon that the server supplies. It is decorative, because the name is beside it. */
export const OfferIcon = ({ src }: { readonly src: string | null }) =>
  src === null ? null : <img className={styles.icon} src={src} alt="" width={16} height={16} />
