import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { ExportedEpisode } from './exported-episode'
import { TURN_COLUMNS, type TurnRow, turnRows } from './turn-rows'

const TYPES = { text: 'STRING', number: 'DOUBLE', flag: 'BOOLEAN' } as const
/** Largest row group: rows, and characters in them. */
const MOST_ROWS = 5000
const MOST_CHARACTERS = 16 << 20

/** The table of turns as a Parquet file, written by row groups. */
export async function* parquetOf(episodes: AsyncIterable<ExportedEpisode>): AsyncGenerator<Uint8Array> {
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
        if (group.length < MOST_ROWS && characters < MOST_CHARACTERS) continue
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
