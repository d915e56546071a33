import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import type { EventBody, LoggedEvent } from '@shared/episode/log/event'
import { emptyEpisode } from '@shared/episode/state/episode'
import { EpisodeLog } from '../../../src-main/episode/log/episode-log'
import { Recorder } from '../../../src-main/host/episode/recorder'
import { watchEpisode } from '../../../src-main/host/episode/watch-episode'
import { openTestHost } from '../../../src-main/host/open-host.testkit'
import { SecretMask } from '../../../src-main/secrets/secret-mask'
import { startWebShell } from '../../../src-main/shells/web/server'
import { report } from '../figures'
import { longEpisode } from './episode'
import { openPage } from './page'
import { recordDuring, reportFrames, workIn } from './work'

const BURST_SECONDS = 10

/** Measures a live page that follows an episode, which the real recorder writes at a fixed pace. */
export async function benchIngest(browser: Browser, dataFolder: string, isFull: boolean): Promise<void> {
  const seconds = isFull ? 60 : 15
  const source = asLines(longEpisode({ turns: Math.ceil((500 * seconds + 5000 * BURST_SECONDS) / 14) }))
  const folder = join(dataFolder, 'live')
  mkdirSync(folder)
  const recorder = new Recorder({
    log: await EpisodeLog.create(folder),
    folder,
    episodeId: 'live',
    initial: emptyEpisode,
    maxToolIterations: 20,
    now: () => new Date(),
    mask: new SecretMask(),
  })
  const host = await openTestHost(dataFolder, { shell: 'web', appRoot: resolve('.') })
  const shell = await startWebShell({
    host: {
      ...host,
      api: {
        ...host.api,
        watchEpisode: ({ fromSeq, draftLength = 0, asLines = false }, signal) =>
          watchEpisode(folder, () => recorder, { fromSeq, draftLength, asLines }, signal),
      },
    },
    rendererFolder: resolve('out/renderer'),
    port: 0,
  })
  let next = 0
  const feed = (events: number) => {
    for (const end = next + events; next < end; next++) recorder.record(bodyOf(source(next)))
  }
  feed(200)
  const page = await openPage(browser, `${shell.url}#/episode/live/trunk`)
  await page.locator('[data-region=story] article').first().waitFor()
  await page.waitForTimeout(1000)
  const ingest = async (what: string, rate: number, duration: number) => {
    const recording = await recordDuring(page, () => feedAtPace(feed, rate, duration))
    const behind = Math.max(0, recorder.state.turns.length - (await page.evaluate(() => window.probe.lastTurn())))
    return () => {
      report(
        `live ingest, ${what}: ${rate}/s for ${duration} s`,
        `${(rate * duration).toLocaleString('en')} events, page ${behind} turns behind at the end`,
      )
      reportFrames('  frames meanwhile', workIn(recording), 'none over 50 ms')
    }
  }
  // Printed at the end, because this process is also the host: the garbage of printing would be collected during the
  // second run.
  const prints = [await ingest('sustained', 500, seconds), await ingest('burst', 5000, BURST_SECONDS)]
  await page.context().close()
  await shell.close()
  await recorder.close()
  await host.close()
  for (const print of prints) print()
}

/** Stores the events as one text outside the heap, so that garbage collection does not visit them. */
function asLines(events: readonly LoggedEvent[]): (index: number) => LoggedEvent {
  const ends = new Uint32Array(events.length)
  let end = 0
  const text = Buffer.concat(
    events.map((event, index) => {
      const line = Buffer.from(JSON.stringify(event))
      ends[index] = end += line.length
      return line
    }),
  )
  return (index) => JSON.parse(text.toString('utf8', ends[index - 1] ?? 0, ends[index])) as LoggedEvent
}

/** Records, every 10 ms, the events that are due. */
async function feedAtPace(feed: (events: number) => void, rate: number, seconds: number): Promise<void> {
  const began = performance.now()
  for (let fed = 0; fed < rate * seconds; await sleep(10)) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) / 1000) * rate))
    feed(due - fed)
    fed = due
  }
}

function bodyOf({ seq: _seq, at: _at, episode_id: _id, ...body }: LoggedEvent): EventBody {
  return body
}
