import type { LibraryEntry } from '@shared/contract/library'
import { tagsFrom } from '@shared/episode/log/annotate'
import { compare, searchWords, type Sign } from '@shared/episode/search/search'
import { distinguishingParts, playerName } from '../../session/episodes/entry-title'
import type { LibraryColumn } from '../../session/view/view-store'
import { columns, rowStatus, textIn } from './columns'
import { shownFacts } from './row-facts'

/** One term of a filter, such as `lamp`, `tag:best`, `cost>1` or `-tag:dull`. */
type Term = { readonly isNot: boolean } & (
  | { readonly field: TextField | 'any'; readonly text: string }
  | { readonly figure: Figure; readonly sign: Sign; readonly than: number }
)

const textsOf = {
  state: (entry: LibraryEntry): readonly string[] => [rowStatus(entry, false).word],
  tag: ({ annotations }: LibraryEntry): readonly string[] => annotations.tags,
  room: ({ summary }: LibraryEntry): readonly string[] => [summary?.furthest ?? ''],
  // An episode id begins with the time and the id of the story.
  story: ({ id, summary }: LibraryEntry): readonly string[] => [summary?.game.title ?? '', id],
  level: ({ summary }: LibraryEntry): readonly string[] => [summary?.handicap ?? ''],
  disguise: ({ summary }: LibraryEntry): readonly string[] => [summary?.disguise ?? ''],
  mind: ({ summary }: LibraryEntry): readonly string[] => [summary?.mind ?? ''],
  knowledge: ({ summary }: LibraryEntry): readonly string[] => [
    summary?.knowledge?.level ?? '',
    summary?.knowledge?.sha256?.slice(0, 8) ?? '',
  ],
  experiment: ({ summary }: LibraryEntry): readonly string[] => [summary?.unit?.experiment ?? ''],
  seed: ({ summary }: LibraryEntry): readonly string[] => [String(summary?.seed ?? '')],
  player: ({ summary }: LibraryEntry): readonly string[] =>
    // The label of the explorer says what it is not.
    summary === null ? [] : [playerName(summary.player), summary.player.model ?? summary.player.label],
}
type TextField = keyof typeof textsOf
/** Fields that must match completely. Others match by substring. */
const WHOLE: readonly TextField[] = ['seed', 'level', 'disguise', 'mind', 'knowledge']

const figureOf = {
  score: ({ summary }: LibraryEntry) => summary?.score ?? null,
  turns: ({ summary }: LibraryEntry) => summary?.turns ?? null,
  cost: ({ summary }: LibraryEntry) => summary?.costUsd ?? null,
  deaths: ({ summary }: LibraryEntry) => summary?.deaths ?? null,
  rooms: ({ summary }: LibraryEntry) => summary?.locations ?? null,
  minutes: ({ summary }: LibraryEntry) => (summary === null ? null : summary.playedMs / 60_000),
}
type Figure = keyof typeof figureOf

/**
 * Converts tags and seeds as rows show them (`#best`, `seed 12`) to fields, and keeps a number and its unit (`1 death`)
 * together. Leaves out the dots between the facts of a row. What is in quotes stays as it is.
 */
const asField = (filter: string): string =>
  filter.replaceAll(/"[^"]*"?|[^"]+/g, (part) =>
    part.startsWith('"')
      ? part
      : part
          .replaceAll(/(^|\s)·(?=\s|$)/g, '$1')
          .replaceAll(/(^|\s)(-?)#/g, '$1$2tag:')
          .replaceAll(/(^|\s)(-?)seed\s+(?=\d)/gi, '$1$2seed:')
          .replaceAll(/(^|\s)(-?)(\d[\d,]*)\s+(turns?|deaths?|marks?|s|min|h|d)(?=\s|$)/gi, '$1$2"$3 $4"'),
  )

/** Parses a filter. Any text is valid; a term with an unknown field is a plain word. */
export function parseFilter(filter: string): readonly Term[] {
  return searchWords(asField(filter)).map((word): Term => {
    const isNot = /^-[^\s-]/.test(word)
    const bare = (isNot ? word.slice(1) : word).replaceAll('"', '')
    const [, figure = '', sign = '', than = ''] = /^(\w+)([<>]=?|=)(-?\d+(?:\.\d+)?)$/.exec(bare) ?? []
    if (Object.hasOwn(figureOf, figure))
      return { isNot, figure: figure as Figure, sign: sign as Sign, than: Number(than) }
    const [, field = '', text = ''] = /^(\w+):(.*)$/s.exec(bare) ?? []
    return Object.hasOwn(textsOf, field)
      ? { isNot, field: field as TextField, text }
      : { isNot, field: 'any', text: bare }
  })
}

/** The first term that looks like a field but has an unknown name; null if there is none. */
export function unknownField(filter: string): string | null {
  const names = searchWords(asField(filter)).flatMap((word) => /^-?(\w+)(?::|[<>]=?|=)/.exec(word)?.[1] ?? [])
  return names.find((name) => !FIELDS.includes(name) && !FIGURES.includes(name)) ?? null
}

export const FIELDS: readonly string[] = Object.keys(textsOf)
export const FIGURES: readonly string[] = Object.keys(figureOf)

/** `entries` has the episode that was forked, which the row of a fork names. */
export const entryMatches = (
  terms: readonly Term[],
  entry: LibraryEntry,
  entries: ReadonlyMap<string, LibraryEntry>,
): boolean => terms.every((term) => holds(term, entry, entries) !== term.isNot)

function holds(term: Term, entry: LibraryEntry, entries: ReadonlyMap<string, LibraryEntry>): boolean {
  if ('figure' in term) {
    const figure = figureOf[term.figure](entry)
    return figure !== null && compare[term.sign](figure, term.than)
  }
  const { field, text } = term
  if (field === 'any') {
    const row = readRow(entry, entries.get(entry.summary?.forkedFrom?.episodeId ?? ''))
    return row.words.includes(text) || row.facts.some((fact) => says(fact, text))
  }
  const texts = textsOf[field](entry).map((one) => one.toLowerCase())
  // `tag:` without text matches any tag.
  return texts.some((one) => (WHOLE.includes(field) && text !== '' ? one === text : one !== '' && one.includes(text)))
}

const WORD_COLUMNS = (Object.keys(columns) as LibraryColumn[]).filter((column) => !columns[column].isFigure)

/** A number begins a word and has its unit: `1 death` is not in `11 deaths`, and `12` is in no fact. */
const says = (fact: string, text: string): boolean =>
  /^\d/.test(text) ? /\D/.test(text) && ` ${fact}`.includes(` ${text}`) : fact.includes(text)

interface RowTexts {
  readonly parent: LibraryEntry | undefined
  readonly words: string
  readonly facts: readonly string[]
}

/** The texts of a row are kept, because every letter that is typed in the filter searches all rows. */
const rows = new WeakMap<LibraryEntry, RowTexts>()

function readRow(entry: LibraryEntry, parent: LibraryEntry | undefined): RowTexts {
  const before = rows.get(entry)
  if (before && before.parent === parent) return before
  const facts = shownFacts(entry, parent).map((fact) => fact.toLowerCase())
  const row = { parent, words: plainText(entry), facts }
  rows.set(entry, row)
  return row
}

/** Title, words of the table and id. */
function plainText(entry: LibraryEntry): string {
  const { id, summary, annotations } = entry
  return [
    id,
    annotations.title,
    ...(summary === null ? [] : distinguishingParts(summary)),
    ...WORD_COLUMNS.map((column) => textIn(column, entry)),
    ...textsOf.player(entry),
  ]
    .join('\n')
    .toLowerCase()
}

export const filterOfTag = (tag: string): string => (/\s/.test(tag) ? `tag:"${tag}"` : `tag:${tag}`)

export function knownTags(entries: Iterable<LibraryEntry>): readonly string[] {
  const tags = new Set<string>()
  for (const { annotations } of entries) for (const tag of annotations.tags) tags.add(tag)
  return tagsFrom([...tags])
}
