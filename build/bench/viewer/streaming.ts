import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { LoggedEvent } from '@shared/episode/log/event'
import { often, p50AndP95, report } from '../figures'
import { openPage, untilSaved } from './page'
import { connectTo, serve } from './shell'
import { startTalkingModel } from './talking-model'

const TURNS = often(40, 3)

/**
 * Measures the time from the model's write of a token to the frame that shows it, and from the end of a turn to the
 * frame that shows it as saved.
 */
export async function benchStreaming(browser: Browser, dataFolder: string): Promise<void> {
  const model = await startTalkingModel({ tokensATurn: 12, gapMs: 30 })
  const shell = await serve(dataFolder)
  const client = await connectTo(shell.url)
  const { episodeId } = await client.api.startEpisode({ ...model.player, turnLimit: TURNS, paused: true })
  const page = await openPage(browser, `${shell.url}#/episode/${episodeId}/trunk`)
  await page.locator('[data-region=story] article').first().waitFor()
  const tokensShown = await page.evaluateHandle(follow, ['[data-region=story]', 'token(\\d+)'] as const)
  const savesShown = await page.evaluateHandle(follow, ['[data-region=status] span', 'Saved to turn (\\d+)'] as const)
  // Waits for the page, because other benches measure its load.
  await page.locator('[data-region=map] [data-here]').waitFor()
  await page.waitForTimeout(2000)
  await client.api.controlEpisode({ episodeId, command: 'resume' })
  await untilSaved(page, TURNS)

  // The last tokens are missing if the turn ended before a frame showed them.
  const shownAt = await tokensShown.jsonValue()
  const tokens = shownAt.map((at, token) => at - (model.writtenAt[token] ?? NaN))
  const savedAt = await savesShown.jsonValue()
  const saves = readLog(join(dataFolder, episodeId)).flatMap((event) =>
    event.event_type === 'turn_completed' && event.turn < TURNS
      ? [(savedAt[event.turn] ?? Infinity) - Date.parse(event.at)]
      : [],
  )
  report(
    `streamed token, from the model's socket to the screen, ${tokens.length} times`,
    `${p50AndP95(tokens)} (Must 50 ms)`,
  )
  report(`end of a turn to "saved", once it is on disk, ${saves.length} times`, `${p50AndP95(saves)} (Must 100 ms)`)
  await page.context().close()
  client.close()
  await shell.close()
  await model.close()
}

/**
 * Runs in the page. Looks in every frame for the last number that `pattern` finds in `selector`. Returns, for each
 * number, the time since 1970 of the first frame that showed it or a later one.
 */
function follow([selector, pattern]: readonly [string, string]): readonly number[] {
  const times: number[] = []
  const look = async () => {
    const at = performance.timeOrigin + (await window.probe.nextFrame())
    const last = window.probe
      .texts(selector)
      .flatMap((text) => [...text.matchAll(new RegExp(pattern, 'g'))])
      .at(-1)?.[1]
    for (let number = times.length; number <= Number(last ?? -1); number++) times[number] = at
    void look()
  }
  void look()
  return times
}

const readLog = (folder: string) =>
  readFileSync(join(folder, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LoggedEvent)
