import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '@shared/experiments/statistics/moments'
import { GameSession, openStory } from '../../src-main/servers/text-adventure/game-session'
import { describePlay } from '../../src-main/servers/text-adventure/tool-texts'
import { readStoryFile } from '../../src-main/story/catalog/story-file'
import { ms, often, p50AndP95, perSecond, report, timeOf } from './figures'
import { LeanClient } from './lean-client'
import { peakMb, processorMs } from './processes'

/**
 * Measures the start of two shipped servers and of the command line; then fifty clients of one text-adventure server,
 * each with a separate game.
 */
const CLIENTS = often(50, 3)
const COMMANDS = 100
const STARTS = often(20)
const SEED = 1
/** Mean time between two calls of a client, as with a very fast model. */
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

/** Runs a program from spawn to exit; a server answers `initialize` in between. */
function start(args: readonly string[]): void {
  const { stdout, status } = spawnSync(process.execPath, args, {
    input: `${JSON.stringify(INITIALIZE)}\n`,
    encoding: 'utf8',
  })
  if (status !== 0 || (args[0]?.includes('servers') && !stdout.includes('serverInfo')))
    throw new Error(`${args.join(' ')} ended with ${status} and wrote ${stdout}.`)
}

/** The starts are interleaved, so that other load on this machine affects all of them alike. */
function reportStarts(): void {
  const commands = {
    'node -e 0': ['-e', '0'],
    'zorkgpt --version': [resolve('out/main/cli.js'), '--version'],
    thoughtbox: [file('thoughtbox')],
    'text-adventure': [file('text-adventure')],
  }
  const times = Object.entries(commands).map(([name, args]) => ({ name, args, each: [] as number[] }))
  for (let run = 0; run < STARTS; run++) for (const { args, each } of times) each.push(timeOf(() => start(args)))
  const bare = median(times[0]?.each ?? [])
  for (const { name, each } of times)
    report(`${name}, spawn to exit, median of ${STARTS}`, `${ms(median(each))} (+${ms(median(each) - bare)})`)
}

/** Clients begin the walkthrough at different commands, so that most replies from another client's game are wrong. */
function commandsOf(client: number): readonly string[] {
  const waits = (count: number) => Array.from({ length: count }, () => 'wait')
  const before = client % (COMMANDS - walkthrough.length + 1)
  return [...waits(before), ...walkthrough, ...waits(COMMANDS - walkthrough.length - before)]
}

interface Played {
  readonly result: { readonly content: readonly { readonly text: string }[] }
}

async function reportClients(thinkingMs: number): Promise<void> {
  const opening = openStory(
    { ...(await readStoryFile(path)), path, name, walkthrough: null },
    { seed: SEED, disguise: 'none' },
  )
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
  const pid = server.pid ?? NaN
  const usedBefore = processorMs(pid)
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
  const used = processorMs(pid) - usedBefore
  const peak = peakMb(pid)
  for (const client of clients) client.close()
  server.kill()
  report(
    `${CLIENTS} clients, ${COMMANDS} commands of ${name} each, ${thinkingMs > 0 ? `${thinkingMs} ms between` : 'back to back'}, ${cpus().length} cores`,
    `${p50AndP95(times)}, ${perSecond(times.length, took)}`,
  )
  report("  replies from another client's game", String(wrong))
  report(
    '  processor time of the server, a call · its most memory',
    Number.isNaN(used) ? 'not measured: it is read from /proc' : `${ms(used / times.length)} · ${Math.round(peak)} MB`,
  )
}

reportStarts()
await reportClients(0)
await reportClients(THINKING_MS)
report('load of the machine, last minute', loadavg()[0]?.toFixed(1) ?? '?')
