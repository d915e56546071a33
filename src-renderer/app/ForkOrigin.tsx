import type { EpisodeState } from '@shared/episode/episode'
import { formatAddress } from '../session/episode/address'
import { useOrigin } from '../session/episode/forks'
import { sessionStrings } from '../session/strings'
import styles from './TopBar.module.css'

/** Which episode the open one is a fork of, as the way there if the library has it. */
export function ForkOrigin({ forkedFrom }: { readonly forkedFrom: EpisodeState['forkedFrom'] }) {
  const origin = useOrigin(forkedFrom)
  if (origin === null) return null
  const { id, turn, name, isThere } = origin
  const { before, after } = sessionStrings.fork.from
  const said = (
    <>
      <span className={styles.from}>{before}</span>
      <bdi className={styles.parent}>{name}</bdi>
      <span className={styles.from}>{after(turn)}</span>
    </>
  )
  return (
    <span className={styles.origin} title={sessionStrings.fork.of(name, turn)}>
      <span aria-hidden className={styles.from}>
        {'↳ '}
      </span>
      {isThere ? <a href={formatAddress({ episodeId: id, playhead: { turn, event: null } })}>{said}</a> : said}
      <span className={styles.from}> · </span>
    </span>
  )
}
