import type { LibraryEntry } from '@shared/contract/library'
import { isModel } from '@shared/episode/state/players'
import { formatCompact, formatCost, formatNumber, formatSpan } from '../../kit/text/format'
import { endStatus, type WindowStatus } from '../../session/episode/episode-status'
import { isLocal } from '../../session/episode/local-episodes'
import { knowledgeName, playerName, startKey, titleOf } from '../../session/episodes/entry-title'
import { sessionStrings } from '../../session/strings'
import type { LibraryColumn, LibrarySort } from '../../session/view/view-store'
import { dayOf, pointsOf } from './row-facts'
import { episodesStrings as words } from './strings'

interface Column {
  /** The value to sort by. Null means unknown and is last in either direction. */
  readonly valueOf: (entry: LibraryEntry) => number | string | null
  /** The shown text; by default the value. */
  readonly textOf?: (entry: LibraryEntry) => string
  /** True for numbers and times, which are right-aligned and sorted from the largest. */
  readonly isFigure?: true
  readonly width: number
}

const figure = (
  valueOf: (summary: NonNullable<LibraryEntry['summary']>) => number | null,
  format: (value: number) => string,
  width: number,
): Column => {
  const of = ({ summary }: LibraryEntry) => (summary === null ? null : valueOf(summary))
  return {
    valueOf: of,
    textOf: (entry) => {
      const value = of(entry)
      return value === null ? '' : format(value)
    },
    isFigure: true,
    width,
  }
}

export const columns: Readonly<Record<LibraryColumn, Column>> = {
  state: { valueOf: (entry) => rowStatus(entry, false).word, width: 6.25 },
  score: {
    ...figure(({ score }) => score, formatNumber, 4.5),
    textOf: (entry) => pointsOf(entry) ?? '',
  },
  turns: figure(({ turns }) => turns, formatNumber, 3.75),
  level: { valueOf: ({ summary }) => summary?.handicap ?? null, width: 3.25 },
  disguise: {
    valueOf: ({ summary }) => summary?.disguise ?? null,
    textOf: ({ summary }) => (summary?.disguise === 'mirror' ? sessionStrings.mirrored : ''),
    width: 5.25,
  },
  mind: { valueOf: ({ summary }) => summary?.mind ?? null, width: 5 },
  knowledge: {
    valueOf: ({ summary }) => knowledgeName(summary?.knowledge ?? null),
    width: 6.5,
  },
  player: { valueOf: ({ summary }) => summary && playerName(summary.player), width: 8 },
  seed: figure(({ seed }) => seed, String, 5.5),
  room: { valueOf: ({ summary }) => summary?.furthest ?? null, width: 9 },
  deaths: figure(({ deaths }) => deaths, formatNumber, 4.5),
  rooms: figure(({ locations }) => locations, formatNumber, 4.5),
  cost: figure(({ costUsd }) => costUsd, formatCost, 4),
  played: figure(({ playedMs }) => playedMs, formatSpan, 4.5),
  tokens: figure(({ tokens, player }) => (isModel(player) ? tokens.in + tokens.out : null), formatCompact, 5),
  foreknown: {
    valueOf: ({ summary }) =>
      summary?.foreknowledge ? summary.foreknowledge.turns / summary.foreknowledge.checked : null,
    textOf: ({ summary }) => (summary === null ? '' : words.foreknown(summary.foreknowledge)),
    isFigure: true,
    width: 6,
  },
  experiment: { valueOf: ({ summary }) => summary?.unit?.experiment ?? null, width: 6.5 },
  tags: { valueOf: ({ annotations }) => annotations.tags.map(words.tag).join(' ') || null, width: 5 },
  story: { valueOf: ({ summary }) => summary?.game.title ?? null, width: 7 },
  started: {
    valueOf: startKey,
    textOf: (entry) => dayOf(entry) ?? '',
    isFigure: true,
    width: 5.5,
  },
}

export const textIn = (column: LibraryColumn, entry: LibraryEntry): string =>
  columns[column].textOf?.(entry) ?? String(columns[column].valueOf(entry) ?? '')

const NAME: Pick<Column, 'valueOf' | 'isFigure'> = { valueOf: titleOf }

/** Column and direction of a sort order; newest first if the name is unknown. */
export function readSort(sort: LibrarySort): { readonly by: LibraryColumn | 'name'; readonly isReversed: boolean } {
  if (sort === 'oldest') return { by: 'started', isReversed: true }
  const isReversed = sort.startsWith('-')
  const by = isReversed ? sort.slice(1) : sort
  if (by === 'name') return { by, isReversed }
  return Object.hasOwn(columns, by) ? { by: by as LibraryColumn, isReversed } : { by: 'started', isReversed: false }
}

/** The sort order after a press on a heading: the default direction, then reversed. */
export function sortBy(column: LibraryColumn | 'name', now: LibrarySort): LibrarySort {
  const { by, isReversed } = readSort(now)
  const turns = by === column && !isReversed
  if (column === 'started') return turns ? 'oldest' : 'newest'
  return turns ? `-${column}` : column
}

export function directionOf(column: LibraryColumn | 'name', sort: LibrarySort): 'ascending' | 'descending' | undefined {
  const { by, isReversed } = readSort(sort)
  if (by !== column) return undefined
  const isFigure = column !== 'name' && columns[column].isFigure === true
  return isFigure === isReversed ? 'ascending' : 'descending'
}

const inAlphabet = new Intl.Collator('en', { numeric: true })
type Value = number | string

/** Sorts entries. Unknown values are last in either direction. */
export function sortEntries(entries: readonly LibraryEntry[], sort: LibrarySort): readonly LibraryEntry[] {
  const { by, isReversed } = readSort(sort)
  const { valueOf, isFigure = false } = by === 'name' ? NAME : columns[by]
  const direction = isFigure === isReversed ? 1 : -1
  const compare = (a: Value, b: Value) =>
    typeof a === 'string' && typeof b === 'string' ? inAlphabet.compare(a, b) : Number(a) - Number(b)
  const ranked = entries.map((entry) => ({ entry, value: valueOf(entry), begun: entry.summary?.startedAt ?? entry.id }))
  type Ranked = (typeof ranked)[number]
  const newest = (a: Ranked, b: Ranked) => ordinal(b.begun, a.begun) || ordinal(b.entry.id, a.entry.id)
  if (by === 'started') ranked.sort(isReversed ? (a, b) => newest(b, a) : newest)
  else
    ranked.sort((a, b) => {
      if (a.value === null || b.value === null)
        return Number(a.value === null) - Number(b.value === null) || newest(a, b)
      return direction * compare(a.value, b.value) || newest(a, b)
    })
  return ranked.map(({ entry }) => entry)
}

/** Compares by code units, which orders ids and ISO times. */
const ordinal = (a: string, b: string): number => Number(a > b) - Number(a < b)

/** The state of an episode. `isAway`: the host is disconnected, so that the state may be outdated. */
export function rowStatus({ id, running, readable, summary }: LibraryEntry, isAway: boolean): WindowStatus {
  if (isLocal(id)) return { shape: 'square', tone: 'quiet', word: words.fromFile }
  if (!readable) return { shape: 'cross', tone: 'failure', word: words.unreadable }
  if (summary?.isPaused && (running || !summary.part)) return endStatus('paused')
  if (running && isAway) return { shape: 'ring', tone: 'quiet', word: words.wasRunning }
  if (running) return { shape: 'disc', tone: 'now', word: words.running }
  if (summary?.ended === 'turn_limit') return { ...endStatus(summary.ended), word: words.turnLimit }
  if (summary?.ended) return endStatus(summary.ended)
  if (summary?.part) return { shape: 'square', tone: 'quiet', word: words.part }
  return { shape: 'dash', tone: 'quiet', word: words.interrupted }
}
