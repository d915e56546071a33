import type { Cell } from './plan'
import type { ExperimentReport } from './report'

/** The report as CSV (RFC 4180), for a spreadsheet or a data frame. */
export const reportCsv = (report: ExperimentReport): string =>
  [COLUMNS, ...rowsOf(report).map((row) => COLUMNS.map((column) => row[column] ?? null))].map(csvLine).join('')

export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cell).join(',')}\r\n`
export type CsvCell = string | number | boolean | null

export type Row = Readonly<Partial<Record<(typeof COLUMNS)[number], string | number | null | undefined>>>

/** One row per planned episode. `missing` is the reason why it has no value. */
export function rowsOf(report: ExperimentReport): readonly Row[] {
  const { experiment, arms, units, known_before: known } = report
  const knownIn = ({ arm, story }: Cell) => {
    const { recital, blind_share } = known.find((row) => row.arm === arm && row.story === story) ?? {}
    return { disguise: arms.find((row) => row.arm === arm)?.disguise, recital, blind_share }
  }
  const missing = new Map(report.missing.map((unit) => [unit.episode, unit]))
  const played = units.map((unit): Row => {
    const reason = missing.get(unit.episode)?.reason ?? null
    missing.delete(unit.episode)
    return { ...unit, ...knownIn(unit), experiment, missing: reason }
  })
  const unplayed = [...missing.values(), ...report.to_play]
  return [
    ...played,
    ...unplayed.map(({ reason, ...unit }): Row => ({ ...unit, ...knownIn(unit), experiment, missing: reason })),
  ]
}

export const COLUMNS = [
  'experiment',
  'arm',
  'story',
  'handicap',
  'disguise',
  'seed',
  'repeat',
  'episode',
  'value',
  'score',
  'max_score',
  'turns',
  'locations',
  'deaths',
  'ended',
  'foreknown_turns',
  'checked_turns',
  'recital',
  'blind_share',
  'tokens',
  'cost_usd',
  'missing',
] as const

/** Escapes texts that a spreadsheet would execute as formulas. */
function cell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
