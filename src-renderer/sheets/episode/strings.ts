import { formatNumber } from '../../kit/format'

/** What the sheets about an episode say. */
export const episodeSheetStrings = {
  goTo: { title: 'Go to turn', label: (last: number) => `Turn, 0 to ${formatNumber(last)}`, go: 'Go' },
  forkFrom: {
    title: 'Fork from a turn',
    label: (last: number) => `Turn, 0 to ${formatNumber(last)}. A new episode has the turns up to it, and waits there.`,
    fork: 'Fork',
  },
} as const
