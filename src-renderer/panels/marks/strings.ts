import { formatNumber } from '../../kit/text/format'

const named = (turn: number) => (turn === 0 ? 'the opening' : `turn ${formatNumber(turn)}`)

/** What is said of the reader's own bookmarks, breakpoints and notes. */
export const markStrings = {
  title: 'Your marks',
  bookmark: 'Bookmark',
  breakpoint: 'Breakpoint',
  note: 'Note',
  yourNote: 'Your note',
  inspect: (turn: number) => `Inspect ${named(turn)}`,
  inspectHint: 'Inspect',
  fork: (turn: number) => `Fork… from ${named(turn)}`,
  addBookmark: (turn: number) => `Bookmark ${named(turn)}`,
  addNote: (turn: number) => `Write a note on ${named(turn)}`,
  link: 'Copy link',
  copyLink: (turn: number) => `Copy a link to ${named(turn)}`,
  /** Of a turn that was cut off before it was played to its end. */
  afterTurn: (turn: number) => `After turn ${formatNumber(turn)}`,
  noteTitle: (turn: number) => `Note on ${named(turn)}`,
  noteHint: 'Kept beside the log, which is not changed. Empty: no note.',
  save: 'Save',
  keptUnsaved: (turn: number) => `Your note on ${named(turn)} is kept here, not saved yet.`,
} as const
