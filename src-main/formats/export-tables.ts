import { chatOf } from './chat'
import { csvOf } from './csv'
import type { ExportedEpisode } from './exported-episode'
import type { TableFormat } from './formats'
import { otelOf } from './otel'
import { parquetOf } from './parquet'

const TABLES: Readonly<
  Record<TableFormat, (episodes: AsyncIterable<ExportedEpisode>) => AsyncIterable<string | Uint8Array>>
> = { chat: chatOf, csv: csvOf, parquet: parquetOf, otel: otelOf }

/** One file with the turns of the episodes as lines or rows, in parts. */
export const tableOf = (
  format: TableFormat,
  episodes: AsyncIterable<ExportedEpisode>,
): AsyncIterable<string | Uint8Array> => TABLES[format](episodes)
