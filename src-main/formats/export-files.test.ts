import { describe, expect, it } from 'vitest'
import { EXPORT_FORMATS, type ExportFormat } from '@shared/episode/export/formats'
import { logInPage } from '@shared/episode/export/replay-page'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { LoggedEvent } from '@shared/episode/log/event'
import { includeNothing } from '@shared/episode/log/redact'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { onDisk } from './episode-on-disk.testkit'
import { exportFiles, type ExportOptions } from './export-files'

const log = sampleEpisode({ turns: 6 }).map((event) =>
  event.event_type === 'observation_made' && event.turn === 2 ? { ...event, text: 'See /home/ada/plans.txt' } : event,
)
const OPTIONS: ExportOptions = {
  kept: includeNothing,
  range: null,
  withThoughts: false,
  annotations: null,
  readReplayPage: async () => '<script type="application/json" id="episode"></script>',
}

async function exported(format: ExportFormat, options: Partial<ExportOptions> = {}) {
  await using disk = await onDisk(log)
  const files: Record<string, string> = {}
  for await (const { file, part } of exportFiles(disk.folder, format, { ...OPTIONS, ...options }))
    files[file] = (files[file] ?? '') + (typeof part === 'string' ? part : Buffer.from(part).toString('latin1'))
  return files
}
const eventsIn = (lines: string | null | undefined) =>
  (lines ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as LoggedEvent)

describe('the files of an episode', () => {
  it.each(EXPORT_FORMATS)('are named after it, without private paths: %s', async (format) => {
    const files = await exported(format)
    const names = Object.keys(files)
    if (format === 'tales') expect(names.map((name) => name.split('.').at(-1))).toEqual(['jsonl', 'log', 'json'])
    else expect(names).toEqual([expect.stringMatching(/^walk\.[a-z.]+$/)])
    expect(Object.values(files).join('')).not.toContain('/home/ada')
  })

  it('include the requested private parts', async () => {
    const { 'walk.zorkgpt': log = '' } = await exported('jsonl', { kept: { ...includeNothing, path: true } })
    expect(log).toContain('/home/ada/plans.txt')
    const note = { turn: 3, bookmarked: true, isBreakpoint: false, note: 'Here!' }
    const { 'walk.html': page = '' } = await exported('html', { annotations: { ...noAnnotations, turns: [note] } })
    expect(page).toContain('"note":"Here!"')
    const { 'walk.md': transcript } = await exported('markdown', { withThoughts: true })
    expect(transcript).toContain('may matter later')
  })

  it('contain only the turns of a range, and a page also the state before it', async () => {
    const range = { from: 3, to: 4 }
    const { 'walk-turns-3-4.html': page = '' } = await exported('html', { range })
    const state = foldEvents(eventsIn(logInPage(page)))
    expect([state.turns.length, state.manifest?.cut]).toEqual([4, { from_turn: 3, to_turn: 4, turns: 6 }])
    const { 'walk-turns-3-4.csv': table = '' } = await exported('csv', { range })
    expect(table.trimEnd().split('\r\n')).toHaveLength(3)
    await expect(exported('parquet', { range: { from: 5, to: 9 } })).rejects.toMatchObject({ kind: 'not_found' })
  })
})
