import type { EpisodeState } from '@shared/episode/state/episode'
import { formatAddress } from '../../session/episode/links/address'
import { parentTitle, shortTitle } from '../../session/episodes/entry-title'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { sessionStrings } from '../../session/strings'
import styles from './TopBar.module.css'

/** The parent of a fork, as a link if it still exists. */
export function ForkOrigin({ forkedFrom }: { readonly forkedFrom: EpisodeState['forkedFrom'] }) {
  const parent = useEpisodeList(({ entries }) => entries.get(forkedFrom?.episodeId ?? ''))
  if (forkedFrom === null) return null
  const { episodeId, turn } = forkedFrom
  const name = parentTitle(episodeId, parent)
  const { before, after } = sessionStrings.fork.from
  const text = (
    <>
      <span className={styles.from}>{before}</span>
      <bdi className={styles.parent}>{shortTitle(episodeId, parent)}</bdi>
      <span className={styles.from}>{after(turn)}</span>
    </>
  )
  return (
    <span className={styles.origin} title={sessionStrings.fork.of(name, turn)}>
      <span aria-hidden className={styles.from}>
        {'↳ '}
      </span>
      {parent ? <a href={formatAddress({ episodeId, playhead: { turn, event: null } })}>{text}</a> : text}
      <span className={styles.from}> · </span>
    </span>
  )
}
