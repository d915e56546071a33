import { chatOf } from './chat'
import { csvOf } from './csv'
import type { ExportedEpisode } from './exported-episode'
import type { TableFormat } from './formats'
import { parquetOf } from './parquet'

const TABLES: Readonly<
  Record<TableFormat, (episodes: AsyncIterable<ExportedEpisode>) => AsyncIterable<string | Uint8Array>>
> = { chat: chatOf, csv: csvOf, parquet: parquetOf }

/** One file with a line or a row for each turn of the episodes, in parts. */
export const tableOf = (
  format: TableFormat,
  episodes: AsyncIterable<ExportedEpisode>,
): AsyncIterable<string | Uint8Array> => TABLES[format](episodes)
