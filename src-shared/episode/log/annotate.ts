import type { Annotations, TurnAnnotation } from './annotations'

export const noAnnotations: Annotations = { title: null, turns: [], tags: [] }

/**
 * Control characters and line ends, and the signs that turn the direction of what follows them: a name could pass for
 * another with those.
 */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** A name on one line, of what can be seen of it; null if that is nothing. */
export function titleFrom(typed: string): string | null {
  const title = typed.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
  return /[^\p{Cf}\p{Z}]/u.test(title) ? title : null
}

export const annotationOf = ({ turns }: Annotations, turn: number): TurnAnnotation =>
  turns.find((known) => known.turn === turn) ?? { turn, bookmarked: false, isBreakpoint: false, note: '' }

/** With `annotation` in the place of what was said of its turn; an annotation that says nothing takes it away. */
export function annotate(annotations: Annotations, annotation: TurnAnnotation): Annotations {
  const { turn, bookmarked, isBreakpoint, note } = annotation
  const others = annotations.turns.filter((known) => known.turn !== turn)
  const says = bookmarked || isBreakpoint || note !== ''
  return { ...annotations, turns: says ? [...others, annotation].sort((a, b) => a.turn - b.turn) : others }
}

/** What is added to the tags of an episode, and what is taken from them. */
interface TagChange {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** Capitals tell no two tags apart: which of the two spellings came first stays. */
export const isSameTag = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The tags on one line each, without those that say nothing, each once, in order of the alphabet. */
export function tagsFrom(typed: readonly string[]): readonly string[] {
  const tags = new Map<string, string>()
  for (const tag of typed.map(titleFrom)) {
    if (tag !== null && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  }
  return [...tags].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag)
}

/** What is both added and taken away is there afterwards. The same object if nothing changed. */
export function changeTags(annotations: Annotations, { add, remove }: TagChange): Annotations {
  const kept = annotations.tags.filter((tag) => !remove.some((gone) => isSameTag(gone, tag)))
  const tags = tagsFrom([...kept, ...add])
  return tags.join('\n') === annotations.tags.join('\n') ? annotations : { ...annotations, tags }
}
