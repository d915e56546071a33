import type { LibraryEntry } from '@shared/contract/library'
import type { Story } from '@shared/contract/stories'
import { hasAll, wordsOf } from '../../kit/text/query-words'

/** Results of the episodes of a story. */
export interface Played {
  readonly episodes: number
  readonly bestScore: number | null
  readonly maxScore: number | null
  readonly rooms: number
  /** ISO time of the last start. */
  readonly lastAt: string
}

/** Results by the SHA-256 of the story. */
export function playedStories(entries: Iterable<LibraryEntry>): ReadonlyMap<string, Played> {
  const played = new Map<string, Played>()
  for (const { summary } of entries) {
    if (summary === null) continue
    const { game, score, maxScore, locations, startedAt } = summary
    const before = played.get(game.sha256)
    const scores = [before?.bestScore ?? null, score].filter((value) => value !== null)
    played.set(game.sha256, {
      episodes: (before?.episodes ?? 0) + 1,
      bestScore: scores.length === 0 ? null : Math.max(...scores),
      maxScore: before?.maxScore ?? maxScore,
      rooms: Math.max(before?.rooms ?? 0, locations),
      lastAt: before === undefined || startedAt > before.lastAt ? startedAt : before.lastAt,
    })
  }
  return played
}

export const STORY_SORTS = ['title', 'played', 'episodes'] as const
export type StorySort = (typeof STORY_SORTS)[number]

const inAlphabet = new Intl.Collator('en', { numeric: true })

/** The stories that match every word of `search`, sorted by `sort`, then by title. */
export function arrangeStories(
  stories: readonly Story[],
  played: ReadonlyMap<string, Played>,
  { search, sort }: { readonly search: string; readonly sort: StorySort },
): readonly Story[] {
  const words = wordsOf(search)
  const compare = {
    title: () => 0,
    played: (a: Played | undefined, b: Played | undefined) => ordinal(b?.lastAt ?? '', a?.lastAt ?? ''),
    episodes: (a: Played | undefined, b: Played | undefined) => (b?.episodes ?? 0) - (a?.episodes ?? 0),
  }[sort]
  return stories
    .filter((story) => hasAll(textOf(story), words))
    .toSorted((a, b) => compare(played.get(a.sha256), played.get(b.sha256)) || inAlphabet.compare(a.title, b.title))
}

const textOf = ({ id, title, author, headline, genre, published, fileName }: Story): string =>
  [id, title, author, headline, genre, published, fileName].join('\n')

const ordinal = (a: string, b: string): number => Number(a > b) - Number(a < b)
