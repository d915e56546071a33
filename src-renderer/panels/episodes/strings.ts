import type { Handicap } from '@shared/episode/log/event'
import { sessionStrings } from '../../session/strings'
import { count, formatNumber, formatSigned } from '../../kit/text/format'

const outOf = (verb: string, done: number, all: number, isCancelled: boolean): string =>
  isCancelled
    ? `Cancelled: ${formatNumber(done)} of ${formatNumber(all)} episodes were ${verb}.`
    : `${formatNumber(done)} of ${formatNumber(all)} episodes were ${verb}.`

/** What is said of the episodes in the list and of what the reader can do to them. */
export const libraryStrings = {
  filter: 'Filter episodes',
  filterHint:
    'Words, or tag: room: player: story: level: mind: seed: with what is looked for, or score turns cost deaths rooms minutes with < = > and a number. A - before a field: all others.',
  saved: {
    keep: 'Save this filter',
    forget: (name: string) => `Delete the saved filter “${name}”`,
    name: 'Name of the filter',
    group: 'Saved filters',
    tags: 'Tags',
  },
  asTable: 'As a table',
  columnChoice: 'Columns',
  chosenColumn: 'Chosen',
  titleColumn: 'Episode',
  columns: {
    state: 'State',
    score: 'Score',
    turns: 'Turns',
    level: 'Level',
    mind: 'Mind',
    player: 'Player',
    seed: 'Seed',
    room: 'Furthest room',
    deaths: 'Deaths',
    rooms: 'Rooms',
    cost: 'Cost',
    played: 'Played',
    tokens: 'Tokens',
    tags: 'Tags',
    story: 'Story',
    started: 'Started',
  },
  sortedBy: (column: string, isReversed: boolean) => `By ${column.toLowerCase()}${isReversed ? ', reversed' : ''}`,
  empty: 'Episodes appear here as they are played.',
  reading: 'Reading the data folder…',
  noMatch: (text: string) => `No episode matches “${text}”.`,
  turns: (turns: number) => count(turns, 'turn', 'turns'),
  deaths: (deaths: number) => count(deaths, 'death', 'deaths'),
  helped: 'helped',
  helpedWith: (help: string) => `A person helped the player with ${help}`,
  /** Shorter than the state's own word, for a narrow row. */
  turnLimit: 'Limit',
  points: (score: number, max: number | null) =>
    max === null ? formatNumber(score) : `${formatNumber(score)}/${formatNumber(max)}`,
  fork: (parent: string, turn: number) => `↳ from ${parent} @${turn}`,
  /** In the tooltip: which, of several that look alike. */
  forkOf: (parent: string, turn: number) =>
    `Fork of ${parent} at ${turn === 0 ? 'the opening' : `turn ${formatNumber(turn)}`}`,
  named: (title: string, started: string) => `“${title}”, started ${started},`,
  /** The row says the level alone; its tooltip also what that is. */
  handicap: (level: Handicap) => `${level}: ${sessionStrings.handicap[level].toLowerCase()}`,
  running: 'Running',
  /** When the host was last heard. */
  wasRunning: 'Was running',
  interrupted: 'Interrupted',
  unreadable: 'Unreadable',
  rowFailed: (id: string) => `${id} cannot be shown here.`,
  skipped: (names: readonly string[], all: number) => {
    const more = all > names.length ? `, and ${formatNumber(all - names.length)} more` : ''
    const folders = all === 1 ? '1 folder is not listed' : `${formatNumber(all)} folders are not listed`
    return `${folders}: ${names.map((name) => `“${name}”`).join(', ')}${more}. Rename ${all === 1 ? 'it' : 'them'} with letters, digits and . _ - alone.`
  },

  /** Of the list, for who does not see it. */
  grid: 'Episodes',
  tools: (title: string) => `What to do with ${title}`,
  more: 'More',
  tag: (tag: string) => `#${tag}`,
  furthest: (location: string) => `got as far as ${location}`,
  choose: (title: string) => `Choose ${title}`,
  chooseHint: 'Choose (Space). With Shift all between, with Ctrl one more.',
  chosen: (episodes: number) => `${formatNumber(episodes)} chosen`,
  chooseNone: 'Choose none',
  menu: {
    several: (episodes: number) => `${formatNumber(episodes)} episodes`,
    open: 'Open',
    choose: 'Choose',
    unchoose: 'Choose no longer',
    chooseAll: 'Choose all',
    rename: 'Rename…',
    tag: 'Tags…',
    compare: 'Compare',
    compareWith: 'Compare with…',
    compareWithParent: 'Compare with its parent',
    export: 'Export…',
    delete: 'Delete…',
    close: 'Close',
  },
  many: {
    delete: {
      doing: (all: number) => `Deleting ${count(all, 'episode', 'episodes')}…`,
      done: (done: number, all: number, isCancelled: boolean) => outOf('deleted', done, all, isCancelled),
    },
    restore: {
      doing: (all: number) => `Putting back ${count(all, 'episode', 'episodes')}…`,
      done: (done: number, all: number, isCancelled: boolean) => outOf('put back', done, all, isCancelled),
    },
    tag: {
      doing: (all: number) => `Tagging ${count(all, 'episode', 'episodes')}…`,
      done: (done: number, all: number, isCancelled: boolean) => outOf('tagged', done, all, isCancelled),
    },
    export: {
      doing: (all: number) => `Exporting ${count(all, 'episode', 'episodes')}…`,
      done: (done: number, all: number, isCancelled: boolean) =>
        isCancelled ? 'The export was cancelled. Nothing was saved.' : outOf('exported', done, all, false),
    },
    failed: (episodes: number) => `${count(episodes, 'episode', 'episodes')} with which it went wrong`,
    more: (episodes: number) => `And ${formatNumber(episodes)} more.`,
  },

  rename: 'Rename',
  renameTitle: 'Rename the episode',
  name: 'Name',
  nameHint: 'Kept beside the log, which is not changed. Empty: who plays, the furthest room and the seed.',
  save: 'Save',
  cancel: 'Cancel',

  delete: 'Delete',
  deleteTitle: (episodes: number) =>
    episodes === 1 ? 'Delete the episode' : `Delete ${formatNumber(episodes)} episodes`,
  deleteQuestion: (title: string, turns: number, started: string) =>
    `Delete “${title}” with ${count(turns, 'turn', 'turns')}, started ${started}?`,
  deleteSeveral: (episodes: number) => `Delete ${formatNumber(episodes)} episodes?`,
  /** Of several that were chosen. */
  someRunning: (running: number) =>
    running === 1
      ? 'One more that was chosen is running, and stays.'
      : `${formatNumber(running)} more that were chosen are running, and stay.`,
  allRunning: 'All of these are running. Stop them before you delete them.',
  andMore: (episodes: number) => `and ${formatNumber(episodes)} more`,
  deleteUnreadable: (id: string) => `Delete “${id}”, whose log cannot be read?`,
  deleteHint: 'It is moved to the folder .trash in the data folder, and can be put back.',
  deleteSeveralHint:
    'They are moved to the folder .trash in the data folder, whole: logs, snapshots, and your names, tags and notes. They can be put back until the trash is emptied.',
  deleted: (title: string) => `“${title}” was deleted.`,
  deletedSeveral: (episodes: number) => `${formatNumber(episodes)} episodes were deleted.`,
  undo: 'Undo',
  trash: 'Trash',
  trashIsEmpty: 'Deleted episodes appear here. They can be put back until they are erased.',
  trashHolds: (episodes: number) =>
    `${count(episodes, 'deleted episode', 'deleted episodes')}, kept in the folder .trash of the data folder.`,
  trashFacts: (story: string, turns: number, started: string) =>
    `${story} · ${count(turns, 'turn', 'turns')} · started ${started}`,
  putBack: 'Put back',
  putBackEpisode: (title: string) => `Put back ${title}`,
  erase: 'Empty the trash',
  eraseQuestion: (episodes: number) =>
    episodes === 1
      ? 'Erase this episode for good? Its log, its snapshots and your notes on it go. It cannot be undone.'
      : `Erase these ${formatNumber(episodes)} episodes for good? Their logs, their snapshots and your notes on them go. It cannot be undone.`,
  eraseNow: (episodes: number) => `Erase ${count(episodes, 'episode', 'episodes')}`,
  isGone: 'The episode is no longer in the library.',
  isRunning: 'The episode is running. Stop it before you delete it.',

  sort: 'Sort episodes',
  sorts: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    name: 'By name',
    score: 'By score',
    turns: 'By turns',
    cost: 'By cost',
  },
  show: 'Which episodes',
  shows: {
    all: 'All',
    running: 'Running',
    finished: 'Finished',
    won: 'Won',
    died: 'Died',
    interrupted: 'Interrupted',
    noted: 'With notes',
    tagged: 'With tags',
    single: 'Not of experiments',
    experiments: 'Of experiments',
  },
  noneShown: 'No episode is like that.',
  marks: (marks: number) => count(marks, 'mark', 'marks'),

  drop: 'Drop a story to add it, or episodes to open them read-only: exported files, logs, or folders that hold logs.',
  fromFile: 'From a file, read-only',
  readOnly: (fileName: string) => `Read-only: ${fileName}. It is not part of the library, and a reload closes it.`,
  recording: 'A recorded episode that comes with the app, read-only.',
  closeFile: 'Close',

  outline: {
    title: 'Outline',
    somewhere: 'Somewhere',
    turns: (first: number, last: number) =>
      first === last ? formatNumber(first) : `${formatNumber(first)}–${formatNumber(last)}`,
    score: (delta: number) => formatSigned(delta),
  },

  tagging: {
    title: (episodes: number) =>
      episodes === 1 ? 'Tags of the episode' : `Tags of ${formatNumber(episodes)} episodes`,
    hint: 'Words of your own to find episodes by. They are kept beside the logs, which are not changed.',
    known: 'Tags',
    none: 'There are no tags yet.',
    add: 'New tag',
    addNow: 'Add',
    save: 'Save',
    some: (tagged: number, all: number) => `on ${formatNumber(tagged)} of ${formatNumber(all)}`,
  },

  exportMany: {
    title: (episodes: number) => `Export ${count(episodes, 'episode', 'episodes')}`,
    asArchive: 'They are saved as one archive, a file an episode.',
    leftOut:
      'API keys, absolute paths, and settings and endpoint of this computer are left out of every file, and so are your names and tags.',
    notes: 'With your own marks and notes',
    save: 'Save',
  },

  export: {
    title: 'Export the episode',
    format: 'Format',
    formats: {
      html: 'HTML: one file that plays in any browser, offline',
      markdown: 'Markdown: the transcript, to be read',
      jsonl: 'Log: the lines of JSON that other tools read, and that ZorkGPT opens',
    },
    withThoughts: 'With what was thought',
    leftOut: 'Left out unless you tick it',
    settings: 'Settings and endpoint of this computer',
    secrets: {
      key: (times: number) => `API keys, in ${count(times, 'place', 'places')}`,
      path: (times: number) => `Absolute paths, in ${count(times, 'place', 'places')}`,
    },
    notes: (turns: number) => `Your own marks and notes, on ${count(turns, 'turn', 'turns')}`,
    looking: (share: string) =>
      `Looking for API keys and absolute paths: ${share}. They stay out of the file in any case.`,
    nothingFound: 'No API keys and no absolute paths were found in the log.',
    showFound: 'Show what was found',
    times: (times: number) => (times === 1 ? '' : `×${formatNumber(times)}`),
    save: 'Save',
    saving: 'Saving…',
    stillReading: 'This episode is still being read. Export it when all of it has come in, which is in a moment.',
  },
} as const
