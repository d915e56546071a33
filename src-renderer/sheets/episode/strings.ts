import { formatNumber } from '../../kit/text/format'

export const episodeSheetStrings = {
  goTo: { title: 'Go to turn', label: (last: number) => `Turn, 0 to ${formatNumber(last)}`, go: 'Go' },
  compare: {
    title: (title: string) => `Compare ${title} with…`,
    find: 'Find an episode',
    none: 'There is no other episode to compare with. Play another one, or fork this one.',
    noMatch: (text: string) => `No other episode matches “${text}”.`,
    related: 'Fork or parent',
    otherGame: 'Another story',
  },
} as const
