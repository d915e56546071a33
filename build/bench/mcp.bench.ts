import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { settings } from '@shared/settings/settings'
import { openSecrets } from '../../src-main/secrets/secrets'
import { createHost } from '../../src-main/host/host'
import { createMcpManager } from '../../src-main/mcp/mcp-manager'
import { everythingAgreed } from '../../src-main/mcp/tests/everything-agreed.testkit'
import type { ToolSession } from '../../src-main/mcp/tools/tool-session'
import { memorySecrets } from '../../src-main/secrets/secret-store'
import { median, ms, often, perSecond, report } from './figures'

/**
 * The MCP client with the shipped thoughtbox: what a turn waits for, what a call costs, and how long the host stands
 * still.
 */
const data = mkdtempSync(join(tmpdir(), 'bench-mcp-'))
const { signal } = new AbortController()
const CALLS = often(5000, 50)
const COLD_CONNECTS = often(9)
const TURNS = often(40, 2)
const BIG_RESULTS = often(5)
const BIG = 20e6

function manage(args: readonly string[]) {
  const configFile = join(data, 'mcp_config.json')
  writeFileSync(
    configFile,
    JSON.stringify({ mcpServers: { s: { command: 'node', args, env: { DISABLE_THOUGHT_LOGGING: 'true' } } } }),
  )
  return createMcpManager({
    configFile,
    settings: settings.parse({}).mcp,
    appRoot: '',
    env: process.env,
    secrets: openSecrets(memorySecrets(), {}, []),
    agreements: everythingAgreed,
    now: () => performance.now(),
  })
}
const manageThoughtbox = () => manage([resolve('out/servers/thoughtbox.js')])

async function open(manager: ReturnType<typeof manage>, turn: number): Promise<ToolSession> {
  const session = await manager.openSession({ turn, signal, record: () => {} })
  if (!session) throw new Error('The server gave no session.')
  return session
}

async function call(
  session: ToolSession,
  toolName: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<void> {
  const outcome = await session.callTool({ toolName, arguments: parameters, signal })
  if (outcome.kind !== 'result' || outcome.isError) throw new Error(`The call failed: ${JSON.stringify(outcome)}`)
}
const think = (session: ToolSession, thoughtNumber: number) =>
  call(session, 's.think', {
    thought: 'The grating is locked from below.',
    thoughtNumber,
    totalThoughts: thoughtNumber,
    nextThoughtNeeded: true,
  })

/**
 * How long each turn of an episode waited for its session, by the log. The explorer at a reading pace stands for a
 * model that takes a while.
 */
async function waits(turns: number, pace: 'watch' | 'batch'): Promise<number[]> {
  const configFile = join(data, 'zorkgpt.toml')
  writeFileSync(configFile, '[mcp]\nenabled = true\n[gameplay]\nexplorer_words_per_second = 60\n')
  const fail = (error: Error) => {
    throw error
  }
  const host = await createHost({
    shell: 'cli',
    appRoot: process.cwd(),
    dataFolder: join(data, pace),
    configFile,
    mcpConfigFile: 'mcp_config.json',
    env: process.env,
    secrets: memorySecrets(),
    now: () => new Date(),
    onFault: fail,
  })
  const { episodeId } = await host.api.startEpisode({
    game: 'glass-weather',
    player: 'explorer',
    seed: 1,
    turnLimit: turns,
    pace,
  })
  const waited: number[] = []
  for await (const { events } of host.api.watchEpisode({ episodeId, fromSeq: 0 }, signal)) {
    // Nothing is ready yet when the first turn comes.
    for (const event of events)
      if (event.event_type === 'mcp_session_started' && event.turn > 1) waited.push(event.mcp_wait_ms)
  }
  await host.close()
  return waited
}

async function coldConnect(): Promise<number> {
  const manager = manageThoughtbox()
  const { waitMs } = await open(manager, 1)
  await manager.close()
  return waitMs
}

async function callTimes(): Promise<{ readonly each: readonly number[]; readonly allMs: number }> {
  const manager = manageThoughtbox()
  const session = await open(manager, 1)
  for (let warm = 1; warm <= 200; warm++) await think(session, warm)
  const each: number[] = []
  const began = performance.now()
  for (let number = 1; number <= CALLS; number++) {
    const started = performance.now()
    await think(session, number)
    each.push(performance.now() - started)
  }
  const allMs = performance.now() - began
  await manager.close()
  return { each: each.toSorted((a, b) => a - b), allMs }
}

/** The longest time in which the host did nothing else, over several such results. */
async function longestBlock(): Promise<number> {
  const manager = manage([resolve('src-main/mcp/tests/scripted-server.testkit.ts')])
  const session = await open(manager, 1)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  await call(session, 's.big', { bytes: 1000 })
  delay.enable()
  for (let run = 0; run < BIG_RESULTS; run++) await call(session, 's.big', { bytes: BIG })
  delay.disable()
  await manager.close()
  return delay.max / 1e6
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN
const spread = (values: readonly number[]) => `median ${ms(median(values))}, longest ${ms(Math.max(...values))}`

const cold: number[] = []
for (let run = 0; run < COLD_CONNECTS; run++) cold.push(await coldConnect())
report(`thoughtbox, spawn to listed tools, ${COLD_CONNECTS} cold connects`, spread(cold))
report(`MCP wait of a turn, model takes some 300 ms, ${TURNS} turns`, spread(await waits(TURNS + 1, 'watch')))
report(`MCP wait of a turn, model takes no time, ${TURNS} turns`, spread(await waits(TURNS + 1, 'batch')))
const { each, allMs } = await callTimes()
report(
  `tool call, ${CALLS} one after another`,
  `p50 ${ms(at(each, 0.5))}, p99 ${ms(at(each, 0.99))}, ${perSecond(CALLS, allMs)}`,
)
report(`longest block of the event loop, ${BIG_RESULTS} results of ${BIG / 1e6} MB`, ms(await longestBlock()))
rmSync(data, { recursive: true })
