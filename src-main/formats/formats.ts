/** What is made of an episode for other people's tools (docs/exports.md), beside what the app itself shows of one. */
export const TABLE_FORMATS = ['chat', 'csv', 'parquet', 'otel'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]
export const isTable = (format: string): format is TableFormat => TABLE_FORMATS.some((table) => table === format)

/** The logs of Inspect: of an episode one file, of an experiment several. */
export const LOG_FORMAT = 'inspect'

/** Those that are several files, in a folder. */
export const FOLDER_FORMATS = ['tales'] as const
export type FolderFormat = (typeof FOLDER_FORMATS)[number]

/** A piece of one of several files: what comes for a file follows what came for it before. */
export interface FilePart {
  /** Below the folder, with slashes. */
  readonly file: string
  readonly part: string | Uint8Array
}
