import type { Browser, Page } from 'playwright-core'
import type { LoggedEvent } from '@shared/episode/log/event'
import { medianMs, ms, often, report } from '../figures'
import { longEpisode, writeEpisode } from './episode'
import { openPage } from './page'
import { serve } from './shell'

const RUNS = often(5)
const TURNS = often(1000, 100)
const STEPS = 20

/**
 * Measures a comparison of two episodes with the same first half: from a link to the first turn that differs, and
 * steps.
 */
export async function benchCompare(browser: Browser, dataFolder: string): Promise<void> {
  const a = longEpisode({ turns: TURNS })
  const parting = TURNS / 2
  await writeEpisode(dataFolder, 'compared-a', a)
  const bytes = await writeEpisode(dataFolder, 'compared-b', branch(a, longEpisode({ turns: TURNS, seed: 2 }), parting))
  const times: Record<'usable' | 'whole', number>[] = []
  const steps: number[] = []
  for (let run = 0; run <= RUNS; run++) {
    const shell = await serve(dataFolder)
    const page = await openPage(browser, shell.url)
    await page.locator('[data-region=library] [data-episode]').first().waitFor()
    times.push(await page.evaluate(openBoth, { turns: TURNS, parting }))
    if (run === RUNS) steps.push(...(await stepThrough(page, parting)))
    await page.context().close()
    await shell.close()
  }
  const [unread, ...again] = times
  const size = `${TURNS.toLocaleString('en')} turns, ${(bytes / 1e6).toFixed(0)} MB each`
  report(
    `compare two episodes of ${size}: usable at the parting`,
    `${medianMs(again.map(({ usable }) => usable))} (Must 1,000 ms)`,
  )
  report('  every event of both read', medianMs(again.map(({ whole }) => whole)))
  report('  the first time, when the logs must be checked', `${ms(unread?.usable ?? NaN)}, ${ms(unread?.whole ?? NaN)}`)
  report('  a step of both', medianMs(steps))
}

/** The turns of `a` before `turn`, and the turns of `b` from `turn` on. */
function branch(a: readonly LoggedEvent[], b: readonly LoggedEvent[], turn: number): readonly LoggedEvent[] {
  const startOf = (events: readonly LoggedEvent[]) =>
    events.findIndex((event) => event.event_type === 'turn_started' && event.turn === turn)
  return [...a.slice(0, startOf(a)), ...b.slice(startOf(b))].map((event, seq) => ({ ...event, seq }))
}

/**
 * Runs in the page: waits until both sides show the turn where they differ and each turn can be reached, and then until
 * both logs are read.
 */
async function openBoth({ turns, parting }: { readonly turns: number; readonly parting: number }) {
  const began = performance.now()
  location.hash = '#/compare/compared-a/compared-b'
  const slider = () => document.querySelector<HTMLInputElement>('input[type=range]')
  const usable = await window.probe.until(
    () =>
      slider()?.max === String(turns) &&
      slider()?.value === String(parting) &&
      document.querySelectorAll('[data-region=story] article[aria-current=step]').length === 2,
  )
  const whole = await window.probe.until(() => document.querySelector('[aria-busy=true]') === null)
  return { usable: usable - began, whole: whole - began }
}

async function stepThrough(page: Page, from: number): Promise<readonly number[]> {
  const steps: number[] = []
  for (let step = 1; step <= STEPS; step++) {
    await page.evaluate(
      (turn) =>
        window.probe.expect(
          'keydown',
          () =>
            document.querySelectorAll(`[data-region=story] article[data-turn="${turn}"][aria-current=step]`).length ===
            2,
        ),
      from + step,
    )
    await page.keyboard.press('j')
    steps.push(await page.evaluate(() => window.probe.latencyMs()))
  }
  return steps
}
