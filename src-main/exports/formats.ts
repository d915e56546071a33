/** What is made of an episode for other people's tools (docs/exports.md), beside what the app itself shows of one. */
export const TABLE_FORMATS = ['chat', 'csv', 'parquet'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]
