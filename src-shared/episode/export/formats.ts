/** Formats of this app. */
export const OWN_FORMATS = ['html', 'markdown', 'jsonl'] as const
export type OwnFormat = (typeof OWN_FORMATS)[number]

/** Formats with one row or line for each turn. */
export const TABLE_FORMATS = ['chat', 'csv', 'parquet', 'otel'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

/** Logs of Inspect: one file per episode, several per experiment. */
export const LOG_FORMAT = 'inspect'

/** A format that writes a folder of several files. */
export const FOLDER_FORMAT = 'tales'

/** Formats of other tools (docs/exports.md). */
export const TOOL_FORMATS = [...TABLE_FORMATS, LOG_FORMAT, FOLDER_FORMAT] as const

export const EXPORT_FORMATS = [...OWN_FORMATS, ...TOOL_FORMATS] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const isTable = (format: string): format is TableFormat => TABLE_FORMATS.some((table) => table === format)
export const isOwn = (format: string): format is OwnFormat => OWN_FORMATS.some((own) => own === format)
