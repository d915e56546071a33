import { csvLine } from '@shared/experiments/report-csv'
import { visibleText } from '@shared/base/visible-text'
import type { ExportedEpisode } from './exported-episode'
import { TURN_COLUMNS, turnRows } from './turn-rows'

/** The turns of all episodes as one CSV table (RFC 4180). */
export async function* csvOf(episodes: AsyncIterable<ExportedEpisode>): AsyncGenerator<string> {
  yield csvLine(TURN_COLUMNS.map(([name]) => name))
  for await (const episode of episodes)
    for await (const rows of turnRows(episode))
      yield rows.map((row) => csvLine(TURN_COLUMNS.map(([name]) => cellOf(row[name])))).join('')
}

const cellOf = (value: string | number | boolean | null | undefined): string | number | boolean | null =>
  typeof value === 'string' ? visibleText(value) : (value ?? null)
