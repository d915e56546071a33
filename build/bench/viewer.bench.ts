import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoggedEvent } from '@shared/episode/event'
import { foldEvents } from '@shared/episode/sample-episode.testkit'
import { findMazes } from '@shared/map/maze'
import { chromium } from 'playwright-core'
import { browserArgs, findBrowser } from '../scripts/find-browser.mjs'
import { report } from './figures'
import { longEpisode, TURNS, writeEpisode } from './viewer-episode'
import { benchIngest } from './viewer-ingest'
import { benchLayout } from './viewer-layout'
import { benchOpening, benchReading } from './viewer-reading'

/**
 * The viewer against the Must column of viewer.md, section 12: the built page in a browser, the host as the web shell serves it. Figures
 * of a loaded machine are worth little, so the load stands beside them. `--minute` lets the sustained ingest run its full minute.
 */
const executablePath = findBrowser()
if (executablePath === null) {
  report('the viewer', 'not measured: no Chromium; CHROMIUM_PATH names one')
  process.exit(0)
}
const isFull = process.argv.includes('--minute')
const data = mkdtempSync(join(tmpdir(), 'bench-viewer-'))
const browser = await chromium.launch({ executablePath, args: [...browserArgs, '--js-flags=--expose-gc'] })
try {
  const events = longEpisode()
  const bytes = await writeEpisode(data, 'long', events)
  report('episode', `${TURNS.toLocaleString('en')} turns, ${events.length.toLocaleString('en')} events, ${(bytes / 1e6).toFixed(0)} MB`)
  await benchOpening(browser, data)
  await benchReading(browser, data, roomsOf(events))
  await benchIngest(browser, data, isFull)
  benchLayout()
} finally {
  await browser.close()
  rmSync(data, { recursive: true, force: true })
}
report('load of the machine now, 1 minute', loadavg()[0]?.toFixed(1) ?? '?')

/** Where the map shows the player after each turn: in a maze, at the room that stands for all of it. */
function roomsOf(events: readonly LoggedEvent[]): readonly number[] {
  const mazes = findMazes(foldEvents(events).map)
  const shownAs = (room: number) => mazes.find(({ rooms }) => rooms.includes(room))?.id ?? room
  return events.flatMap((event) => (event.event_type === 'observation_made' ? [shownAs(event.location?.id ?? 0)] : []))
}
