import type { LibraryEntry } from '@shared/contract/contract'
import type { EpisodeSummary } from '@shared/episode/summary'
import { formatAddress } from '../store/address'
import { endStatus, type Status } from '../store/episode-status'
import { formatDateTime, formatDay } from '../ui/format'
import { StateMark } from '../ui/StateMark'
import { strings } from '../ui/strings'
import styles from './EpisodeRow.module.css'

interface EpisodeRowProps {
  readonly entry: LibraryEntry
  readonly isOpen: boolean
  /** Where the keys land that go to the library. */
  readonly isFirst: boolean
}

/** One episode: its state as a shape and a word, what was played and how far. A link, so that it has an address. */
export function EpisodeRow({ entry, isOpen, isFirst }: EpisodeRowProps) {
  const { id, summary, reason } = entry
  const { shape, tone, word } = rowStatus(entry)
  return (
    <a href={formatAddress({ episodeId: id, playhead: 'live' })} className={styles.row} aria-current={isOpen ? 'page' : undefined} data-first-stop={isFirst || undefined} title={summary ? `${id} · ${formatDateTime(summary.startedAt)} · ${summary.player.label}` : (reason ?? id)}>
      <span className={styles.line}>
        <StateMark shape={shape} tone={tone} />
        <span className={styles.title}>{summary?.game.title ?? id}</span>
        {summary && summary.score !== null && <span className={styles.score}>{strings.library.points(summary.score, summary.maxScore)}</span>}
      </span>
      <span className={styles.second}>
        <span className={styles.facts}>
          <span data-tone={tone}>{word}</span>
          {summary && ` · ${strings.library.turns(summary.turns)} · ${playerName(summary.player)}`}
        </span>
        {summary && <time dateTime={summary.startedAt}>{formatDay(summary.startedAt)}</time>}
      </span>
    </a>
  )
}

/** A model by its own name, without the vendor before it; the other players by what they are. */
const playerName = ({ kind, label, model }: EpisodeSummary['player']) => strings.player[kind] ?? model?.split('/').at(-1) ?? label

function rowStatus({ running, readable, summary }: LibraryEntry): Status {
  if (!readable) return { shape: 'cross', tone: 'failure', word: strings.unreadable }
  if (running) return { shape: 'disc', tone: 'now', word: strings.running }
  if (summary?.ended === 'turn_limit') return { ...endStatus(summary.ended), word: strings.library.turnLimit }
  if (summary?.ended) return endStatus(summary.ended)
  return { shape: 'dash', tone: 'quiet', word: strings.interrupted }
}
