import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoggedEvent } from '@shared/episode/log/event'
import { foldEvents } from '@shared/episode/state/sample-episode.testkit'
import { findMazes } from '@shared/map/maze'
import { chromium } from 'playwright-core'
import { browserArgs, findBrowser } from '../scripts/find-browser.mjs'
import { report } from './figures'
import { longEpisode, TURNS, writeEpisode } from './viewer/episode'
import { benchCompare } from './viewer/compare'
import { benchIngest } from './viewer/ingest'
import { benchLayout } from './viewer/layout'
import { benchList } from './viewer/list'
import { benchDay } from './viewer/day'
import { benchHour } from './viewer/hour'
import { benchIdle } from './viewer/idle'
import { benchOpening, benchReading } from './viewer/reading'
import { benchSearch } from './viewer/search'
import { benchStart } from './viewer/start'
import { benchStreaming } from './viewer/streaming'

/**
 * The viewer against what its figures must be: the built page in a browser, the host as the web shell
 * serves it. Figures of a loaded machine are worth little, so the load stands beside them. `--minute` lets the
 * sustained ingest run its full minute, `--day` plays a day's episodes; `--only=search,idle` measures these alone.
 * `--only=hour` watches one episode for an hour, or for `--minutes=N`; it is in no other run.
 */
const QUICK_PARTS = ['start', 'streaming', 'layout', 'opening', 'compare', 'search']
const executablePath = findBrowser()
if (executablePath === null) {
  report('the viewer', 'not measured: no Chromium; CHROMIUM_PATH names one')
  process.exit(0)
}
const isAsked = (flag: string) => process.argv.includes(flag)
const only = process.argv.flatMap((arg) => {
  if (arg === '--quick') return QUICK_PARTS
  return arg.startsWith('--only=') ? arg.slice('--only='.length).split(',') : []
})
const minutes = Number(process.argv.find((arg) => arg.startsWith('--minutes='))?.split('=')[1] ?? 60)
const options = { executablePath, args: [...browserArgs, '--js-flags=--expose-gc'] }
const data = mkdtempSync(join(tmpdir(), 'bench-viewer-'))
const browser = await chromium.launch(options)
try {
  if (only.includes('hour')) await benchHour(browser, data, minutes)
  // First what this process is the host of, and then what it times: one that holds a long episode stops now and then to
  // look through it.
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
report('load of the machine now, 1 minute', loadavg()[0]?.toFixed(1) ?? '?')

async function measure(parts: Readonly<Record<string, () => void | Promise<void>>>): Promise<void> {
  for (const [name, bench] of Object.entries(parts)) if (only.length === 0 || only.includes(name)) await bench()
}

/** The player's location on the map after each turn; in a maze, the location that represents it. */
function locationsOf(events: readonly LoggedEvent[]): readonly number[] {
  const mazes = findMazes(foldEvents(events).map)
  const shownAs = (location: number) => mazes.find(({ locations }) => locations.includes(location))?.id ?? location
  return events.flatMap((event) => (event.event_type === 'observation_made' ? [shownAs(event.location?.id ?? 0)] : []))
}
