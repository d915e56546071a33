import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import { visibleText } from '@shared/base/visible-text'
import type { TableFormat } from '@shared/episode/export/formats'
import { csvLine } from '@shared/experiments/report-csv'
import { chatOf } from './chat'
import type { ExportedEpisode } from './exported-episode'
import { otelOf } from './otel'
import { TURN_COLUMNS, turnRows, type TurnRow } from './turn-rows'

const TABLES: Readonly<
  Record<TableFormat, (episodes: AsyncIterable<ExportedEpisode>) => AsyncIterable<string | Uint8Array>>
> = { chat: chatOf, csv: csvOf, parquet: parquetOf, otel: otelOf }

/** Writes one file, in parts, with a line or row for each turn of the episodes. */
export const tableOf = (
  format: TableFormat,
  episodes: AsyncIterable<ExportedEpisode>,
): AsyncIterable<string | Uint8Array> => TABLES[format](episodes)

/** The turns of all episodes as one CSV table (RFC 4180). */
async function* csvOf(episodes: AsyncIterable<ExportedEpisode>): AsyncGenerator<string> {
  yield csvLine(TURN_COLUMNS.map(([name]) => name))
  for await (const episode of episodes)
    for await (const rows of turnRows(episode))
      yield rows.map((row) => csvLine(TURN_COLUMNS.map(([name]) => cellOf(row[name])))).join('')
}

const cellOf = (value: string | number | boolean | null | undefined): string | number | boolean | null =>
  typeof value === 'string' ? visibleText(value) : (value ?? null)

const TYPES = { text: 'STRING', number: 'DOUBLE', flag: 'BOOLEAN' } as const
/** Maximum size of a row group, in rows and in characters. */
const MAX_ROWS = 5000
const MAX_CHARACTERS = 16 << 20

/** The table of turns as a Parquet file, written by row groups. */
async function* parquetOf(episodes: AsyncIterable<ExportedEpisode>): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter()
  const schema = schemaFromColumnData({
    columnData: TURN_COLUMNS.map(([name, kind]) => ({ name, data: [], type: TYPES[kind], nullable: true })),
  })
  const file = new ParquetWriter({ writer: bytes, schema })
  for await (const rows of inGroups(episodes)) {
    await file.write({
      columnData: TURN_COLUMNS.map(([name]) => ({ name, data: rows.map((row) => row[name] ?? null) })),
      rowGroupSize: rows.length,
    })
    yield taken(bytes)
  }
  await file.finish()
  yield taken(bytes)
}

async function* inGroups(episodes: AsyncIterable<ExportedEpisode>): AsyncGenerator<readonly TurnRow[]> {
  let group: TurnRow[] = []
  let characters = 0
  for await (const episode of episodes)
    for await (const rows of turnRows(episode))
      for (const row of rows) {
        group.push(row)
        characters += charactersOf(row)
        if (group.length < MAX_ROWS && characters < MAX_CHARACTERS) continue
        yield group
        group = []
        characters = 0
      }
  if (group.length > 0) yield group
}

const charactersOf = (row: TurnRow): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)

/** Returns the bytes written since the last call. Offsets of the writer count from the start of the file. */
function taken(bytes: ByteWriter): Uint8Array {
  const part = bytes.getBytes().slice()
  bytes.index = 0
  return part
}
