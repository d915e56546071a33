import type { EpisodeState, Turn } from './episode'

/** Turns of an episode, both ends included; 0 is the opening. */
export interface TurnRange {
  readonly from: number
  readonly to: number
}

/**
 * What was typed and what the game printed, as plain text like the transcript an interpreter keeps. Ends with a line
 * feed unless it is empty.
 */
export function formatTranscript(
  { opening, turns, openTurn }: Pick<EpisodeState, 'opening' | 'turns' | 'openTurn'>,
  { from, to }: TurnRange,
): string {
  const played = [
    ...turns.slice(Math.max(0, from - 1), to),
    ...(openTurn && openTurn.number >= from && openTurn.number <= to ? [openTurn] : []),
  ]
  const parts = [...(opening && from <= 0 ? [opening.text] : []), ...played.flatMap(turnText)]
    .map(trimLines)
    .filter((text) => text !== '')
  return parts.map((text) => `${text}\n`).join('\n')
}

/** A turn that is being played may have neither yet. */
const turnText = ({ action, observation }: Turn): readonly string[] => [
  ...(action ? [`>${action.action}`] : []),
  ...(observation ? [observation.text] : []),
]

const trimLines = (text: string) => text.replace(/^\s*\n/, '').trimEnd()
