import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StartParams } from '@shared/contract/start'
import { type EventOf, type EventType, isDraft, type LoggedEvent } from '@shared/episode/log/event'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { type ScriptedEndpoint, type ScriptedReply, startScriptedEndpoint } from '../../llm/scripted-endpoint.testkit'
import { SCRIPTED_SERVER } from '../../mcp/tests/processes.testkit'
import type { Host } from '../host'
import { agreeToAll, openTestHost } from '../open-host.testkit'

export interface ScriptedEpisode {
  readonly host: Host
  readonly episodeId: string
  readonly episodeFolder: string
  readonly mcpConfigFile: string
  readonly endpoint: ScriptedEndpoint
  /** Follows the episode, or another of its host, until it ends or `enough` returns true. */
  follow(enough?: (state: EpisodeState) => boolean, id?: string): Promise<Seen>
  /** Closes the host in the middle of its work and opens another on the same folder; `change` runs in between. */
  reopen(change?: () => void): Promise<void>
  /** Process ids of all servers that were started. */
  pids(): readonly number[]
  close(): Promise<void>
}

interface Seen {
  readonly state: EpisodeState
  readonly of: <Type extends EventType>(type: Type) => readonly (LoggedEvent & EventOf<Type>)[]
}

export interface Script {
  readonly replies: readonly ScriptedReply[] | ((request: Record<string, unknown>, index: number) => ScriptedReply)
  /** Options of the scripted server `s`; ignored if `servers` is given. */
  readonly server?: readonly string[]
  readonly servers?: Readonly<Record<string, unknown>>
  readonly mcp?: Readonly<Record<string, string | number | boolean>>
  /** The table `[mind]`; without it there is no mind. */
  readonly mind?: Readonly<Record<string, unknown>>
  /** The table `[llm]`. */
  readonly llm?: Readonly<Record<string, unknown>>
  /** Changes of the table `[retry]`. */
  readonly retry?: Readonly<Record<string, number>>
  readonly start?: Partial<StartParams>
}

const toml = (table: string, values: Readonly<Record<string, unknown>>) =>
  `[${table}]\n${Object.entries(values)
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
    .join('')}`

/**
 * Writes settings and servers of a scripted episode into `folder`. Their time limits only end calls that hang; a test
 * of a timeout sets another limit.
 */
export function writeScriptedConfig(
  folder: string,
  {
    server = [],
    servers,
    mcp = {},
    mind = { preset: 'none' },
    llm = {},
    retry = {},
  }: Pick<Script, 'server' | 'servers' | 'mcp' | 'mind' | 'llm' | 'retry'>,
): { readonly configFile: string; readonly mcpConfigFile: string; readonly startsFile: string } {
  const [configFile, mcpConfigFile, startsFile] = ['zorkgpt.toml', 'mcp_config.json', 'starts'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const waits = { timeout_seconds: 250, local_timeout_seconds: 250, idle_timeout_seconds: 250 }
  const limits = { max_retries: 2, initial_delay: 0.01, max_delay: 1, ...waits }
  writeFileSync(
    configFile,
    toml('mcp', { enabled: true, tool_call_timeout_seconds: 250, force_tool_support: true, ...mcp }) +
      toml('retry', { ...limits, ...retry }) +
      toml('mind', mind) +
      toml('llm', llm),
  )
  writeFileSync(
    mcpConfigFile,
    JSON.stringify({
      mcpServers: servers ?? {
        s: { command: 'node', args: [SCRIPTED_SERVER, '--starts-file', startsFile, ...server] },
      },
    }),
  )
  return { configFile, mcpConfigFile, startsFile }
}

/** Starts a whole host, which plays against a real model endpoint and real MCP servers that follow a script. */
export async function startScriptedEpisode(script: Script): Promise<ScriptedEpisode> {
  const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-scripted-'))
  const { configFile, mcpConfigFile, startsFile } = writeScriptedConfig(folder, script)
  const endpoint = await startScriptedEndpoint(script.replies)
  const dataFolder = join(folder, 'data')
  const openHost = () => openTestHost(dataFolder, { configFile, mcpConfigFile })
  let host = await openHost()
  await agreeToAll(host)
  const { episodeId } = await host.api.startEpisode({
    game: 'glass-weather',
    player: 'llm',
    model: 'scripted-1',
    baseUrl: endpoint.baseUrl,
    seed: 1,
    pace: 'batch',
    turnLimit: 2,
    ...script.start,
  })
  return {
    get host() {
      return host
    },
    async reopen(change) {
      await host.close()
      change?.()
      host = await openHost()
    },
    episodeId,
    episodeFolder: join(dataFolder, episodeId),
    mcpConfigFile,
    endpoint,
    async follow(enough = () => false, id = episodeId) {
      const stop = new AbortController()
      const events: LoggedEvent[] = []
      let state = emptyEpisode
      for await (const batch of host.api.watchEpisode({ episodeId: id, fromSeq: 0 }, stop.signal)) {
        events.push(...batch.events.filter((event) => !isDraft(event)))
        state = batch.events.reduce(reduceEpisode, state)
        if (state.ended || enough(state)) break
      }
      stop.abort()
      const of = <Type extends EventType>(type: Type) =>
        events.filter((event): event is LoggedEvent & EventOf<Type> => event.event_type === type)
      return { state, of }
    },
    pids: () => readFileSync(startsFile, 'utf8').trim().split('\n').map(Number),
    async close() {
      await host.close()
      await endpoint.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const isPaused = (state: EpisodeState): boolean => state.control.mode === 'paused'
