import { parquetWriteBuffer } from 'hyparquet-writer'
import type { ExperimentReport } from '@shared/experiments/report'
import { COLUMNS, rowsOf } from '@shared/experiments/report-csv'

const TEXT_COLUMNS: readonly string[] = ['experiment', 'arm', 'story', 'handicap', 'episode', 'ended', 'missing']

/** The rows of the CSV as a Parquet file. All numbers are nullable doubles. */
export function reportParquet(report: ExperimentReport): Uint8Array {
  const rows = rowsOf(report)
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: COLUMNS.map((name) => ({
        name,
        type: TEXT_COLUMNS.includes(name) ? ('STRING' as const) : ('DOUBLE' as const),
        nullable: true,
        data: rows.map((row) => row[name] ?? null),
      })),
    }),
  )
}
