/** Formats of other tools (docs/exports.md). */
export const TABLE_FORMATS = ['chat', 'csv', 'parquet', 'otel'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]
export const isTable = (format: string): format is TableFormat => TABLE_FORMATS.some((table) => table === format)

/** Logs of Inspect: one file for an episode, several for an experiment. */
export const LOG_FORMAT = 'inspect'

/** Formats of several files in a folder. */
export const FOLDER_FORMATS = ['tales'] as const
export type FolderFormat = (typeof FOLDER_FORMATS)[number]

/** A part of one of several files; parts of a file come in order. */
export interface FilePart {
  /** Relative to the folder, with slashes. */
  readonly file: string
  readonly part: string | Uint8Array
}
