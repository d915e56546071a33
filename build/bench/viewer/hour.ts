import { spawn } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { NO_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { report } from '../figures'
import { openWatched } from './frame-watch'
import { connectHeap, type Heap, INSPECTED } from './host-heap'
import { commandOf, descendantsOf, type Holding, holdingOf } from '../processes'
import { pageHeapMb } from './day'
import { connectTo } from './web-client'

/** A long story. */
const GAME = 'zork1'

/**
 * What may come from the middle to the end: a little whatever happens, and what a process keeps of the turns. The
 * memory of a process holds what its collector has not given back as well, so it may grow more than the heap. The
 * servers of the next turn may already be there.
 */
const MOST = {
  heapMb: { ever: 2, aThousandTurns: 6 },
  memoryMb: { ever: 30, aThousandTurns: 12 },
  handles: 8,
  count: 1,
}
/**
 * Host and page hold the state of the whole episode, some 7 MB a thousand turns with a thinking tool. The host also has
 * the prompt, which for the explorer is all of the history, and the last events for viewers that follow, at most 8,000;
 * the page has what it shows of the turns. A server's session that is kept would come to 20 MB more.
 */
const MOST_OF_STATE: typeof MOST = {
  ...MOST,
  heapMb: { ever: 2, aThousandTurns: 16 },
  memoryMb: { ever: 30, aThousandTurns: 32 },
}
const PARTS = ['launcher', 'host', 'game thread', 'MCP servers', 'other children', 'page'] as const

/** One of the processes, or the mean of all of a kind. */
type Sample = Partial<Holding> & { readonly heapMb?: number; readonly count?: number }
type Part = (typeof PARTS)[number]
type Moment = Readonly<Record<Part, Sample>> & { readonly turn: number }

/**
 * What `npm start -- --web` starts, while the explorer plays at the pace of a watching user and a window shows
 * it: what each process holds at the start, in the middle and at the end, and which of them are left after the end.
 */
export async function benchHour(browser: Browser, dataFolder: string, minutes: number): Promise<void> {
  if (process.platform !== 'linux')
    return report('an hour of an episode', 'not measured: processes are read from /proc')
  const launcher = spawn(process.execPath, ['build/scripts/start.mjs', '--web', '--data', join(dataFolder, 'hour')], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: INSPECTED },
  })
  const { stdout, stderr, pid = NaN } = launcher
  const url = await new Promise<string>((done, fail) => {
    stdout?.on('data', (text) => {
      const [, ready] = /^ready (\S+)$/m.exec(String(text)) ?? []
      if (ready) done(ready)
    })
    launcher.once('exit', () => fail(new Error('npm start ended before it was ready.')))
  })
  const hostPid = descendantsOf(pid).find((pid) => commandOf(pid).includes('web.js')) ?? NaN
  const heaps = [await connectHeap(pid, stderr), await connectHeap(hostPid, stderr)] as const
  const client = await connectTo(url)
  const page = await openWatched(browser, url)
  const { episodeId } = await client.api.startEpisode({
    game: GAME,
    player: 'explorer',
    mcp: true,
    pace: 'watch',
    onDeath: 'restart',
    turnLimit: 1_000_000,
    pauseRules: NO_PAUSE_RULES,
  })
  await page.evaluate((id) => {
    location.hash = `#/episode/${id}/trunk`
  }, episodeId)
  await page.locator('[data-region=story] [data-turn="3"]').waitFor()

  const lookAgain = () => look(page, pid, hostPid, heaps)
  const start = await lookAgain()
  await sleep(minutes * 30_000)
  const middle = await lookAgain()
  await sleep(minutes * 30_000)
  tell([start, middle, await lookAgain()], minutes)

  const started = [pid, ...descendantsOf(pid)]
  await page.context().close()
  client.close()
  for (const heap of heaps) heap.close()
  launcher.kill('SIGINT')
  await new Promise((done) => launcher.once('exit', done))
  const left = started.filter((pid) => commandOf(pid) !== '')
  report(
    '  processes left after Ctrl+C',
    `${left.map(commandOf).join(', ') || 'none'} of ${started.length} (Must none)`,
  )
}

async function look(
  page: Page,
  launcher: number,
  host: number,
  [ofLauncher, ofHost]: readonly [Heap, Heap],
): Promise<Moment> {
  const below = descendantsOf(host)
  const isServer = (pid: number) => commandOf(pid).includes(join('out', 'servers'))
  const turn = await page.evaluate(() =>
    Number(document.querySelector('[role=slider]')?.getAttribute('aria-valuemax') ?? NaN),
  )
  return {
    turn,
    launcher: { heapMb: await ofLauncher.leftMb(), ...holdingOf(launcher) },
    host: { heapMb: await ofHost.leftMb(), ...holdingOf(host) },
    'game thread': { heapMb: (await ofHost.threadsLeftMb()).reduce((sum, mb) => sum + mb, 0) },
    'MCP servers': meanOf(below.filter(isServer)),
    'other children': meanOf(below.filter((pid) => !isServer(pid))),
    page: { heapMb: await pageHeapMb(page), ...holdingOf(await rendererOf(page)) },
  }
}

function meanOf(pids: readonly number[]): Sample {
  const holdings = pids.flatMap((pid) => holdingOf(pid) ?? [])
  const mean = (key: keyof Holding) => holdings.reduce((sum, holding) => sum + holding[key], 0) / holdings.length
  return { count: holdings.length, memoryMb: mean('memoryMb'), handles: mean('handles') }
}

/** The one that is largest: a browser keeps an empty one ready. */
async function rendererOf(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
  await session?.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const size = (pid: number) => holdingOf(pid)?.memoryMb ?? 0
  return renderers.toSorted((a, b) => size(b) - size(a))[0] ?? NaN
}

function tell(moments: readonly [Moment, Moment, Moment], minutes: number): void {
  const [, middle, end] = moments
  const thousands = (end.turn - middle.turn) / 1000
  report(
    `${minutes} minutes of the explorer, watched in a window`,
    `turns ${moments.map(({ turn }) => turn).join(' · ')}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  for (const part of PARTS) {
    const [before, after] = [middle[part], end[part]]
    const { heapMb, memoryMb, handles, count } = part === 'host' || part === 'page' ? MOST_OF_STATE : MOST
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
          `${grown <= most ? 'kept' : 'NOT KEPT'} (Must +${most.toFixed(digits)} from the middle)`,
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
