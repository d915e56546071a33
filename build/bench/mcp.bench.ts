import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ascending, quantileOf } from '@shared/experiments/statistics/moments'
import { settings } from '@shared/settings/settings'
import { openTestHost } from '../../src-main/host/open-host.testkit'
import { createMcpManager } from '../../src-main/mcp/mcp-manager'
import { everythingAgreed } from '../../src-main/mcp/tests/everything-agreed.testkit'
import type { ToolSession } from '../../src-main/mcp/tools/tool-session'
import { memorySecrets } from '../../src-main/secrets/secret-store'
import { openSecrets } from '../../src-main/secrets/secrets'
import { medianAndLongest, ms, often, perSecond, report } from './figures'
import { temporaryFolder } from './temporary-folder'

/**
 * Measures the MCP client with the shipped thoughtbox: the wait of a turn, the cost of a call, and blocks of the host.
 */
const data = temporaryFolder('mcp')
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
  if (!session) throw new Error('The server opened no session.')
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

/** How long each turn waited for its session, from the log. The explorer at a reading pace simulates a slow model. */
async function waits(turns: number, pace: 'watch' | 'batch'): Promise<number[]> {
  const configFile = join(data, 'zorkgpt.toml')
  writeFileSync(configFile, '[mcp]\nenabled = true\n[gameplay]\nexplorer_words_per_second = 60\n')
  const host = await openTestHost(join(data, pace), {
    appRoot: resolve('.'),
    configFile,
    mcpConfigFile: 'mcp_config.json',
    env: process.env,
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
    // The first turn is excluded, because its session cannot be prepared.
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

async function callTimes(): Promise<{ readonly each: Float64Array; readonly allMs: number }> {
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
  return { each: ascending(each), allMs }
}

/** How long several large results block the host, at most. */
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

const cold: number[] = []
for (let run = 0; run < COLD_CONNECTS; run++) cold.push(await coldConnect())
report(`thoughtbox, spawn to listed tools, ${COLD_CONNECTS} cold connects`, medianAndLongest(cold))
report(`MCP wait of a turn, model takes some 300 ms, ${TURNS} turns`, medianAndLongest(await waits(TURNS + 1, 'watch')))
report(`MCP wait of a turn, model takes no time, ${TURNS} turns`, medianAndLongest(await waits(TURNS + 1, 'batch')))
const { each, allMs } = await callTimes()
report(
  `tool call, ${CALLS} one after another`,
  `p50 ${ms(quantileOf(each, 0.5))}, p99 ${ms(quantileOf(each, 0.99))}, ${perSecond(CALLS, allMs)}`,
)
report(`longest block of the event loop, ${BIG_RESULTS} results of ${BIG / 1e6} MB`, ms(await longestBlock()))
