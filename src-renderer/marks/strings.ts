import { formatNumber } from '../ui/format'

/** What is said of the reader's own bookmarks, breakpoints and notes. */
export const markStrings = {
  title: 'Your marks',
  bookmark: 'Bookmark',
  breakpoint: 'Breakpoint',
  note: 'Note',
  yourNote: 'Your note',
  inspect: (turn: number) => `Inspect turn ${formatNumber(turn)}`,
  inspectHint: 'Inspect',
  fork: (turn: number) => `Fork from turn ${formatNumber(turn)}`,
  addBookmark: (turn: number) => `Bookmark turn ${formatNumber(turn)}`,
  addNote: (turn: number) => `Write a note on turn ${formatNumber(turn)}`,
  link: 'Copy link',
  copyLink: (turn: number) => `Copy a link to turn ${formatNumber(turn)}`,
  /** Of a turn that was cut off before it was played to its end. */
  afterTurn: (turn: number) => `After turn ${formatNumber(turn)}`,
  noteTitle: (turn: number) => `Note on turn ${formatNumber(turn)}`,
  noteHint: 'Kept beside the log, which is not changed. Empty: no note.',
  save: 'Save',
  keptUnsaved: (turn: number) => `Your note on turn ${formatNumber(turn)} is kept here, not saved yet.`,
  stoppedHere: 'Stopped at a breakpoint',
} as const
