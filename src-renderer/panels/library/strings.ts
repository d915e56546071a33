import { count, formatNumber, formatSigned } from '../../kit/format'

/** What is said of the episodes in the list and of what the reader can do to them. */
export const libraryStrings = {
  filter: 'Filter episodes',
  empty: 'Episodes appear here as they are played.',
  reading: 'Reading the data folder…',
  noMatch: (text: string) => `No episode matches “${text}”.`,
  turns: (turns: number) => count(turns, 'turn', 'turns'),
  deaths: (deaths: number) => count(deaths, 'death', 'deaths'),
  /** Shorter than the state's own word, for a narrow row. */
  turnLimit: 'Limit',
  points: (score: number, max: number | null) =>
    max === null ? formatNumber(score) : `${formatNumber(score)}/${formatNumber(max)}`,
  fork: (turn: number) => `fork at ${turn === 0 ? 'the opening' : `turn ${formatNumber(turn)}`}`,
  /** In the tooltip: which, of several that look alike. */
  forkOf: (parent: string, turn: number) =>
    `Fork of ${parent} at ${turn === 0 ? 'the opening' : `turn ${formatNumber(turn)}`}`,
  named: (title: string, started: string) => `“${title}”, started ${started},`,
  seed: (seed: number) => `seed ${seed}`,
  handicap: (level: string) => `level ${level}`,
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

  tools: (title: string) => `What to do with ${title}`,
  rename: 'Rename',
  renameEpisode: (title: string) => `Rename ${title}`,
  renameTitle: 'Rename the episode',
  name: 'Name',
  nameHint: 'Kept beside the log, which is not changed. Empty: the title of the story.',
  save: 'Save',
  cancel: 'Cancel',

  delete: 'Delete',
  deleteEpisode: (title: string) => `Delete ${title}`,
  deleteTitle: 'Delete the episode',
  deleteQuestion: (title: string, turns: number, started: string) =>
    `Delete “${title}” with ${count(turns, 'turn', 'turns')}, started ${started}?`,
  deleteUnreadable: (id: string) => `Delete “${id}”, whose log cannot be read?`,
  deleteHint: 'It is moved to the folder .trash in the data folder, and can be put back.',
  deleted: (title: string) => `“${title}” was deleted.`,
  undo: 'Undo',
  trash: 'Trash',
  trashIsEmpty: 'Deleted episodes appear here. They can be put back until they are erased.',
  trashHolds: (episodes: number) =>
    `${count(episodes, 'deleted episode', 'deleted episodes')}, kept in the folder .trash of the data folder.`,
  trashFacts: (turns: number, started: string) => `${count(turns, 'turn', 'turns')} · started ${started}`,
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
