import { TriangleAlert } from 'lucide-react'
import { formatNumber } from '../../kit/text/format'
import { formatAddress } from '../../session/episode/links/address'
import { titleOf } from '../../session/episodes/entry-title'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { closeDialog } from '../../session/view/view-store'
import { type EpisodeHealth as Row, failsOften, latestHealth, sumOf } from './episode-health'
import { healthStrings as words } from './strings'
import styles from './health.module.css'

/**
 * How reliable a server was in the latest episodes, with links to the turns in which it failed; nothing if no episode
 * used it.
 */
export function EpisodeHealth({ server }: { readonly server: string }) {
  const entries = useEpisodeList((library) => library.entries)
  const episodes = latestHealth(entries.values(), server)
  if (episodes.length === 0) return null
  const often = failsOften(episodes)
  const failedStarts = sumOf(episodes, 'failedStarts')
  return (
    <details className={styles.health} open={often || undefined}>
      <summary>
        {often && <TriangleAlert size={14} aria-hidden />}
        {words.sum(episodes.length, sumOf(episodes, 'calls'), sumOf(episodes, 'failures'), failedStarts)}
        {often && <strong> {words.failsOften}</strong>}
      </summary>
      <div className={styles.scroll} role="region" aria-label={words.title(server)} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {COLUMNS.filter((column) => column !== 'starts' || failedStarts > 0).map((column) => (
                <th key={column} scope="col">
                  {words.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {episodes.map((row) => (
              <EpisodeRow key={row.entry.id} row={row} hasStarts={failedStarts > 0} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const COLUMNS = ['episode', 'calls', 'failures', 'starts', 'median', 'slowest', 'turns'] as const

interface EpisodeRowProps {
  readonly row: Row
  /** Whether a start failed in one of the episodes. */
  readonly hasStarts: boolean
}

function EpisodeRow({ row, hasStarts }: EpisodeRowProps) {
  const { entry, calls, failures, failedStarts, answerMs, failedTurns } = row
  const title = titleOf(entry)
  const linkTo = (turn: number) => formatAddress({ episodeId: entry.id, playhead: { turn, event: null } })
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>{formatNumber(calls)}</td>
      <td>{formatNumber(failures)}</td>
      {hasStarts && <td>{formatNumber(failedStarts)}</td>}
      <td>{words.time(answerMs.p50)}</td>
      <td>{words.time(answerMs.p95)}</td>
      <td className={styles.turns}>
        {failedTurns.map((turn) => (
          <a key={turn} href={linkTo(turn)} aria-label={words.turn(turn, title)} onClick={closeDialog}>
            {formatNumber(turn)}
          </a>
        ))}
      </td>
    </tr>
  )
}
