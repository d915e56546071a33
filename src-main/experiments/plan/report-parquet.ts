import { parquetWriteBuffer } from 'hyparquet-writer'
import type { ExperimentReport } from '@shared/experiments/report'
import { COLUMNS, rowsOf } from '@shared/experiments/report-csv'

const TEXTS: readonly string[] = ['experiment', 'arm', 'story', 'handicap', 'episode', 'ended', 'missing']

/** The rows of the CSV as a Parquet file: texts, and all figures as doubles, null where there is none. */
export function reportParquet(report: ExperimentReport): Uint8Array {
  const rows = rowsOf(report)
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: COLUMNS.map((name) => ({
        name,
        type: TEXTS.includes(name) ? ('STRING' as const) : ('DOUBLE' as const),
        nullable: true,
        data: rows.map((row) => row[name] ?? null),
      })),
    }),
  )
}
