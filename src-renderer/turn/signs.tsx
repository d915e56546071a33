import type { Judgement } from '@shared/episode/projections/judgement'
import type { MarkerKind } from '@shared/episode/projections/markers'
import { turnStrings } from './strings'
import styles from './turn.module.css'

/** SVG path for each kind of marker, about 9 by 9 pixels around the origin, so that no kind depends on color alone. */
export const MARKER_SHAPES: Readonly<Record<MarkerKind, string>> = {
  death: 'M-1-5H1V-2.5H3.5V-.5H1V5H-1V-.5H-3.5V-2.5H-1Z',
  error: 'M0-5L5 4.5H-5ZM-.7-1.5V1.2H.7V-1.5ZM-.7 2.1V3.4H.7V2.1Z',
  stuck: 'M0-4.6A4.6 4.6 0 1 0 0 4.6 4.6 4.6 0 1 0 0-4.6ZM-2.8-.9H2.8V.9H-2.8Z',
  loop: 'M3.2-2.6A4.1 4.1 0 1 0 4.1 1H2.6A2.7 2.7 0 1 1 2-1.6L.6-.2H4.6V-4.2Z',
  score_loss: 'M0 5L-4.5-3H4.5Z',
  rejected: 'M-3.8-2.8L-2.8-3.8 0-1 2.8-3.8 3.8-2.8 1 0 3.8 2.8 2.8 3.8 0 1-2.8 3.8-3.8 2.8-1 0Z',
  false_belief: 'M0-4.5A4.5 4.5 0 0 0 0 4.5 4.5 4.5 0 0 0 0-4.5ZM0-3.2A3.2 3.2 0 0 1 0 3.2Z',
  won: 'M0-5L1.4-1.6 5-1.4 2.2.9 3.2 4.6 0 2.6-3.2 4.6-2.2.9-5-1.4-1.4-1.6Z',
  score_gain: 'M0-5L4.5 0 0 5-4.5 0Z',
  help: 'M0-5A2.1 2.1 0 1 1 0-.8 2.1 2.1 0 1 1 0-5ZM-4 4.5C-4 1.6-2.3.2 0 .2S4 1.6 4 4.5Z',
  note_contradicted: 'M-3.5-5H1.5L3.5-3V5H-3.5ZM-1.8-.7H1.8V.8H-1.8Z',
  new_location: 'M0-3.5L3.5 2.8H-3.5Z',
}

interface SignProps {
  readonly kind: 'help' | Judgement
  /** The text alternative; undefined if the text beside the sign is the same. */
  readonly label: string | undefined
  readonly title?: string | undefined
  readonly shape: string
}

function Sign({ kind, label, title = label, shape }: SignProps) {
  return (
    <svg
      className={styles.sign}
      data-kind={kind}
      viewBox="-6 -6 12 12"
      role={label && 'img'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
    >
      {label && <title>{title}</title>}
      <path d={shape} />
    </svg>
  )
}

export const HelpIcon = ({ label }: { readonly label?: string }) => (
  <Sign kind="help" label={label} shape={MARKER_SHAPES.help} />
)

/** A shape from `MARKER_SHAPES` has the same meaning. The other judgements have wider shapes. */
export const JUDGEMENT_SHAPES: Readonly<Record<Judgement, string>> = {
  deadly: MARKER_SHAPES.death,
  progress: MARKER_SHAPES.score_gain,
  found: 'M-4-4H4V4H-4ZM-2.5-2.5V2.5H2.5V-2.5Z',
  repeated: 'M-4-2.8H4V-1H-4ZM-4 1H4V2.8H-4Z',
  wasted: 'M-4-.9H4V.9H-4Z',
}

export const JudgementIcon = ({ judgement, label }: { readonly judgement: Judgement; readonly label?: string }) => (
  <Sign
    kind={judgement}
    label={label}
    title={turnStrings.judgement[judgement].meaning}
    shape={JUDGEMENT_SHAPES[judgement]}
  />
)
