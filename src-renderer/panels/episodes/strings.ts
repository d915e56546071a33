import type { ExportFormat } from '@shared/episode/export/formats'
import type { Handicap } from '@shared/episode/log/event'
import type { ForeknowledgeRate } from '@shared/episode/projections/foreknowledge'
import { count, formatNumber, formatSigned } from '../../kit/text/format'
import { sessionStrings } from '../../session/strings'
import type { LibraryColumn } from '../../session/view/view-store'

const bulk = (doing: string, done: string) => ({
  doing: (all: number) => `${doing} ${count(all, 'episode', 'episodes')}…`,
  done: (tried: number, all: number, isCancelled: boolean) =>
    `${isCancelled ? 'Cancelled: ' : ''}${formatNumber(tried)} of ${formatNumber(all)} episodes were ${done}.`,
})
const exporting = bulk('Exporting', 'exported')

export const episodesStrings = {
  filter: 'Filter episodes',
  filterHint:
    'Words, fields (tag: or #, room: player: story: level: mind: knowledge: seed: experiment:) or comparisons (score turns cost deaths rooms minutes with < = > and a number). A leading - excludes.',
  saved: {
    save: 'Save this filter',
    remove: (name: string) => `Delete the saved filter “${name}”`,
    name: 'Filter name',
    group: 'Saved filters',
    tags: 'Tags',
  },
  asTable: 'Table',
  columnChoice: 'Columns',
  selectedColumn: 'Selected',
  titleColumn: 'Episode',
  columns: {
    state: 'State',
    score: 'Score',
    turns: 'Turns',
    level: 'Level',
    disguise: 'Disguise',
    mind: 'Mind',
    knowledge: 'Knowledge',
    player: 'Player',
    seed: 'Seed',
    room: 'Furthest room',
    deaths: 'Deaths',
    rooms: 'Rooms',
    cost: 'Cost',
    played: 'Played',
    tokens: 'Tokens',
    foreknown: 'Foreknown',
    experiment: 'Experiment',
    tags: 'Tags',
    story: 'Story',
    started: 'Started',
  },
  /** Two sentences on each column; docs/window.md has the same. */
  columnMeanings: {
    state:
      'The state of the episode: running, paused, or how it ended. An “Interrupted” one can be resumed. Filter it by “state:” and a part of the word.',
    story: 'The title of the story that is played. Filter it by “story:” and a part of the title.',
    score:
      'Points after the last turn, and the most that the story reports. They are read from the memory of the game, never from what a model says.',
    turns:
      'Turns that were played: each is one command and the game’s reply. A fork includes the turns that it shares with its parent.',
    level:
      'The handicap: what the player sees in addition to the text, from L0 (nothing) to L5 (everything). Scores are comparable only at the same level.',
    disguise:
      'Whether the player saw the story as it is, or mirrored, with east and west exchanged. Scores are comparable only with the same disguise.',
    mind: 'The preset of parts that help a model to remember and to plan: none, standard or full. Other players have no mind.',
    knowledge:
      'What the player knew of earlier episodes: K0 nothing, K1 general entries, K2 also those about its story, with the version. Scores are comparable only with the same.',
    player:
      'Who plays: a model by its name, the rule-based explorer, random actions, or you. Filter it by “player:” and a part of the name.',
    seed: 'The number that starts the game’s random generator. The same story, seed and commands lead to the same episode.',
    room: 'The found room that is furthest from the start, counted in exits. It shows how far a player came even if the score does not.',
    deaths:
      'How often the player died. What follows a death is chosen together with the handicap, when the episode starts.',
    rooms: 'How many different rooms were found. Rooms with the same name, as in a maze, count separately.',
    cost: 'What the endpoint charged for all calls of models, in US dollars. It is empty if the endpoint reports no cost.',
    played: 'The time that the turns took, without pauses. A fork counts only its own turns.',
    tokens: 'Tokens that were sent to models and received from them. A fork counts only its own calls.',
    foreknown:
      'Turns in which the player named a room or an object before the game showed it, as a share of the turns that were checked. Compare it with the share in a story that the player cannot know.',
    experiment:
      'The experiment that the episode belongs to; its arm is in the name. Filter it by “experiment:” and a part of the name.',
    tags: 'Your own labels for finding episodes. They are saved beside the log, never in it.',
    started:
      'When the episode began: the time if that was today, else the date. Newest first is the usual order of the list.',
  } satisfies Record<LibraryColumn, string>,
  whatIs: (column: string) => `What is “${column}”?`,
  sortedBy: (column: string, isReversed: boolean) => `By ${column.toLowerCase()}${isReversed ? ', reversed' : ''}`,
  empty: 'Episodes appear here as they are played.',
  reading: 'Reading the data folder…',
  notConnected: 'Episodes appear here once this page is connected.',
  matches: (found: number, all: number) => `${formatNumber(found)} of ${formatNumber(all)}`,
  /** While further episodes are being read. */
  matchesYet: (found: number, all: number) => `${formatNumber(found)} of ${formatNumber(all)}…`,
  noneYet: (read: number) => `No match in ${count(read, 'episode', 'episodes')} so far. Reading the others…`,
  noMatch: (text: string) => `No episode matches “${text}”.`,
  unknownField: (name: string, fields: readonly string[], figures: readonly string[]) =>
    `There is no field “${name}”. Fields: ${fields.map((field) => `${field}:`).join(' ')}. Comparisons: ${figures.join(' ')}, with < = > and a number.`,
  hidesOpen: 'The filter hides the open episode.',
  clearFilter: 'Clear the filter',
  findInStory: (text: string) => `Find “${text}” in the story`,
  turns: (turns: number) => count(turns, 'turn', 'turns'),
  deaths: (deaths: number) => count(deaths, 'death', 'deaths'),
  helped: 'helped',
  helpedWith: (help: string) => `Help from a person: ${help}`,
  /** A short word for a narrow row. */
  turnLimit: 'Limit',
  points: (score: number, max: number | null) =>
    max === null ? formatNumber(score) : `${formatNumber(score)}/${formatNumber(max)}`,
  fork: (parent: string, turn: number) => `↳ from ${parent} @${turn}`,
  forkOf: (parent: string, turn: number) =>
    `Fork of ${parent} at ${turn === 0 ? 'the opening' : `turn ${formatNumber(turn)}`}`,
  named: (title: string, started: string) => `“${title}”, started ${started},`,
  handicap: (level: Handicap) => `${level}: ${sessionStrings.handicap[level].toLowerCase()}`,
  running: 'Running',
  /** While the host is disconnected. */
  wasRunning: 'Was running',
  interrupted: 'Interrupted',
  part: 'Part',
  unreadable: 'Unreadable',
  rowFailed: (id: string) => `${id} cannot be shown here.`,
  skipped: (names: readonly string[], all: number) => {
    const more = all > names.length ? `, and ${formatNumber(all - names.length)} more` : ''
    const folders = all === 1 ? '1 folder is not listed' : `${formatNumber(all)} folders are not listed`
    return `${folders}: ${names.map((name) => `“${name}”`).join(', ')}${more}. Rename ${all === 1 ? 'it' : 'them'} using only letters, digits and . _ -`
  },

  grid: 'Episodes',
  tools: (title: string) => `Actions for ${title}`,
  more: 'More',
  tag: (tag: string) => `#${tag}`,
  foreknown: (rate: ForeknowledgeRate | null) =>
    rate === null
      ? 'not measured'
      : `${rate.turns}/${rate.checked} · ${Math.round((100 * rate.turns) / rate.checked)} %`,
  furthest: (location: string) => `reached ${location}`,
  select: (title: string) => `Select ${title}`,
  selectHint: 'Select (Space). Shift selects a range, Ctrl adds one.',
  selected: (episodes: number) => `${formatNumber(episodes)} selected`,
  deselectAll: 'Deselect all',
  menu: {
    several: (episodes: number) => `${formatNumber(episodes)} episodes`,
    open: 'Open',
    select: 'Select',
    deselect: 'Deselect',
    reveal: 'Show in file manager',
    selectAll: 'Select all',
    rename: 'Rename…',
    tag: 'Tags…',
    compare: 'Compare',
    compareWith: 'Compare with…',
    compareWithParent: 'Compare with its parent',
    export: 'Export…',
    delete: 'Delete…',
    close: 'Close',
  },
  bulk: {
    delete: bulk('Deleting', 'deleted'),
    restore: bulk('Restoring', 'restored'),
    tag: bulk('Tagging', 'tagged'),
    resume: bulk('Resuming', 'resumed'),
    export: {
      ...exporting,
      done: (done: number, all: number, isCancelled: boolean) =>
        isCancelled ? 'The export was cancelled. Nothing was saved.' : exporting.done(done, all, false),
    },
    failed: (episodes: number) => `${count(episodes, 'episode', 'episodes')} failed`,
    more: (episodes: number) => `And ${formatNumber(episodes)} more.`,
  },

  rename: 'Rename',
  renameTitle: 'Rename episode',
  name: 'Name',
  nameHint: 'Saved beside the log. If empty: player, seed and furthest room.',
  save: 'Save',
  cancel: 'Cancel',

  delete: 'Delete',
  stopAndDelete: 'Stop and delete',
  deleteTitle: (episodes: number) => (episodes === 1 ? 'Delete episode' : 'Delete episodes'),
  deleteQuestion: (title: string, turns: number, started: string) =>
    `Delete “${title}” with ${count(turns, 'turn', 'turns')}, started ${started}?`,
  deleteSeveral: (episodes: number) => `Delete ${formatNumber(episodes)} episodes?`,
  someRunning: (running: number) =>
    running === 1
      ? 'One more selected episode is running or paused and will not be deleted.'
      : `${formatNumber(running)} more selected episodes are running or paused and will not be deleted.`,
  allRunning: 'All of these are running or paused. Stop them before you delete them.',
  andMore: (episodes: number) => `and ${formatNumber(episodes)} more`,
  deleteUnreadable: (id: string) => `Delete “${id}”, whose log cannot be read?`,
  deleteHint: 'It moves to the folder .trash in the data folder and can be restored.',
  deleteSeveralHint:
    'Logs, snapshots, and your names, tags and notes move to the folder .trash in the data folder. They can be restored until the trash is emptied.',
  deleted: (title: string) => `Deleted “${title}”.`,
  deletedSeveral: (episodes: number) => `Deleted ${formatNumber(episodes)} episodes.`,
  undo: 'Undo',
  trash: 'Trash',
  trashIsEmpty: 'Deleted episodes appear here and can be restored until the trash is emptied.',
  trashHolds: (episodes: number) =>
    `${count(episodes, 'deleted episode', 'deleted episodes')}, in the folder .trash of the data folder.`,
  trashFacts: (story: string, turns: number, started: string) =>
    `${story} · ${count(turns, 'turn', 'turns')} · started ${started}`,
  restore: 'Restore',
  restoreEpisode: (title: string) => `Restore ${title}`,
  erase: 'Empty the trash',
  eraseQuestion: (episodes: number) =>
    episodes === 1
      ? 'Permanently delete this episode with its log, snapshots and notes? This cannot be undone.'
      : `Permanently delete these ${formatNumber(episodes)} episodes with their logs, snapshots and notes? This cannot be undone.`,
  eraseNow: (episodes: number) => `Delete ${count(episodes, 'episode', 'episodes')}`,
  isGone: 'The episode no longer exists.',
  stopsFirst: (isPaused: boolean) =>
    `The episode is ${isPaused ? 'paused' : 'running'}. It is stopped before it is deleted.`,
  isPlayedElsewhere: 'Another program plays the episode. Stop it there before you delete it.',

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
    single: 'Not in experiments',
    experiments: 'In experiments',
  },
  noneShown: 'No matching episodes.',
  marks: (marks: number) => count(marks, 'mark', 'marks'),

  drop: 'Drop stories or models to add them, or episodes (exported files, logs, folders with logs) to open them read-only.',
  fromFile: 'From a file, read-only',
  readOnly: (fileName: string) => `Read-only: ${fileName}. It is not in the data folder; a reload closes it.`,
  recording: 'A recorded episode that comes with the app. Read-only.',
  addToLibrary: 'Add to the library',
  closeFile: 'Close',

  outline: {
    title: 'Outline',
    unknownLocation: 'Unknown location',
    turns: (first: number, last: number) =>
      first === last ? formatNumber(first) : `${formatNumber(first)}–${formatNumber(last)}`,
    score: (delta: number) => formatSigned(delta),
  },

  tagging: {
    title: (episodes: number) => (episodes === 1 ? 'Episode tags' : `Tags of ${formatNumber(episodes)} episodes`),
    hint: 'Your own labels for finding episodes. They are saved beside the logs.',
    known: 'Tags',
    none: 'No tags yet.',
    add: 'New tag',
    addNow: 'Add',
    save: 'Save',
    some: (tagged: number, all: number) => `on ${formatNumber(tagged)} of ${formatNumber(all)}`,
  },

  exportMany: {
    title: (episodes: number) => `Export ${count(episodes, 'episode', 'episodes')}`,
    asArchive: 'Saved as one archive with one file per episode.',
    leftOut: 'API keys, absolute paths, settings and endpoint of this computer, and your names and tags are left out.',
    notes: 'With your own marks and notes',
    save: 'Save',
  },

  export: {
    title: 'Export episode',
    format: 'Format',
    formats: {
      html: 'HTML: one file that plays in any browser, offline',
      markdown: 'Markdown: the transcript',
      jsonl: 'Log: JSON lines, for ZorkGPT',
      csv: 'CSV table of turns',
      parquet: 'Parquet table of turns',
      chat: 'Chat messages for training',
      otel: 'OpenTelemetry spans',
      inspect: 'Inspect log (.eval)',
      tales: 'TALES files, as an archive',
    } satisfies Record<ExportFormat, string>,
    forTools: 'For other tools',
    from: 'From turn',
    to: 'To turn',
    beforePart: {
      html: (from: number) =>
        `The page opens at turn ${formatNumber(from)}. It also holds what the game said before, folded: map and score continue from there. Texts of model and tools before turn ${formatNumber(from)} are left out.`,
      jsonl: (from: number) =>
        `The log also holds what the game said before turn ${formatNumber(from)}: map and score continue from there. Texts of model and tools before that turn are left out.`,
    } as Readonly<Partial<Record<ExportFormat, (from: number) => string>>>,
    withThoughts: 'With thoughts',
    leftOut: 'Left out unless selected',
    settings: 'Settings and endpoint of this computer',
    secrets: {
      key: (times: number) => `API keys, in ${count(times, 'place', 'places')}`,
      path: (times: number) => `Absolute paths, in ${count(times, 'place', 'places')}`,
    },
    notes: (turns: number) => `Your own marks and notes, on ${count(turns, 'turn', 'turns')}`,
    looking: (share: string) => `Looking for API keys and absolute paths: ${share}. They are left out in any case.`,
    nothingFound: 'No API keys or absolute paths were found in the log.',
    showFound: 'Show what was found',
    times: (times: number) => (times === 1 ? '' : `×${formatNumber(times)}`),
    save: 'Save',
    saving: 'Saving…',
    stillReading: 'This episode is still being read…',
  },
} as const
