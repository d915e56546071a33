import type { LibraryEntry } from '@shared/contract/library'
import type { EpisodeSummary } from '@shared/episode/summary'
import { GitFork, Pencil, Trash2, X } from 'lucide-react'
import { formatAddress } from '../../session/episode/address'
import { useHostAbsence } from '../../session/connection/connection-store'
import { endStatus, type Status } from '../../session/episode/episode-status'
import { closeLocalEpisode, isLocal } from '../../session/episode/local-episodes'
import { useLibrary } from '../../session/library/library-store'
import { sessionStrings } from '../../session/strings'
import { setView } from '../../session/view/view-store'
import controls from '../../kit/controls.module.css'
import { FailureBoundary } from '../../kit/FailureBoundary'
import { formatCost, formatDateTime, formatDay } from '../../kit/format'
import { HostButton } from '../../session/connection/HostButton'
import { StateMark } from '../../kit/StateMark'
import styles from './EpisodeList.module.css'
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
  const { id, summary } = entry
  const tooltip = useTooltip(entry)
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
        title={tooltip}
      >
        <span className={styles.line}>
          <StateMark shape={shape} tone={tone} />
          {summary?.forkedFrom && <GitFork size={13} strokeWidth={1.75} aria-hidden className={styles.fork} />}
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

/** What tells an episode from others of the same story: where it is from, who plays, under which conditions. */
function useTooltip({ id, summary, reason }: LibraryEntry): string {
  const parent = useLibrary(({ entries }) => entries.get(summary?.forkedFrom?.episodeId ?? ''))
  if (!summary) return reason ?? id
  const { startedAt, player, seed, handicap, forkedFrom } = summary
  const parentName = parent?.summary
    ? words.named(titleOf(parent), formatDateTime(parent.summary.startedAt))
    : forkedFrom?.episodeId
  const model = player.model !== null && player.model !== player.label ? [player.model] : []
  return [
    ...(forkedFrom && parentName !== undefined ? [words.forkOf(parentName, forkedFrom.turn)] : []),
    [formatDateTime(startedAt), player.label, ...model, words.seed(seed), words.handicap(handicap)].join(' · '),
    id,
  ].join('\n')
}

/** The weightiest first: a narrow row has no room for the last. What is nothing, or not known, is left out. */
function factsOf(summary: EpisodeSummary | null, marks: number): readonly string[] {
  const { turns = null, deaths = 0, costUsd = null, forkedFrom = null } = summary ?? {}
  return [
    ...(forkedFrom === null ? [] : [words.fork(forkedFrom.turn)]),
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
  kind === 'llm' ? (model?.split('/').at(-1) ?? label) : sessionStrings.player[kind]

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
