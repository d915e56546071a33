import type { Certainty, StoryExamination } from '@shared/contract/stories'
import { formatNumber } from '../../kit/text/format'

/** What is said of stories. */
export const storiesStrings = {
  title: 'Stories',
  play: 'Play',
  playStory: (title: string) => `Play ${title}`,
  remove: 'Remove',
  removeStory: (title: string) => `Remove ${title}`,
  removed: (title: string) => `“${title}” was removed from the library.`,
  undo: 'Undo',
  bundled: 'Comes with the app',
  facts: (version: number, release: number, serial: string) =>
    `Z-machine version ${version} · release ${release} · serial ${serial}`,
  points: (max: number) => `${formatNumber(max)} points`,
  licence: (name: string) => `Licence: ${name}`,
  licenceUnknown: 'Licence unknown',
  hash: 'SHA-256',

  examining: 'Finding out what the game can tell…',
  /** One line for what the interpreter and the calibration can do with a story. */
  support: ({ support }: StoryExamination): string => {
    const known = (Object.keys(facts) as (keyof typeof facts)[]).filter((fact) => support[fact] !== 'none')
    const missing = (Object.keys(facts) as (keyof typeof facts)[]).filter((fact) => support[fact] === 'none')
    if (missing.length === 0)
      return 'Full support: the game itself tells score, moves, location, inventory, endings and valid actions.'
    if (known.length === 0) return 'Plays; what the player knows comes from the text alone.'
    return `Plays. The game itself tells ${list(known)}, but not ${list(missing)}.`
  },
  certainty: { exact: 'by the standard', inferred: 'found by experiment', none: 'not known' } satisfies Record<
    Certainty,
    string
  >,
  details: 'How each is known',

  add: 'Add a story',
  addHint:
    'Z-machine stories: .z1 to .z8 without .z6, or .zblorb. Drop one anywhere on the window, choose it, or give its path on the computer that runs the host.',
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
