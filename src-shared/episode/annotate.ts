import type { Annotations, TurnAnnotation } from './annotations'

export const noAnnotations: Annotations = { title: null, turns: [] }

export const annotationOf = ({ turns }: Annotations, turn: number): TurnAnnotation => turns.find((known) => known.turn === turn) ?? { turn, bookmarked: false, isBreakpoint: false, note: '' }

/** With `annotation` in the place of what was said of its turn; an annotation that says nothing takes it away. */
export function annotate(annotations: Annotations, annotation: TurnAnnotation): Annotations {
  const { turn, bookmarked, isBreakpoint, note } = annotation
  const others = annotations.turns.filter((known) => known.turn !== turn)
  const says = bookmarked || isBreakpoint || note !== ''
  return { ...annotations, turns: says ? [...others, annotation].sort((a, b) => a.turn - b.turn) : others }
}
