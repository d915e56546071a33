import type { Judgement } from '@shared/episode/projections/judgement'
import type { MarkerKind } from '@shared/episode/projections/markers'
import { MARKER_SHAPES } from './marker-shapes'
import { turnStrings } from './strings'
import styles from './signs.module.css'

/** Shapes as in the timeline. */
const SHAPES: Readonly<Record<Judgement, MarkerKind>> = {
  deadly: 'death',
  progress: 'score_gain',
  found: 'new_location',
  repeated: 'loop',
  wasted: 'rejected',
}

/** The judgement of a turn as a shape; `label` is its text alternative. */
export function JudgementIcon({ judgement, label }: { readonly judgement: Judgement; readonly label?: string }) {
  const path = <path d={MARKER_SHAPES[SHAPES[judgement]]} />
  return label === undefined ? (
    <svg className={styles.sign} data-kind={judgement} viewBox="-6 -6 12 12" aria-hidden>
      {path}
    </svg>
  ) : (
    <svg className={styles.sign} data-kind={judgement} viewBox="-6 -6 12 12" role="img" aria-label={label}>
      <title>{turnStrings.judgement[judgement].meaning}</title>
      {path}
    </svg>
  )
}
