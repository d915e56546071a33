import { isTakenOver } from '../projections/help'
import type { EpisodeState, Turn } from '../state/episode'
import { traitsOf } from '../state/players'

/** A range of turns, both ends included; 0 is the opening. */
export interface TurnRange {
  readonly from: number
  readonly to: number
}

/**
 * The episode as plain text, like the transcript of an interpreter. `[Entered by a person.]` marks actions of a user.
 */
export function formatTranscript(
  { manifest, opening, turns, openTurn }: Pick<EpisodeState, 'manifest' | 'opening' | 'turns' | 'openTurn'>,
  { from, to }: TurnRange,
): string {
  const isAgent = !traitsOf({ manifest }).isPerson
  const played = [
    ...turns.slice(Math.max(0, from - 1), to),
    ...(openTurn && openTurn.number >= from && openTurn.number <= to ? [openTurn] : []),
  ]
  const parts = [...(opening && from <= 0 ? [opening.text] : []), ...played.flatMap((turn) => turnText(turn, isAgent))]
    .map(trimLines)
    .filter((text) => text !== '')
  return parts.map((text) => `${text}\n`).join('\n')
}

/** A turn that is being played may lack action and observation. */
const turnText = ({ action, observation }: Turn, isAgent: boolean): readonly string[] => [
  ...(action ? [`>${action.action}`] : []),
  ...(isAgent && isTakenOver({ action }) ? ['[Entered by a person.]'] : []),
  ...(observation ? [observation.text] : []),
]

const trimLines = (text: string) => text.replace(/^\s*\n/, '').trimEnd()
