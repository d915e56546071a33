import type { LoggedEvent } from '@shared/episode/log/event'
import type { Browser, Page } from 'playwright-core'
import { median, ms, often, report } from '../figures'
import { longEpisode, writeEpisode } from './episode'
import { openPage, serve } from './reading'

const RUNS = often(5)
const TURNS = often(1000, 100)
const STEPS = 20

type Opened = Record<'usable' | 'whole', number>

/** Two episodes that are the same for half of their turns, from a link to the turn where they part, and steps there. */
export async function benchCompare(browser: Browser, dataFolder: string): Promise<void> {
  const a = longEpisode({ turns: TURNS })
  const parting = TURNS / 2
  await writeEpisode(dataFolder, 'compared-a', a)
  const bytes = await writeEpisode(dataFolder, 'compared-b', branch(a, longEpisode({ turns: TURNS, seed: 2 }), parting))
  const times: Opened[] = []
  const steps: number[] = []
  for (let run = 0; run <= RUNS; run++) {
    const shell = await serve(dataFolder)
    const page = await openPage(browser, shell.url, TURNS)
    await page.locator('[data-region=library] [data-episode]').first().waitFor()
    times.push(await page.evaluate(openBoth, { hash: '#/compare/compared-a/compared-b', turns: TURNS, parting }))
    if (run === RUNS) steps.push(...(await stepThrough(page, parting)))
    await page.context().close()
    shell.close()
  }
  const [unread, ...again] = times
  const size = `${TURNS.toLocaleString('en')} turns, ${(bytes / 1e6).toFixed(0)} MB each`
  report(
    `compare two episodes of ${size}: usable at the parting`,
    `median ${ms(median(again.map(({ usable }) => usable)))} (Must 1,000 ms)`,
  )
  report('  every event of both read', `median ${ms(median(again.map(({ whole }) => whole)))}`)
  report('  the first time, when the logs must be checked', `${ms(unread?.usable ?? NaN)}, ${ms(unread?.whole ?? NaN)}`)
  report('  a step of both', `median ${ms(median(steps))}`)
}

/** The turns of `a` up to `turn`, and then those of `b`. */
function branch(a: readonly LoggedEvent[], b: readonly LoggedEvent[], turn: number): readonly LoggedEvent[] {
  const startOf = (events: readonly LoggedEvent[]) =>
    events.findIndex((event) => event.event_type === 'turn_started' && event.turn === turn)
  return [...a.slice(0, startOf(a)), ...b.slice(startOf(b))].map((event, seq) => ({ ...event, seq }))
}

/** Runs in the page: until both stand where they part and each turn can be reached, and until all is read. */
async function openBoth({
  hash,
  turns,
  parting,
}: {
  readonly hash: string
  readonly turns: number
  readonly parting: number
}): Promise<Opened> {
  const began = performance.now()
  location.hash = hash
  const until = async (isTrue: () => boolean): Promise<number> => {
    while (!isTrue()) {
      await new Promise((resolve) => setTimeout(resolve, 4))
      if (performance.now() - began > 60_000) throw new Error(`Not shown: ${String(isTrue)}`)
    }
    // What is in the page is seen after the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - began
  }
  const slider = () => document.querySelector<HTMLInputElement>('input[type=range]')
  const usable = await until(
    () =>
      slider()?.max === String(turns) &&
      slider()?.value === String(parting) &&
      document.querySelectorAll('[data-region=story] article[aria-current=step]').length === 2,
  )
  return { usable, whole: await until(() => document.querySelector('[aria-busy=true]') === null) }
}

async function stepThrough(page: Page, from: number): Promise<readonly number[]> {
  const steps: number[] = []
  for (let step = 1; step <= STEPS; step++) {
    steps.push(
      await page.evaluate(async (turn) => {
        const began = performance.now()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }))
        const isThere = () =>
          document.querySelectorAll(`[data-region=story] article[data-turn="${turn}"][aria-current=step]`).length === 2
        while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve))
        return performance.now() - began
      }, from + step),
    )
  }
  return steps
}
