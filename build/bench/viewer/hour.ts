import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { NO_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { mean } from '@shared/experiments/statistics/moments'
import { report } from '../figures'
import { commandOf, descendantsOf, type Holding, holdingOf } from '../processes'
import { connectHeap, type Heap, INSPECTED } from './host-heap'
import { browserProcesses, followLink, openPage, pageHeapMb } from './page'
import { connectTo, launch } from './shell'

/**
 * Maximum growth from the middle to the end: a constant, and an addition per thousand turns. Memory includes free pages
 * that the collector has not returned to the system, so it may grow more than the heap. The servers of the next turn
 * may already run.
 */
const MAX = {
  heapMb: { ever: 2, aThousandTurns: 6 },
  memoryMb: { ever: 30, aThousandTurns: 12 },
  handles: 8,
  count: 1,
}
/**
 * Host and page have the state of the whole episode, some 7 MB per thousand turns with a thinking tool. The host also
 * has the prompt (for the explorer, the whole history) and the last 8,000 events for viewers; the page also has the
 * elements of the shown turns. A server session that is never closed would add 20 MB.
 */
const MAX_OF_STATE: typeof MAX = {
  ...MAX,
  heapMb: { ever: 2, aThousandTurns: 16 },
  memoryMb: { ever: 30, aThousandTurns: 32 },
}
const PARTS = ['launcher', 'host', 'game thread', 'MCP servers', 'other children', 'page'] as const

/** The figures of a process, or the mean of all processes of a kind. */
type Sample = Partial<Holding> & { readonly heapMb?: number; readonly count?: number }
type Part = (typeof PARTS)[number]
type Moment = Readonly<Record<Part, Sample>> & { readonly turn: number }

/**
 * Measures the processes of `npm start -- --web` while the explorer plays at the pace of a user who watches in a
 * window: the resources of each at the start, in the middle and at the end, and which of them remain after the end.
 */
export async function benchHour(browser: Browser, dataFolder: string, minutes: number): Promise<void> {
  if (process.platform !== 'linux')
    return report('an hour of an episode', 'not measured: processes are read from /proc')
  const launcher = await launch(join(dataFolder, 'hour'), { ...process.env, NODE_OPTIONS: INSPECTED })
  const { pid = NaN } = launcher.process
  const hostPid = descendantsOf(pid).find((child) => commandOf(child).includes('web.js')) ?? NaN
  const heaps = [await connectHeap(launcher.process), await connectHeap(launcher.process, hostPid)] as const
  const client = await connectTo(launcher.url)
  const page = await openPage(browser, launcher.url)
  const { episodeId } = await client.api.startEpisode({
    game: 'zork1',
    player: 'explorer',
    mcp: true,
    pace: 'watch',
    onDeath: 'restart',
    turnLimit: 1_000_000,
    pauseRules: NO_PAUSE_RULES,
  })
  await followLink(page, `#/episode/${episodeId}/trunk`)
  await page.locator('[data-region=story] [data-turn="3"]').waitFor()

  const lookAgain = () => look(page, pid, hostPid, heaps)
  const start = await lookAgain()
  await sleep(minutes * 30_000)
  const middle = await lookAgain()
  await sleep(minutes * 30_000)
  reportMoments([start, middle, await lookAgain()], minutes)

  const started = [pid, ...descendantsOf(pid)]
  await page.context().close()
  client.close()
  for (const heap of heaps) heap.close()
  await launcher.close('SIGINT')
  const left = started.map(commandOf).filter((command) => command !== '')
  report('  processes left after Ctrl+C', `${left.join(', ') || 'none'} of ${started.length} (Must none)`)
}

async function look(
  page: Page,
  launcher: number,
  host: number,
  [ofLauncher, ofHost]: readonly [Heap, Heap],
): Promise<Moment> {
  const below = descendantsOf(host)
  const isServer = (pid: number) => commandOf(pid).includes(join('out', 'servers'))
  return {
    turn: await page.evaluate(() => window.probe.lastTurn()),
    launcher: { heapMb: await ofLauncher.leftMb(), ...holdingOf(launcher) },
    host: { heapMb: await ofHost.leftMb(), ...holdingOf(host) },
    'game thread': { heapMb: await ofHost.threadsLeftMb() },
    'MCP servers': meanHolding(below.filter(isServer)),
    'other children': meanHolding(below.filter((pid) => !isServer(pid))),
    page: { heapMb: await pageHeapMb(page), ...holdingOf(await rendererOf(page)) },
  }
}

function meanHolding(pids: readonly number[]): Sample {
  const holdings = pids.flatMap((pid) => holdingOf(pid) ?? [])
  const meanOf = (key: keyof Holding) => mean(holdings.map((holding) => holding[key]))
  return { count: holdings.length, memoryMb: meanOf('memoryMb'), handles: meanOf('handles') }
}

/** The largest renderer: a browser also has an empty one in reserve. */
async function rendererOf(page: Page): Promise<number> {
  const renderers = (await browserProcesses(page)).filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const size = (pid: number) => holdingOf(pid)?.memoryMb ?? 0
  return renderers.toSorted((a, b) => size(b) - size(a))[0] ?? NaN
}

function reportMoments(moments: readonly [Moment, Moment, Moment], minutes: number): void {
  const [, middle, end] = moments
  const thousands = (end.turn - middle.turn) / 1000
  report(
    `${minutes} minutes of the explorer, watched in a window`,
    `turns ${moments.map(({ turn }) => turn).join(' · ')}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  for (const part of PARTS) {
    const [before, after] = [middle[part], end[part]]
    const { heapMb, memoryMb, handles, count } = part === 'host' || part === 'page' ? MAX_OF_STATE : MAX
    for (const [what, most] of Object.entries({
      heapMb: heapMb.ever + thousands * heapMb.aThousandTurns,
      memoryMb: memoryMb.ever + thousands * memoryMb.aThousandTurns,
      handles,
      count,
    }) as [keyof Sample, number][]) {
      const [from, to] = [before[what], after[what]]
      if (from === undefined || to === undefined) continue
      const digits = what.endsWith('Mb') ? 1 : 0
      const grown = to - from
      report(
        `  ${part}, ${WORDS[what]}`,
        `${moments.map((moment) => moment[part][what]?.toFixed(digits)).join(' · ')}, ` +
          `${(grown / thousands).toFixed(digits)} a thousand turns: ` +
          `${grown <= most ? 'within the limit' : 'OVER THE LIMIT'} (Must +${most.toFixed(digits)} from the middle)`,
      )
    }
  }
}

const WORDS: Readonly<Record<keyof Sample, string>> = {
  heapMb: 'heap in MB',
  memoryMb: 'private memory in MB',
  handles: 'open files and sockets',
  count: 'how many',
}
