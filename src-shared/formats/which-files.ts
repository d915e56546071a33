/** Recognizes files of other programs without the code that reads them. */

export const ARCHIVE = /\.eval$/i

/** Whether a text begins with a step of TALES. */
export const isTales = (text: string): boolean => /^\{[^\n]*"Feedback"\s*:/.test(text)

/** Far more characters than a first line of TALES has before its feedback. */
export const BEGINNING = 1 << 20

/** Whether a file may hold recordings of other programs, by its name and its first characters. */
export const mayHoldRecordings = (name: string, beginning: string): boolean =>
  ARCHIVE.test(name) || /\.json$/i.test(name) || isTales(beginning)
