import type { LibraryEntry } from '@shared/contract/contract'
import type { EpisodeSummary } from '@shared/episode/summary'
import { Pencil, Trash2, X } from 'lucide-react'
import { formatAddress } from '../../session/episode/address'
import { useHostAbsence } from '../../session/connection/connection-store'
import { endStatus, type Status } from '../../session/episode/episode-status'
import { closeLocalEpisode, isLocal } from '../../session/episode/local-episodes'
import { setView } from '../../session/view/view-store'
import controls from '../../kit/controls.module.css'
import { FailureBoundary } from '../../kit/FailureBoundary'
import { formatCost, formatDateTime, formatDay } from '../../kit/format'
import { HostButton } from '../../session/connection/HostButton'
import { StateMark } from '../../kit/StateMark'
import styles from './EpisodeRow.module.css'
import { annotatedTurns, titleOf } from './entry-title'
import { libraryStrings as words } from './strings'

interface EpisodeRowProps {
  readonly entry: LibraryEntry
  readonly isOpen: boolean
  /** Where the keys land that go to the library. */
  readonly isFirst: boolean
}

/** One episode. Whatever is wrong with one row, it is no other's. */
export const EpisodeRow = (props: EpisodeRowProps) => (
  <FailureBoundary of={props.entry} instead={<p className={styles.failed}>{words.rowFailed(props.entry.id)}</p>}>
    <Row {...props} />
  </FailureBoundary>
)

/** Its state as a shape and a word, what was played and how far. A link, so that it has an address. */
function Row({ entry, isOpen, isFirst }: EpisodeRowProps) {
  const { id, summary, reason } = entry
  const isAway = useHostAbsence() !== null
  const { shape, tone, word } = rowStatus(entry, isAway)
  const marks = annotatedTurns(entry)
  return (
    <div className={styles.frame} data-open={isOpen || undefined}>
      <a
        href={formatAddress({ episodeId: id, playhead: 'live' })}
        className={styles.row}
        data-episode={id}
        aria-current={isOpen ? 'page' : undefined}
        data-first-stop={isFirst || undefined}
        title={summary ? `${id} · ${formatDateTime(summary.startedAt)} · ${summary.player.label}` : (reason ?? id)}
      >
        <span className={styles.line}>
          <StateMark shape={shape} tone={tone} />
          <span dir="auto" className={styles.title}>
            {titleOf(entry)}
          </span>
          {summary && summary.score !== null && (
            <span className={styles.score}>{words.points(summary.score, summary.maxScore)}</span>
          )}
        </span>
        <span className={styles.second}>
          <span className={styles.facts}>
            <span data-tone={tone}>{word}</span>
            {factsOf(summary, marks).map((fact) => (
              <span key={fact} className={styles.fact}>{` · ${fact}`}</span>
            ))}
            {summary && <span className={styles.player}>{` · ${playerName(summary.player)}`}</span>}
          </span>
          {summary && <time dateTime={summary.startedAt}>{formatDay(summary.startedAt)}</time>}
        </span>
      </a>
      <RowTools entry={entry} />
    </div>
  )
}

/** The weightiest first: a narrow row has no room for the last. What is nothing, or not known, is left out. */
function factsOf(summary: EpisodeSummary | null, marks: number): readonly string[] {
  const { turns = null, deaths = 0, costUsd = null } = summary ?? {}
  return [
    ...(turns === null ? [] : [words.turns(turns)]),
    ...(deaths > 0 ? [words.deaths(deaths)] : []),
    ...(costUsd === null ? [] : [formatCost(costUsd)]),
    ...(marks > 0 ? [words.marks(marks)] : []),
  ]
}

/** By mouse; the keys for the row that has the focus are in the table of actions. */
function RowTools({ entry }: { readonly entry: LibraryEntry }) {
  const { id, running } = entry
  const title = titleOf(entry)
  const tool = `${controls.button} ${controls.quiet} ${styles.tool}`
  if (isLocal(id)) {
    return (
      <div className={styles.tools}>
        <button
          type="button"
          tabIndex={-1}
          className={tool}
          aria-label={words.closeFile}
          title={words.closeFile}
          onClick={() => closeLocalEpisode(id)}
        >
          <X size={14} aria-hidden />
        </button>
      </div>
    )
  }
  return (
    <div className={styles.tools} role="group" aria-label={words.tools(title)}>
      <HostButton
        tabIndex={-1}
        className={tool}
        aria-label={words.renameEpisode(title)}
        title={words.rename}
        onClick={() => setView({ dialog: 'rename', target: id })}
      >
        <Pencil size={14} strokeWidth={1.75} aria-hidden />
      </HostButton>
      {!running && (
        <HostButton
          tabIndex={-1}
          className={tool}
          aria-label={words.deleteEpisode(title)}
          title={words.delete}
          onClick={() => setView({ dialog: 'delete', target: id })}
        >
          <Trash2 size={14} strokeWidth={1.75} aria-hidden />
        </HostButton>
      )}
    </div>
  )
}

/** A model by its own name, without the vendor before it; the other players by what they are. */
const playerName = ({ kind, label, model }: EpisodeSummary['player']) =>
  words.player[kind] ?? model?.split('/').at(-1) ?? label

function rowStatus({ id, running, readable, summary }: LibraryEntry, isAway: boolean): Status {
  if (isLocal(id)) return { shape: 'square', tone: 'quiet', word: words.fromFile }
  if (!readable) return { shape: 'cross', tone: 'failure', word: words.unreadable }
  if (running && isAway) return { shape: 'ring', tone: 'quiet', word: words.wasRunning }
  if (summary?.isPaused) return endStatus('paused')
  if (running) return { shape: 'disc', tone: 'now', word: words.running }
  if (summary?.ended === 'turn_limit') return { ...endStatus(summary.ended), word: words.turnLimit }
  if (summary?.ended) return endStatus(summary.ended)
  return { shape: 'dash', tone: 'quiet', word: words.interrupted }
}
