import { Check, Ellipsis, GitFork, X } from 'lucide-react'
import { Fragment, type MouseEvent, type ReactNode } from 'react'
import type { LibraryEntry } from '@shared/contract/library'
import { formatHelp } from '@shared/episode/projections/help'
import { IconButton } from '../../kit/IconButton'
import { FailureBoundary } from '../../kit/layout/FailureBoundary'
import { formatDateTime } from '../../kit/text/format'
import { StateMark } from '../../kit/text/StateMark'
import { useHostAbsence } from '../../session/connection/connection-store'
import { formatAddress } from '../../session/episode/links/address'
import { closeLocalEpisode, isLocal } from '../../session/episode/local-episodes'
import { distinguishingParts, parentTitle, titleOf } from '../../session/episodes/entry-title'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { toggleSelected } from '../../session/episodes/selection-store'
import { sessionStrings } from '../../session/strings'
import { rowStatus } from './columns'
import { dayOf, factsOf, known, pointsOf } from './row-facts'
import { episodesStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './EpisodeList.module.css'

export interface EpisodeRowProps {
  readonly entry: LibraryEntry
  readonly isOpen: boolean
  readonly isSelected: boolean
  /** True for the row with the tab stop. */
  readonly isStop: boolean
  /** True for the row that gets the focus when a key moves it to the list. */
  readonly isEntrance: boolean
  readonly onMenu: (id: string, at: { readonly x: number; readonly y: number }) => void
}

interface RowBoundaryProps {
  readonly entry: LibraryEntry
  readonly children: ReactNode
}

/** Limits the effect of a render error to one row. */
export function RowBoundary({ entry, children }: RowBoundaryProps) {
  const failed = (
    <p role="gridcell" className={`${controls.cut} ${styles.failed}`}>
      {words.rowFailed(entry.id)}
    </p>
  )
  return (
    <FailureBoundary of={entry} instead={failed}>
      {children}
    </FailureBoundary>
  )
}

/** State, title and facts. The row is a link, so that it has an address. */
export function EpisodeRow({ entry, isOpen, isSelected, isStop, isEntrance, onMenu }: EpisodeRowProps) {
  const { id } = entry
  const tooltip = useTooltip(entry)
  const title = titleOf(entry)
  return (
    <>
      <div role="gridcell" className={styles.cell}>
        <a
          href={formatAddress({ episodeId: id, playhead: 'live' })}
          className={styles.row}
          aria-current={isOpen ? 'page' : undefined}
          tabIndex={isStop ? 0 : -1}
          data-first-stop={isEntrance || undefined}
          title={tooltip}
        >
          <RowText entry={entry} />
        </a>
      </div>
      <div role="gridcell" className={styles.tools}>
        <RowTools id={id} title={title} onMenu={onMenu} />
      </div>
      <TickBox id={id} title={title} isSelected={isSelected} />
    </>
  )
}

/** The two lines of a row. `remark`: a fact that is shown first. */
export function RowText({ entry, remark = null }: { readonly entry: LibraryEntry; readonly remark?: string | null }) {
  const { summary, annotations } = entry
  const parent = useParent(entry)
  const isAway = useHostAbsence() !== null
  const { shape, tone, word } = rowStatus(entry, isAway)
  // An unusual mind is shown among the facts, where it is not cut.
  const named = summary ? { ...entry, summary: { ...summary, mind: null } } : entry
  const points = pointsOf(entry)
  const facts = summary ? Object.values(factsOf(entry, summary, parent)) : []
  return (
    <>
      <span className={styles.line}>
        <StateMark shape={shape} tone={tone} />
        {summary?.forkedFrom && <GitFork size={13} strokeWidth={1.75} aria-hidden className={styles.fork} />}
        <span className={styles.title}>
          <Title entry={named} />
        </span>
        {points !== null && <span className={styles.score}>{points}</span>}
      </span>
      <span className={`${controls.hint} ${styles.second}`}>
        <span className={styles.facts}>
          {remark !== null && (
            <>
              <bdi>{remark}</bdi>
              {' · '}
            </>
          )}
          <span data-tone={tone}>{word}</span>
          <Parts className={styles.tag} parts={annotations.tags.map(words.tag)} />
          <Parts parts={known(facts)} />
        </span>
        {summary && <time dateTime={summary.startedAt}>{dayOf(entry)}</time>}
      </span>
    </>
  )
}

/** The listed episode that was forked. */
const useParent = ({ summary }: LibraryEntry) =>
  useEpisodeList(({ entries }) => entries.get(summary?.forkedFrom?.episodeId ?? ''))

/**
 * The user's name for the episode, in any script, then the distinguishing parts. Without a name, the seed is never cut.
 */
export function Title({ entry: { id, summary, annotations } }: Pick<EpisodeRowProps, 'entry'>) {
  const own = annotations.title === null ? [] : [annotations.title]
  const [first = id, ...others] = [...own, ...(summary === null ? [] : distinguishingParts(summary))]
  const whole = own.length > 0 ? 0 : 1
  const { action, answer, hasOwnSeed } = summary?.forkedFrom ?? {}
  const beginsWithAction = (action !== undefined || answer !== undefined) && !hasOwnSeed
  return (
    <>
      <bdi className={styles.first}>{first}</bdi>
      <Parts className={beginsWithAction ? styles.action : styles.whole} parts={others.slice(0, whole)} />
      <Parts className={styles.others} parts={others.slice(whole)} />
    </>
  )
}

function Parts({ parts, className }: { readonly parts: readonly string[]; readonly className?: string | undefined }) {
  if (parts.length === 0) return null
  return (
    <span className={className}>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {' · '}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
    </span>
  )
}

/** All facts of a row, some in more words, because a narrow row cuts the last ones. */
export function useTooltip(entry: LibraryEntry): string {
  const { id, summary, reason, annotations } = entry
  const parent = useParent(entry)
  if (!summary) return reason ?? id
  const { turns, mind, knowledge, deaths, experiment, marks, cost, played } = factsOf(entry, summary, parent)
  const { startedAt, player, seed, handicap, disguise, forkedFrom, furthest, game, help } = summary
  const parentName = parent?.summary
    ? words.named(titleOf(parent), formatDateTime(parent.summary.startedAt))
    : parentTitle(parent)
  const model = player.model !== null && player.model !== player.label ? [player.model] : []
  return [
    ...(annotations.title === null ? [] : [annotations.title]),
    ...(help ? [words.helpedWith(formatHelp(help))] : []),
    ...(forkedFrom ? [words.forkOf(parentName, forkedFrom.turn)] : []),
    known([game.title, furthest && words.furthest(furthest)]).join(' · '),
    known([turns, mind, knowledge, deaths, experiment, marks, cost, played]).join(' · '),
    [formatDateTime(startedAt), player.label, ...model, sessionStrings.seed(seed), words.handicap(handicap)].join(
      ' · ',
    ),
    ...(disguise === 'none' ? [] : [sessionStrings.mirroredHint]),
    ...(annotations.tags.length === 0 ? [] : [annotations.tags.map(words.tag).join(' ')]),
    id,
  ].join('\n')
}

/** The menu button of a row, for the pointer. The right arrow key also moves to it. */
export function RowTools({
  id,
  title,
  onMenu,
}: Pick<EpisodeRowProps, 'onMenu'> & Readonly<Record<'id' | 'title', string>>) {
  const tool = { isQuiet: true, isSmall: true, tabIndex: -1 }
  if (isLocal(id))
    return <IconButton icon={X} label={words.closeFile} onClick={() => closeLocalEpisode(id)} {...tool} />
  const open = ({ currentTarget }: MouseEvent) => {
    const { left, bottom } = currentTarget.getBoundingClientRect()
    onMenu(id, { x: left, y: bottom })
  }
  return (
    <IconButton
      icon={Ellipsis}
      label={words.tools(title)}
      title={words.more}
      aria-haspopup="menu"
      onClick={open}
      {...tool}
    />
  )
}

/** The selection box, for pointer and touch. On the keyboard, Space selects the row. */
export function TickBox({
  id,
  title,
  isSelected,
}: Pick<EpisodeRowProps, 'isSelected'> & Readonly<Record<'id' | 'title', string>>) {
  return (
    <div role="gridcell" className={styles.tick}>
      <button
        type="button"
        role="checkbox"
        tabIndex={-1}
        aria-checked={isSelected}
        aria-label={words.select(title)}
        title={words.selectHint}
        // With Shift, the list extends the selection.
        onClick={({ shiftKey }) => shiftKey || toggleSelected(id)}
      >
        {isSelected && <Check size={13} strokeWidth={2.5} aria-hidden />}
      </button>
    </div>
  )
}
