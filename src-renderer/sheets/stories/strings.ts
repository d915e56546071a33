import type { Certainty, StoryExamination } from '@shared/contract/stories'
import { formatNumber } from '../../kit/text/format'

export const storiesStrings = {
  title: 'Stories',
  play: 'Play',
  playStory: (title: string) => `Play ${title}`,
  remove: 'Remove',
  removeStory: (title: string) => `Remove ${title}`,
  removed: (title: string) => `“${title}” was removed from the library.`,
  undo: 'Undo',
  bundled: 'Included with the app',
  facts: (version: number, release: number, serial: string) =>
    `Z-machine version ${version} · release ${release} · serial ${serial}`,
  points: (max: number) => `${formatNumber(max)} points`,
  licence: (name: string) => `Licence: ${name}`,
  licenceUnknown: 'Licence unknown',
  hash: 'SHA-256',

  examining: 'Examining the game…',
  /** Which facts can be read from the game's memory, in one line. */
  support: ({ support }: StoryExamination): string => {
    const known = (Object.keys(facts) as (keyof typeof facts)[]).filter((fact) => support[fact] !== 'none')
    const missing = (Object.keys(facts) as (keyof typeof facts)[]).filter((fact) => support[fact] === 'none')
    if (missing.length === 0)
      return 'Full support: score, moves, location, inventory, endings and valid actions are read from the game.'
    if (known.length === 0) return 'Playable; nothing but the text can be read from the game.'
    return `Playable. Known facts: ${list(known)}. Unknown: ${list(missing)}.`
  },
  certainty: { exact: 'defined by the standard', inferred: 'inferred by experiment', none: 'unknown' } satisfies Record<
    Certainty,
    string
  >,
  details: 'Details',

  add: 'Add a story',
  addHint:
    'Z-machine stories: .z1 to .z8 except .z6, or .zblorb. Drop a file on the window, choose one, or enter its path on the computer that runs the host.',
  choose: 'Choose a file…',
  path: 'Path of a story file',
  addPath: 'Add',
  added: (title: string) => `“${title}” is in the library.`,
} as const

const facts = {
  score: 'score',
  moves: 'moves',
  room: 'location',
  player: 'inventory',
  ending: 'endings',
  validActions: 'valid actions',
} as const
export const factNames: Readonly<Record<string, string>> = facts
const list = (names: readonly (keyof typeof facts)[]) =>
  new Intl.ListFormat('en').format(names.map((name) => facts[name]))
