import type { Annotations, TurnAnnotation } from './annotations'

export const noAnnotations: Annotations = { title: null, turns: [] }

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
