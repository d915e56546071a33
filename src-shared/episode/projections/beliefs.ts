import type { Author, BeliefCheck } from '../log/mind-events'
import type { MindNote } from '../log/mind-state'
import type { EpisodeState, Turn } from '../state/episode'

export interface Belief extends BeliefCheck {
  readonly turn: number
}

/** The last check of each source up to the end of `turns`, by the id of a note, "expect" or "critic". */
export function latestBeliefs(turns: readonly Pick<Turn, 'number' | 'beliefs'>[]): ReadonlyMap<string, Belief> {
  const latest = new Map<string, Belief>()
  for (const { number, beliefs = [] } of turns)
    for (const check of beliefs) latest.set(check.source, { ...check, turn: number })
  return latest
}

const isFalse = ({ verdict }: BeliefCheck): boolean => verdict === 'stale' || verdict === 'never_true'

/** The false beliefs behind a turn's action: a false prediction, and false notes whose subject the action names. */
export function falseBeliefsActedOn({ mind }: Pick<EpisodeState, 'mind'>, turn: Turn): readonly BeliefCheck[] {
  const action = turn.action?.action
  if (turn.beliefs === undefined || action === undefined) return []
  return turn.beliefs.filter((check) => {
    if (!isFalse(check)) return false
    const note = mind.notes.find(({ id }) => id === check.source)
    return note === undefined ? check.source === 'expect' : isNamedIn(note, action)
  })
}

/** Compares whole words. The last word of a subject is its noun, so "take lantern" is about a "brass lantern". */
function isNamedIn({ subject }: MindNote, action: string): boolean {
  const noun = subject.toLowerCase().trim().split(/\s+/).at(-1) ?? ''
  return noun !== '' && action.toLowerCase().split(/\s+/).includes(noun)
}

/** Counts how often the claims of one author were right. A note counts with the verdict of its last check. */
export interface Calibration {
  readonly source: 'expect' | 'critic' | Author
  readonly right: number
  readonly stale: number
  readonly neverTrue: number
  readonly unknowable: number
}

export function calibrationOf({ turns, mind }: Pick<EpisodeState, 'turns' | 'mind'>): readonly Calibration[] {
  const authors = new Map(mind.notes.map(({ id, by }) => [id, by]))
  const latest = [...latestBeliefs(turns).values()].filter(({ source }) => authors.has(source))
  // Each turn has its own prediction, and each prediction counts as a claim.
  const predictions = turns.flatMap(({ beliefs = [] }) =>
    beliefs.filter(({ source }) => source === 'expect' || source === 'critic'),
  )
  return (['expect', 'critic', 'actor', 'reflector', 'person'] as const).flatMap((source) => {
    const of = [...latest, ...predictions].filter((check) => (authors.get(check.source) ?? check.source) === source)
    const having = (verdict: BeliefCheck['verdict']) => of.filter((check) => check.verdict === verdict).length
    return of.length === 0
      ? []
      : {
          source,
          right: having('right'),
          stale: having('stale'),
          neverTrue: having('never_true'),
          unknowable: having('unknowable'),
        }
  })
}
