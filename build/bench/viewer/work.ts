import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { median, ms, percentile, report } from '../figures'

/** What a page did in a stretch of time. */
interface Work {
  /** From one frame to the next, by the clock. */
  readonly framesMs: readonly number[]
  /**
   * Processor time of each task of the page's main thread: what a frame would have waited for on a machine that is not
   * shared.
   */
  readonly tasksMs: readonly number[]
  /**
   * Processor time of the main thread in each dropped frame: the rest of the frame it waited for the machine.
   */
  readonly droppedBusyMs: readonly number[]
  readonly stolenMs: number
}

/** Three refreshes at 60 Hz, with the tenth of a millisecond to which the browser tells either end. */
const DROPPED_MS = 50.2

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds: when it began, how long it took, and how much of that the processor worked for it. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/**
 * What was written down of a stretch of time, not looked at yet: that would take the processor from whatever goes on.
 */
interface Recording {
  readonly framesMs: readonly number[]
  readonly trace: Buffer
  /** What other machines on the same hardware had of the processors of this one. */
  readonly stolenMs: number
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

/** Field 8 of the first line of /proc/stat, in 1/100 s (proc(5)); 0 elsewhere. */
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
  if (!first) throw new Error('The trace does not tell when the first frame began.')
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && pid === first.pid && tid === first.tid,
  )
  return {
    framesMs,
    tasksMs: tasks.map(({ tdur = 0 }) => tdur / 1000),
    droppedBusyMs: droppedFrames(framesMs, first.ts).map((frame) => busyIn(frame, tasks)),
    stolenMs,
  }
}

interface Span {
  readonly startUs: number
  readonly endUs: number
}

function droppedFrames(framesMs: readonly number[], firstUs: number): readonly Span[] {
  const dropped: Span[] = []
  let startUs = firstUs
  for (const frameMs of framesMs) {
    const endUs = startUs + frameMs * 1000
    if (frameMs > DROPPED_MS) dropped.push({ startUs, endUs })
    startUs = endUs
  }
  return dropped
}

/** The part of a task within the frame, if the task crosses its end. */
function busyIn({ startUs, endUs }: Span, tasks: readonly TraceEvent[]): number {
  return (
    sum(
      tasks.map(({ ts, dur = 0, tdur = 0 }) =>
        dur === 0 ? 0 : (Math.max(0, Math.min(endUs, ts + dur) - Math.max(startUs, ts)) / dur) * tdur,
      ),
    ) / 1000
  )
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** `must` says what the target is, in words. */
export function reportFrames(what: string, { framesMs, tasksMs, droppedBusyMs, stolenMs }: Work, must: string): void {
  const over = (limit: number) => framesMs.filter((frame) => frame > limit).length
  const share = ((over(33.4) / framesMs.length) * 100).toFixed(1)
  report(
    what,
    `p50 ${ms(median(framesMs))}, p95 ${ms(percentile(framesMs, 0.95))}; over 33 ms ${share} %, over 50 ms ${over(DROPPED_MS)} of ${framesMs.length} (Must ${must})`,
  )
  const long = (limit: number) => tasksMs.filter((task) => task > limit).length
  report(
    '  tasks of the main thread, processor time',
    `over 33 ms ${long(33.4)}, over 50 ms ${long(50)}, longest ${ms(Math.max(0, ...tasksMs))}`,
  )
  if (droppedBusyMs.length > 0)
    report('  of the frames over 50 ms, processor time of the main thread', droppedBusyMs.map(ms).join(', '))
  if (stolenMs > 0) report('  other machines had of the processors meanwhile', ms(stolenMs))
}

/** Time until each step was visible, and its processor time. */
export function reportSteps(what: string, latenciesMs: readonly number[], { tasksMs }: Work): void {
  report(
    `${what}, ${latenciesMs.length} times: story, map, inspector agree`,
    `p50 ${ms(median(latenciesMs))}, p95 ${ms(percentile(latenciesMs, 0.95))} (Must 50 ms)`,
  )
  report(
    '  processor time of the main thread',
    `${ms(sum(tasksMs) / latenciesMs.length)} a step, longest task ${ms(Math.max(0, ...tasksMs))}`,
  )
}
