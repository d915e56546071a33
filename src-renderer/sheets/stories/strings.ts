import type { Certainty, Story, StoryExamination } from '@shared/contract/stories'
import { count, formatNumber } from '../../kit/text/format'
import type { AddedStory } from '../../session/files/open-file'
import type { Played, StorySort } from './arrange-stories'

export const storiesStrings = {
  title: 'Stories',
  search: 'Search stories',
  noMatch: (text: string) => `No story matches “${text}”.`,
  sort: 'Sort stories',
  sorts: { title: 'By title', played: 'Last played', episodes: 'Most episodes' } satisfies Record<StorySort, string>,
  play: 'Play',
  playStory: (title: string) => `Play ${title}`,
  remove: 'Remove',
  removeStory: (title: string) => `Remove ${title}`,
  removed: (title: string, episodes: number) =>
    `“${title}” was removed from the library.${episodes === 0 ? '' : ` ${episodes === 1 ? 'Its episode stays' : `Its ${formatNumber(episodes)} episodes stay`}, and can be continued.`}`,
  undo: 'Undo',
  byline: ({ author, headline, published }: Pick<Story, 'author' | 'headline' | 'published'>): string =>
    [headline, author === null ? null : `by ${author}`, published?.slice(0, 4)].filter(Boolean).join(' · '),
  /** The best result in a story, and its maximum score. */
  played: (played: Played | undefined, maxScore: number | null): string => {
    const most = maxScore ?? played?.maxScore ?? null
    if (played === undefined) return most === null ? 'Not played yet' : `Not played yet · ${formatNumber(most)} points`
    const { episodes, bestScore, rooms } = played
    const best = bestScore === null ? null : formatNumber(bestScore)
    return [
      count(episodes, 'episode', 'episodes'),
      best === null ? null : `best score ${most === null ? best : `${best} of ${formatNumber(most)}`}`,
      rooms === 0 ? null : `up to ${count(rooms, 'room', 'rooms')}`,
    ]
      .filter((fact) => fact !== null)
      .join(' · ')
  },

  details: 'Details',
  genre: 'Genre',
  format: 'Format',
  machine: (version: number) => `Z-machine, version ${version}`,
  edition: 'Edition',
  release: (release: number, serial: string) => `Release ${release}, serial number ${serial}`,
  file: 'File',
  bundled: 'Included with the app',
  licence: 'Licence',
  licenceUnknown: 'unknown',
  hash: 'SHA-256',
  examining: 'Examining the game…',
  /** Which facts can be read from the game's memory, in one line. */
  support: ({ support }: StoryExamination): string => {
    const known = (Object.keys(facts) as (keyof typeof facts)[]).filter((fact) => support[fact] !== 'none')
    const missing = (Object.keys(facts) as (keyof typeof facts)[]).filter((fact) => support[fact] === 'none')
    if (missing.length === 0)
      return 'Full support: score, moves, location, inventory, endings and valid actions are known.'
    if (known.length === 0) return 'Playable; nothing but the text can be read from the game.'
    return `Playable. Known facts: ${list(known)}. Unknown: ${list(missing)}.`
  },
  certainty: { exact: 'defined by the standard', inferred: 'inferred by experiment', none: 'unknown' } satisfies Record<
    Certainty,
    string
  >,

  add: 'Add a story',
  addHint:
    'Z-machine stories: .z1 to .z8 except .z6, or .zblorb. Drop a file on the window, choose one, or enter its path on the computer that runs the host.',
  choose: 'Choose a file…',
  path: 'Path of a story file',
  addPath: 'Add',
  adding: (total: number) => `Adding ${count(total, 'story', 'stories')}`,
  addingOf: (number: number, total: number) => `Adding story ${formatNumber(number)} of ${formatNumber(total)}…`,
  cancel: 'Cancel',
  added: (stories: readonly AddedStory[]): string =>
    [
      isInLibrary(stories.filter(({ wasThere }) => !wasThere)),
      isInLibrary(
        stories.filter(({ wasThere }) => wasThere),
        ' already',
      ),
    ]
      .filter((sentence) => sentence !== null)
      .join(' '),
} as const

/** Names only the first of many. Several releases may have the same title. */
const isInLibrary = (stories: readonly AddedStory[], already = ''): string | null => {
  const count = new Set(stories.map(({ sha256 }) => sha256)).size
  if (count === 0) return null
  const titles = [...new Set(stories.map(({ title }) => `“${title}”`))].slice(0, MAX_NAMED)
  const more = count > titles.length ? [`${count - titles.length} more`] : []
  const named = new Intl.ListFormat('en').format([...titles, ...more])
  return `${named} ${count === 1 ? 'is' : 'are'}${already} in the library.`
}
const MAX_NAMED = 5

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
