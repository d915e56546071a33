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
  const said = sessionStrings.fork.from(name, turn)
  const playhead = { turn, event: null }
  return (
    <span className={styles.origin}>
      <span aria-hidden>↳ </span>
      {isThere ? <a href={formatAddress({ episodeId: id, playhead })}>{said}</a> : said}
    </span>
  )
}
