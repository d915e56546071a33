import { count, formatNumber, formatSigned } from '../ui/format'

/** What is said of the story as text to take along. */
export const storyStrings = {
  copiedStory: (turns: number) => `Copied the story so far, ${count(turns, 'turn', 'turns')}.`,
  copiedTurns: (from: number, to: number) => (from === to ? `Copied turn ${formatNumber(from)}.` : `Copied turns ${formatNumber(from)} to ${formatNumber(to)}.`),
  nothingToShow: 'Nothing of this episode can be shown.',
  bestMoment: (turn: number, gain: number) => `Best moment: turn ${formatNumber(turn)}, score ${formatSigned(gain)}`,
  notCopied: 'The browser did not let the text onto the clipboard. Select it on the page and copy it from there.',
} as const
