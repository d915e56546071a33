import { ArrowDown, ArrowUp, GitFork } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { LibraryEntry } from '@shared/contract/library'
import { StateMark } from '../../kit/text/StateMark'
import { useHostAbsence } from '../../session/connection/connection-store'
import { formatAddress } from '../../session/episode/links/address'
import { titleOf } from '../../session/episodes/entry-title'
import { type LibraryColumn, setView, useView } from '../../session/view/view-store'
import { columns, directionOf, sortBy, textIn, rowStatus } from './columns'
import { type EpisodeRowProps, RowTools, TickBox, Title, useTooltip } from './EpisodeRow'
import { episodesStrings as words } from './strings'
import styles from './EpisodeList.module.css'

/** Widths of box and menu, minimum width of the name, and the gap, in rem. */
const [BOX_WIDTH, TOOLS_WIDTH, NAME_WIDTH, GAP] = [1.75, 2, 15, 0.75]

/** Minimum width of the table in rem. In a narrower panel, the table scrolls sideways. */
export const tableWidthOf = (shown: readonly LibraryColumn[]): number =>
  shown.reduce((sum, column) => sum + columns[column].width + GAP, BOX_WIDTH + NAME_WIDTH + TOOLS_WIDTH + 3 * GAP)

/** Grid columns from box to menu. Spare width is shared; the name gets most of it. */
const tracksOf = (shown: readonly LibraryColumn[]): CSSProperties => ({
  columnGap: `${GAP}rem`,
  gridTemplateColumns: [
    `${BOX_WIDTH}rem`,
    `minmax(${NAME_WIDTH}rem, 12fr)`,
    ...shown.map((column) => `minmax(${columns[column].width}rem, 1fr)`),
    `${TOOLS_WIDTH}rem`,
  ].join(' '),
})

/** The headings. A press sorts by the column, a second press reverses the order. */
export function TableHead({ shown }: { readonly shown: readonly LibraryColumn[] }) {
  return (
    <div role="rowgroup" className={styles.head} style={{ minWidth: `${tableWidthOf(shown)}rem` }}>
      <div role="row" aria-rowindex={1} className={styles.tracks} style={tracksOf(shown)}>
        <span role="columnheader" aria-label={words.selectedColumn} />
        <Heading column="name" />
        {shown.map((column) => (
          <Heading key={column} column={column} />
        ))}
        <span role="columnheader" aria-label={words.more} />
      </div>
    </div>
  )
}

function Heading({ column }: { readonly column: LibraryColumn | 'name' }) {
  const sort = useView(({ librarySort }) => librarySort)
  const direction = directionOf(column, sort)
  const isFigure = column !== 'name' && columns[column].isFigure
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <div role="columnheader" aria-sort={direction} className={isFigure ? styles.figure : undefined}>
      <button
        type="button"
        className={styles.heading}
        {...(column !== 'name' && {
          title: words.columnMeanings[column],
          'aria-description': words.columnMeanings[column],
        })}
        onClick={() => setView({ librarySort: sortBy(column, sort) })}
      >
        <span className={styles.cut}>{column === 'name' ? words.titleColumn : words.columns[column]}</span>
        {direction && <Arrow size={12} strokeWidth={2} aria-hidden />}
      </button>
    </div>
  )
}

interface TableRowProps extends EpisodeRowProps {
  readonly shown: readonly LibraryColumn[]
}

export function TableRow({ entry, isOpen, isSelected, isStop, isEntrance, onMenu, shown }: TableRowProps) {
  const { id, summary } = entry
  const tooltip = useTooltip(entry)
  const title = titleOf(entry)
  // If the room has a column, the title omits it.
  const named = summary && shown.includes('room') ? { ...entry, summary: { ...summary, furthest: null } } : entry
  return (
    <div role="presentation" className={styles.tracks} style={tracksOf(shown)}>
      <TickBox id={id} title={title} isSelected={isSelected} />
      <div role="gridcell" className={styles.nameCell}>
        <a
          href={formatAddress({ episodeId: id, playhead: 'live' })}
          className={styles.name}
          aria-current={isOpen ? 'page' : undefined}
          tabIndex={isStop ? 0 : -1}
          data-first-stop={isEntrance || undefined}
          title={tooltip}
        >
          {summary?.forkedFrom && <GitFork size={13} strokeWidth={1.75} aria-hidden className={styles.fork} />}
          <span className={styles.title}>
            <Title entry={named} />
            {summary?.help && <span className={styles.whole}>{` · ${words.helped}`}</span>}
          </span>
        </a>
      </div>
      {shown.map((column) => {
        const { isFigure } = columns[column]
        const text = textIn(column, entry)
        return (
          <div
            key={column}
            role="gridcell"
            className={isFigure ? styles.figure : styles.cut}
            title={isFigure || column === 'state' ? undefined : text}
          >
            {column === 'state' ? <State entry={entry} /> : <bdi className={styles.cut}>{text}</bdi>}
          </div>
        )
      })}
      <div role="gridcell">
        <RowTools id={id} title={title} onMenu={onMenu} />
      </div>
    </div>
  )
}

function State({ entry }: { readonly entry: LibraryEntry }) {
  const isAway = useHostAbsence() !== null
  const { shape, tone, word } = rowStatus(entry, isAway)
  return (
    <span className={styles.state} data-tone={tone}>
      <StateMark shape={shape} tone={tone} />
      {word}
    </span>
  )
}
