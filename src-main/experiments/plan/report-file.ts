import { join } from 'node:path'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { ExpectedError } from '@shared/base/expected-error'
import { describeBegun } from '@shared/experiments/begun'
import { computeReport } from '@shared/experiments/compute-report'
import type { ExperimentPlan, Unit } from '@shared/experiments/plan'
import type { ExperimentReport } from '@shared/experiments/report'
import { COLUMNS, reportCsv, rowsOf } from '@shared/experiments/report-csv'
import type { ReportFormat } from '@shared/experiments/report-formats'
import { type PageSource, reportHtml } from '@shared/experiments/report-html'
import { reportText } from '@shared/experiments/report-text'
import type { UnitResult } from '@shared/experiments/result'
import { hasLog, readEpisodeEntry } from '../../episode/list-episodes'
import { type ExperimentFolder, unitsIn } from './experiment-folder'
import { readProbes } from './probe-file'
import { foldResults } from './results-from-logs'

export type ReportSource = Omit<PageSource, 'linkTo'>

/** The data of a report; `changed` overrides parts of the plan. Rejects with `not_found` without a plan. */
export async function readReport(
  folder: ExperimentFolder,
  changed: Partial<Pick<ExperimentPlan, 'baseline' | 'handicaps'>> = {},
): Promise<ReportSource> {
  const [frozen, failures, probes] = await Promise.all([
    folder.readPlan(),
    folder.readFailures(),
    readProbes(folder.dataFolder),
  ])
  if (frozen === null)
    throw new ExpectedError('not_found', `The experiment "${folder.name}" has no plan in ${folder.path}.`)
  const plan = { ...frozen, ...changed }
  const units = unitsIn(plan)
  const results = await foldResults(folder, plan, units)
  const [state, begun] = [await folder.describeState(), await describeUnplayed(folder, units, results)]
  return { plan, units, results, report: computeReport(plan, units, results, failures, probes, { state, begun }) }
}

/** The state of the begun episodes without a result, by unit key. */
async function describeUnplayed(
  { dataFolder }: ExperimentFolder,
  units: readonly Unit[],
  results: ReadonlyMap<string, UnitResult>,
): Promise<ReadonlyMap<string, string>> {
  const begun = new Map<string, string>()
  for (const { key, episode } of units) {
    if (results.has(key) || !hasLog(join(dataFolder, episode))) continue
    const entry = await readEpisodeEntry(dataFolder, episode)
    if (entry?.summary) begun.set(key, describeBegun(entry.summary, entry.running))
  }
  return begun
}

/** A report as a file of this format. `linkTo` is only used in HTML. */
export function renderReport(
  format: ReportFormat,
  source: ReportSource,
  linkTo: PageSource['linkTo'] = linkToApp,
): string | Uint8Array {
  const { report } = source
  switch (format) {
    case 'json':
      return `${JSON.stringify(report, null, 2)}\n`
    case 'csv':
      return reportCsv(report)
    case 'parquet':
      return reportParquet(report)
    case 'html':
      return reportHtml({ ...source, linkTo })
    case 'txt':
      return `${reportText(report)}\n`
  }
}

const linkToApp: PageSource['linkTo'] = (episode) => `zorkgpt://episode/${episode}/0`

const TEXT_COLUMNS: readonly string[] = [
  'experiment',
  'arm',
  'story',
  'handicap',
  'disguise',
  'episode',
  'ended',
  'missing',
]

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
