import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoggedEvent } from '@shared/episode/log/event'
import type { Browser } from 'playwright-core'
import { median, ms, often, percentile, report } from '../figures'
import { openWatched, untilSaved } from './frame-watch'
import { startTalkingModel } from './talking-model'
import { serve } from './reading'
import { connectTo } from './web-client'

const TURNS = often(40, 3)
const TOKEN = 'token(\\d+)'
const SAVED = 'Saved to turn (\\d+)'

/**
 * From the model's socket to the frame that shows a token, and from the end of a turn to the frame that calls it saved.
 */
export async function benchStreaming(browser: Browser, dataFolder: string): Promise<void> {
  const model = await startTalkingModel({ tokensATurn: 12, gapMs: 30 })
  const shell = await serve(dataFolder)
  const client = await connectTo(shell.url)
  const { episodeId } = await client.api.startEpisode({ ...model.player, turnLimit: TURNS, paused: true })
  const page = await openWatched(browser, `${shell.url}#/episode/${episodeId}/trunk`)
  await page.locator('[data-region=story] article').first().waitFor()
  await page.evaluate(
    (patterns) => {
      window.frameWatch.follow('[data-region=story]', patterns[0])
      window.frameWatch.follow('[data-region=status] span', patterns[1])
    },
    [TOKEN, SAVED] as const,
  )
  // How a page loads is measured elsewhere.
  await page.locator('[data-region=map] [data-here]').waitFor()
  await page.waitForTimeout(2000)
  await client.api.controlEpisode({ episodeId, command: 'resume' })
  await untilSaved(page, TURNS)

  const shownAt = await page.evaluate((pattern) => window.frameWatch.numbers(pattern), TOKEN)
  const tokens = model.writtenAt.map((at, token) => (shownAt[token] ?? Infinity) - at)
  const savedAt = await page.evaluate((pattern) => window.frameWatch.numbers(pattern), SAVED)
  const saves = readLog(join(dataFolder, episodeId)).flatMap((event) =>
    event.event_type === 'turn_completed' && event.turn < TURNS
      ? [(savedAt[event.turn] ?? Infinity) - Date.parse(event.at)]
      : [],
  )
  report(
    `streamed token, from the model's socket to the screen, ${tokens.length} times`,
    `p50 ${ms(median(tokens))}, p95 ${ms(percentile(tokens, 0.95))} (Must 50 ms)`,
  )
  report(
    `end of a turn to "saved", once it is on disk, ${saves.length} times`,
    `p50 ${ms(median(saves))}, p95 ${ms(percentile(saves, 0.95))} (Must 100 ms)`,
  )
  await page.context().close()
  client.close()
  shell.close()
  await model.close()
}

const readLog = (folder: string) =>
  readFileSync(join(folder, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LoggedEvent)
