import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { ms, p50AndP95, report } from '../figures'

/** The frames and the tasks of a page in a period of time. */
interface Work {
  /** Elapsed time from one frame to the next. */
  readonly framesMs: readonly number[]
  /** Processor time of each task of the page's main thread: how long a frame would wait on a machine without load. */
  readonly tasksMs: readonly number[]
  /** Processor time of the main thread in each dropped frame. The rest of the frame is waiting for a processor. */
  readonly droppedBusyMs: readonly number[]
  readonly stolenMs: number
}

/** A longer frame counts as dropped: three refreshes at 60 Hz, with the browser's rounding to 0.1 ms at both ends. */
const DROPPED_MS = 50.2

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Start in microseconds; `dur` is the elapsed time and `tdur` the processor time. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
}

/** The recording of a period. `workIn` analyzes it later, so that the analysis takes no time from the page. */
interface Recording extends Pick<Work, 'framesMs' | 'stolenMs'> {
  readonly trace: Buffer
}

export async function recordDuring(page: Page, act: () => Promise<unknown>): Promise<Recording> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser.')
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  await page.evaluate(() => window.probe.startFrames())
  const stolenBefore = stolenSinceBootMs()
  await act()
  const stolenMs = stolenSinceBootMs() - stolenBefore
  const framesMs = await page.evaluate(() => window.probe.stopFrames())
  return { framesMs, trace: await browser.stopTracing(), stolenMs }
}

/**
 * Time that other virtual machines took from our processors: field 8 of /proc/stat, in 1/100 s (proc(5)); otherwise 0.
 */
function stolenSinceBootMs(): number {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split(/\s+/, 9)[8]) * 10
  } catch {
    return 0
  }
}

export const workDuring = async (page: Page, act: () => Promise<unknown>): Promise<Work> =>
  workIn(await recordDuring(page, act))

export function workIn({ framesMs, trace, stolenMs }: Recording): Work {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] }
  const first = traceEvents.find(({ name }) => name === 'first frame')
  if (!first) throw new Error('The trace does not contain the mark of the first frame.')
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && pid === first.pid && tid === first.tid,
  )
  const droppedBusyMs: number[] = []
  let startUs = first.ts
  for (const frameMs of framesMs) {
    const endUs = startUs + frameMs * 1000
    if (frameMs > DROPPED_MS) droppedBusyMs.push(busyMs(tasks, startUs, endUs))
    startUs = endUs
  }
  return { framesMs, tasksMs: tasks.map(({ tdur = 0 }) => tdur / 1000), droppedBusyMs, stolenMs }
}

/** The processor time of tasks within a frame. Only the part of a task within the frame counts. */
function busyMs(tasks: readonly TraceEvent[], startUs: number, endUs: number): number {
  const within = (ts: number, dur: number) => Math.max(0, Math.min(endUs, ts + dur) - Math.max(startUs, ts))
  return sum(tasks.map(({ ts, dur = 0, tdur = 0 }) => (dur === 0 ? 0 : (within(ts, dur) / dur) * tdur))) / 1000
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Prints frames; `must` is the target as text. */
export function reportFrames(what: string, { framesMs, tasksMs, droppedBusyMs, stolenMs }: Work, must: string): void {
  const over = (values: readonly number[], limit: number) => values.filter((value) => value > limit).length
  const share = ((over(framesMs, 33.4) / framesMs.length) * 100).toFixed(1)
  report(
    what,
    `${p50AndP95(framesMs)}; over 33 ms ${share} %, over 50 ms ${over(framesMs, DROPPED_MS)} of ${framesMs.length} (Must ${must})`,
  )
  report(
    '  tasks of the main thread, processor time',
    `over 33 ms ${over(tasksMs, 33.4)}, over 50 ms ${over(tasksMs, 50)}, longest ${ms(Math.max(0, ...tasksMs))}`,
  )
  if (droppedBusyMs.length > 0)
    report('  processor time of the main thread in the frames over 50 ms', droppedBusyMs.map(ms).join(', '))
  if (stolenMs > 0) report('  processor time taken by other virtual machines', ms(stolenMs))
}

/** Prints the time until each step was visible, and its processor time. */
export function reportSteps(what: string, latenciesMs: readonly number[], { tasksMs }: Work): void {
  report(`${what}, ${latenciesMs.length} times: story, map, inspector agree`, `${p50AndP95(latenciesMs)} (Must 50 ms)`)
  report(
    '  processor time of the main thread',
    `${ms(sum(tasksMs) / latenciesMs.length)} a step, longest task ${ms(Math.max(0, ...tasksMs))}`,
  )
}
