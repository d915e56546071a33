import type { Annotations, TurnAnnotation } from './annotations'

export const noAnnotations: Annotations = { title: null, turns: [], tags: [] }

/** Control characters, line breaks and bidirectional controls, which could make one name look like another. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** A title as one line of visible characters; null if there are none. */
export function titleFrom(typed: string): string | null {
  const title = typed.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
  return /[^\p{Cf}\p{Z}]/u.test(title) ? title : null
}

export const annotationOf = ({ turns }: Annotations, turn: number): TurnAnnotation =>
  turns.find((known) => known.turn === turn) ?? { turn, bookmarked: false, isBreakpoint: false, note: '' }

/** Replaces the annotation of its turn. An empty annotation removes it. */
export function annotate(annotations: Annotations, annotation: TurnAnnotation): Annotations {
  const { turn, bookmarked, isBreakpoint, note } = annotation
  const others = annotations.turns.filter((known) => known.turn !== turn)
  const says = bookmarked || isBreakpoint || note !== ''
  return { ...annotations, turns: says ? [...others, annotation].sort((a, b) => a.turn - b.turn) : others }
}

interface TagChange {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** Tags that differ only in case are the same; the first spelling is kept. */
export const isSameTag = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Tags as single lines, sorted, without empty ones and duplicates. */
export function tagsFrom(typed: readonly string[]): readonly string[] {
  const tags = new Map<string, string>()
  for (const tag of typed.map(titleFrom)) {
    if (tag !== null && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  }
  return [...tags].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag)
}

/** Adds and removes tags; a tag in both lists is added. Returns the same object if nothing changed. */
export function changeTags(annotations: Annotations, { add, remove }: TagChange): Annotations {
  const kept = annotations.tags.filter((tag) => !remove.some((gone) => isSameTag(gone, tag)))
  const tags = tagsFrom([...kept, ...add])
  return tags.join('\n') === annotations.tags.join('\n') ? annotations : { ...annotations, tags }
}
