import type { Page } from 'playwright-core'
import { median, ms, percentile, report } from './figures'

/** What a page did in a stretch of time. */
export interface Work {
  /** From one frame to the next, by the clock. */
  readonly framesMs: readonly number[]
  /** Processor time of each task of the page's main thread: what a frame would have waited for on a machine that is not shared. */
  readonly tasksMs: readonly number[]
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of processor time. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

export async function workDuring(page: Page, act: () => Promise<unknown>): Promise<Work> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser.')
  await browser.startTracing(page, { categories: ['toplevel'] })
  await page.evaluate(() => window.probe.startFrames())
  await act()
  const framesMs = await page.evaluate(() => window.probe.stopFrames())
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] }
  return { framesMs, tasksMs: busiest(mainThreads(traceEvents)) }
}

/** By thread, the processor time of its tasks. There is one renderer for each page that is or was open. */
function mainThreads(events: readonly TraceEvent[]): readonly (readonly number[])[] {
  const idOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const names = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(idOf)
  const tasks = events.filter(({ name, ph }) => ph === 'X' && name.endsWith('RunTask'))
  return names.map((thread) => tasks.filter((task) => idOf(task) === thread).map(({ tdur = 0 }) => tdur / 1000))
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const busiest = (threads: readonly (readonly number[])[]): readonly number[] => threads.toSorted((a, b) => sum(b) - sum(a))[0] ?? []

/** `must` says what the target is, in words. */
export function reportFrames(what: string, { framesMs, tasksMs }: Work, must: string): void {
  const over = (limit: number) => framesMs.filter((frame) => frame > limit).length
  const share = ((over(33.4) / framesMs.length) * 100).toFixed(1)
  report(what, `p50 ${ms(median(framesMs))}, p95 ${ms(percentile(framesMs, 0.95))}; over 33 ms ${share} %, over 50 ms ${over(50.1)} of ${framesMs.length} (Must ${must})`)
  const long = (limit: number) => tasksMs.filter((task) => task > limit).length
  report('  tasks of the main thread, processor time', `over 33 ms ${long(33.4)}, over 50 ms ${long(50)}, longest ${ms(Math.max(0, ...tasksMs))}`)
}

/** How long each of so many steps took to be seen, and the processor time that one took. */
export function reportSteps(what: string, latenciesMs: readonly number[], { tasksMs }: Work): void {
  report(`${what}, ${latenciesMs.length} times: story, map, inspector agree`, `p50 ${ms(median(latenciesMs))}, p95 ${ms(percentile(latenciesMs, 0.95))} (Must 50 ms)`)
  report('  processor time of the main thread', `${ms(sum(tasksMs) / latenciesMs.length)} a step, longest task ${ms(Math.max(0, ...tasksMs))}`)
}
