/** Recognizes files of other programs without loading the code that reads them. */

export const ARCHIVE = /\.eval$/i

/** Whether a text begins with a step of TALES. */
export const isTales = (text: string): boolean => /^\{[^\n]*"Feedback"\s*:/.test(text)

/** Number of characters to test: far more than a first line of TALES has before "Feedback". */
export const BEGINNING = 1 << 20

/** Whether a file may contain recordings of other programs, judged by its name and first characters. */
export const mayHoldRecordings = (name: string, beginning: string): boolean =>
  ARCHIVE.test(name) || /\.json$/i.test(name) || isTales(beginning)
