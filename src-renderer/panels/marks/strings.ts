import { formatNumber } from '../../kit/text/format'

const named = (turn: number) => (turn === 0 ? 'the opening' : `turn ${formatNumber(turn)}`)

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
  /** For a turn that was cut off. */
  afterTurn: (turn: number) => `After turn ${formatNumber(turn)}`,
  noteTitle: (turn: number) => `Note on ${named(turn)}`,
  noteHint: 'Saved beside the log. Clear the text to delete the note.',
  save: 'Save',
  unsavedDraft: (turn: number) => `Your note on ${named(turn)} is a draft, not saved yet.`,
} as const
