import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { LoggedEvent } from '@shared/episode/log/event'
import { foldEvents } from '@shared/episode/state/sample-episode.testkit'
import { findMazes } from '@shared/map/maze'
import { browserArgs, findBrowser } from '../scripts/find-browser.mjs'
import { option, report } from './figures'
import { benchCompare } from './viewer/compare'
import { benchDay } from './viewer/day'
import { longEpisode, TURNS, writeEpisode } from './viewer/episode'
import { benchHour } from './viewer/hour'
import { benchIdle } from './viewer/idle'
import { benchIngest } from './viewer/ingest'
import { benchLayout } from './viewer/layout'
import { benchList } from './viewer/list'
import { benchOpening, benchReading } from './viewer/reading'
import { benchSearch } from './viewer/search'
import { benchStart } from './viewer/start'
import { benchStreaming } from './viewer/streaming'

/**
 * Measures the viewer against its targets: the built page in a browser, served by the web shell. The load of the
 * machine is printed, because it distorts the figures. `--only=search,idle` measures only these parts. `--minute` runs
 * the sustained ingest for its full minute, and `--day` plays the turns of a whole day. Only `--only=hour` watches one
 * episode for an hour, or for `--minutes=N`.
 */
const QUICK_PARTS = ['start', 'streaming', 'layout', 'opening', 'compare', 'search']
const executablePath = findBrowser()
if (executablePath === null) {
  report('the viewer', 'not measured: no Chromium; CHROMIUM_PATH names one')
  process.exit(0)
}
const isAsked = (flag: string) => process.argv.includes(flag)
const only = [...(isAsked('--quick') ? QUICK_PARTS : []), ...(option('only')?.split(',') ?? [])]
const options = { executablePath, args: [...browserArgs, '--js-flags=--expose-gc'] }
const data = mkdtempSync(join(tmpdir(), 'bench-viewer-'))
const browser = await chromium.launch(options)
try {
  if (only.includes('hour')) await benchHour(browser, data, Number(option('minutes') ?? 60))
  // Measured before the long episode is in memory, which slows down each garbage collection of this process.
  await measure({
    ingest: () => benchIngest(browser, data, isAsked('--minute')),
    start: () => benchStart(browser, options),
    streaming: () => benchStreaming(browser, data),
    day: () => benchDay(browser, data, isAsked('--day')),
    list: () => benchList(browser),
    layout: benchLayout,
    compare: () => benchCompare(browser, data),
  })
  const events = longEpisode()
  const bytes = await writeEpisode(data, 'long', events)
  report(
    'episode',
    `${TURNS.toLocaleString('en')} turns, ${events.length.toLocaleString('en')} events, ${(bytes / 1e6).toFixed(0)} MB`,
  )
  await measure({
    opening: () => benchOpening(browser, data),
    reading: () => benchReading(browser, data, locationsOf(events)),
    search: () => benchSearch(browser, data),
    idle: () => benchIdle(browser, data),
  })
} finally {
  await browser.close()
  rmSync(data, { recursive: true, force: true })
}
report('load of the machine, last minute', loadavg()[0]?.toFixed(1) ?? '?')

async function measure(parts: Readonly<Record<string, () => void | Promise<void>>>): Promise<void> {
  for (const [name, bench] of Object.entries(parts)) if (only.length === 0 || only.includes(name)) await bench()
}

/** The player's location on the map after each turn; in a maze, the location that represents it. */
function locationsOf(events: readonly LoggedEvent[]): readonly number[] {
  const mazes = findMazes(foldEvents(events).map)
  const shownAs = (location: number) => mazes.find(({ locations }) => locations.includes(location))?.id ?? location
  return events.flatMap((event) => (event.event_type === 'observation_made' ? [shownAs(event.location?.id ?? 0)] : []))
}
