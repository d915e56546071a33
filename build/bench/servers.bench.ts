import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { readStoryFile } from '../../src-main/story/catalog/story-file'
import { GameSession, openStory } from '../../src-main/servers/text-adventure/game-session'
import { describePlay } from '../../src-main/servers/text-adventure/tool-texts'
import { median, ms, often, percentile, perSecond, report } from './figures'
import { LeanClient } from './lean-client'

/**
 * The servers we ship: how soon they answer, and fifty clients of one text-adventure, each playing a walkthrough in a
 * game of its own.
 */
const CLIENTS = often(50, 3)
const COMMANDS = 100
const STARTS = often(20)
const SEED = 1
/** What an agent takes at the least between two calls: the time in which a very quick model answers. */
const THINKING_MS = often(100)
const name = 'zork1'
const path = resolve('build/story/zork/zork1.z3')
const oracle = JSON.parse(
  readFileSync(resolve('src-main/story/fixtures/conformance/zork1-r119.oracle.json'), 'utf8'),
) as { readonly steps: readonly (readonly [command: string])[] }
const walkthrough = oracle.steps.slice(0, 80).map(([command]) => command)

const file = (server: string) => resolve(`out/servers/${server}.js`)
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
}

/** From spawn to the end of the process, which answers `initialize` on its way if it is a server. */
function timeOf(args: readonly string[]): number {
  const began = performance.now()
  const { stdout, status } = spawnSync(process.execPath, args, {
    input: `${JSON.stringify(INITIALIZE)}\n`,
    encoding: 'utf8',
  })
  const took = performance.now() - began
  if (status !== 0 || (args[0] !== '-e' && !stdout.includes('serverInfo')))
    throw new Error(`${args.join(' ')} ended with ${status} and wrote ${stdout}.`)
  return took
}

/** Interleaved, so that whatever else runs on this machine disturbs all alike. */
function reportStarts(): void {
  const commands = {
    'node -e 0': ['-e', '0'],
    thoughtbox: [file('thoughtbox')],
    'text-adventure': [file('text-adventure')],
  }
  const times = Object.entries(commands).map(([name, args]) => ({ name, args, each: [] as number[] }))
  for (let run = 0; run < STARTS; run++) for (const { args, each } of times) each.push(timeOf(args))
  const bare = median(times[0]?.each ?? [])
  for (const { name, each } of times)
    report(`${name}, spawn to exit, median of ${STARTS}`, `${ms(median(each))} (+${ms(median(each) - bare)})`)
}

/**
 * The walkthrough, begun later by some clients than by others, so that a reply out of another's game is a wrong one.
 */
function commandsOf(client: number): readonly string[] {
  const waits = (count: number) => Array.from({ length: count }, () => 'wait')
  const before = client % (COMMANDS - walkthrough.length + 1)
  return [...waits(before), ...walkthrough, ...waits(COMMANDS - walkthrough.length - before)]
}

interface Played {
  readonly result: { readonly content: readonly { readonly text: string }[] }
}

async function reportClients(thinkingMs: number): Promise<void> {
  const opening = openStory({ ...(await readStoryFile(path)), path, name, walkthrough: null }, SEED)
  const expected = Array.from({ length: CLIENTS }, (_, client) => {
    const game = new GameSession(opening, { keepsUndo: false })
    return commandsOf(client).map((command) => describePlay(game.play(command)))
  })
  const server = spawn(process.execPath, [file('text-adventure'), '--http', '0'], {
    env: { ...process.env, GAME: path, TEXT_ADVENTURE_SEED: String(SEED) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [line] = (await once(createInterface({ input: server.stderr }), 'line')) as [string]
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, () => LeanClient.open(line.replace('ready ', ''), INITIALIZE)),
  )
  const times: number[] = []
  let wrong = 0
  const usedBefore = readUse(server.pid)
  const began = performance.now()
  await Promise.all(
    clients.map(async (client, number) => {
      for (const [step, command] of commandsOf(number).entries()) {
        if (thinkingMs > 0) await sleep(thinkingMs * (0.5 + Math.random()))
        const started = performance.now()
        const { result } = (await client.callTool('play_action', { action: command })) as Played
        times.push(performance.now() - started)
        if (result.content[0]?.text !== expected[number]?.[step]) wrong++
      }
    }),
  )
  const took = performance.now() - began
  const used = readUse(server.pid)
  for (const client of clients) client.close()
  server.kill()
  report(
    `${CLIENTS} clients, ${COMMANDS} commands of ${name} each, ${thinkingMs > 0 ? `${thinkingMs} ms between` : 'back to back'}, ${cpus().length} cores`,
    `p50 ${ms(median(times))}, p95 ${ms(percentile(times, 0.95))}, ${perSecond(times.length, took)}`,
  )
  report('  replies that were not those of a game of its own', String(wrong))
  report(
    '  processor time of the server, a call · its most memory',
    used && usedBefore
      ? `${ms((used.processorMs - usedBefore.processorMs) / times.length)} · ${Math.round(used.mostMemoryMb)} MB`
      : 'unknown here',
  )
}

/**
 * As Linux tells it of a process; null elsewhere. Processor time counts what other programs on this machine do not
 * disturb.
 */
function readUse(pid: number | undefined): { readonly processorMs: number; readonly mostMemoryMb: number } | null {
  if (!existsSync(`/proc/${pid}/stat`)) return null
  const [, , , , , , , , , , , userTicks, systemTicks] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const mostKb = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { processorMs: (Number(userTicks) + Number(systemTicks)) * MS_PER_TICK, mostMemoryMb: Number(mostKb) / 1024 }
}

const MS_PER_TICK = 10

reportStarts()
await reportClients(0)
await reportClients(THINKING_MS)
report('load of the machine now, 1 minute', loadavg()[0]?.toFixed(1) ?? '?')
