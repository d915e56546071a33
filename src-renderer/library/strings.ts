import { count } from '../ui/format'

/** What is said of the episodes in the list and of what the reader can do to them. */
export const libraryStrings = {
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
  deleteQuestion: (title: string, turns: number, started: string) => `Delete “${title}” with ${count(turns, 'turn', 'turns')}, started ${started}?`,
  deleteUnreadable: (id: string) => `Delete “${id}”, whose log cannot be read?`,
  deleteHint: 'It is moved to the folder .trash in the data folder, and can be put back.',
  deleted: (title: string) => `“${title}” was deleted.`,
  undo: 'Undo',
  isRunning: 'The episode is running. Stop it before you delete it.',

  sort: 'Sort episodes',
  sorts: { newest: 'Newest first', oldest: 'Oldest first', name: 'By name', score: 'By score', turns: 'By turns', cost: 'By cost' },
  show: 'Which episodes',
  shows: { all: 'All', running: 'Running', finished: 'Finished', won: 'Won', died: 'Died', interrupted: 'Interrupted', noted: 'With notes' },
  noneShown: 'No episode is like that.',
  marks: (marks: number) => count(marks, 'mark', 'marks'),

  openFile: 'Open an episode file',
  drop: 'Drop an events.jsonl, or its folder, to open it read-only.',
  fromFile: 'From a file, read-only',
  readOnly: (fileName: string) => `Read-only: ${fileName}. It is not part of the library, and a reload closes it.`,
  closeFile: 'Close',
  fileIsClosed: 'It came from a file, which a reload closes. Open the file again.',
  notAnEpisode: (fileName: string, line: number, why: string) => `${fileName} cannot be opened: line ${line} ${why}.`,
  noLog: (name: string) => `${name} holds no events.jsonl.`,
  isEmpty: (fileName: string) => `${fileName} holds no episode.`,
  notJson: 'is not JSON',
  noEvent: (field: string) => `is no event of an episode (${field})`,
  outOfOrder: 'is missing or out of order',
  tornLine: 'The last event was cut off and left out.',
} as const
