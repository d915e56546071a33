import { join } from 'node:path'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import { parseJson } from '@shared/base/json/bound-json'
import { type Disguise, observed } from '@shared/episode/log/event'
import { gameStatus, playResult, type PlayResult } from '@shared/episode/log/play-result'
import type { StdioServer } from '@shared/mcp/mcp-entry'
import type { PlayedAction } from '../../../agent/choose-action'
import type { ConnectPlace } from '../../../mcp/connection/connection'
import { loadSession } from '../../../mcp/connection/load-session'
import type { ServerSession } from '../../../mcp/connection/session'
import { limitsOf, type McpOptions } from '../../../mcp/connection/supervise-entry'
import { createToolSession } from '../../../mcp/tools/create-tool-session'
import { type ToolOutcome, type ToolSession } from '../../../mcp/tools/tool-session'
import type { Invoker } from '../../../mcp/tools/tool-table'
import type { LibraryStory } from '../../../story/catalog/story-library'
import { type EpisodeGame, openEpisodeGame, type PlayedTurn } from '../../../story/episode/episode-game'
import { STORY_RULES } from '../../../story/episode/ruled-game'

const SERVER = 'text-adventure'
const PLAY_TOOL = 'play_action'

/**
 * A game that the player plays by tool calls to the text-adventure server. The log records the server's results. A call
 * of `play_action` is a turn of the log; its structured content contains the facts that the log records.
 */
export interface McpGame extends EpisodeGame {
  /** The game's tools for every turn. Available after `start` or `resume`. */
  readonly openSession: () => Promise<ToolSession>
  /** The action that a tool call played since the last turn; `play` takes its result instead of playing again. */
  readonly readPlayed: () => PlayedAction | null
}

interface Played extends PlayedAction {
  readonly result: PlayResult
}

export function openMcpGame(story: LibraryStory, disguise: Disguise, options: McpOptions): McpGame {
  const { settings, appRoot } = options
  const ending = new AbortController()
  const { signal } = ending
  let server: ServerSession | null = null
  let played: Played | null = null

  async function begin(seed: number): Promise<ServerSession> {
    const { connectServer } = await loadSession()
    const entry = serverEntry(appRoot, story.path, seed, disguise)
    server = await connectServer(entry, {
      ...options,
      ...limitsOf(entry, settings),
      agreements: OUR_OWN,
      signal,
    }).catch((error: Error) => {
      throw new ExpectedError('mcp_failed', `The ${SERVER} server could not be started: ${error.message}`)
    })
    return server
  }

  const live = (): ServerSession => {
    if (!server) throw new Error('The game has not begun.')
    return server
  }

  async function playAction(action: string): Promise<PlayResult> {
    const invoker = live().invokers.find(({ name }) => name === PLAY_TOOL)
    const outcome = await invoker?.invoke({ action }, signal)
    if (outcome?.kind === 'result' && !outcome.isError) return playResult.parse(outcome.content)
    throw new ExpectedError('mcp_failed', `The ${SERVER} server did not play "${action}": ${describeFailure(outcome)}`)
  }

  const readStatus = async () =>
    gameStatus.parse(parseJson(String((await live().readResource('game://state', signal)).body)))

  async function describeTurn(result: PlayResult, stateHash: string): Promise<PlayedTurn> {
    // An ended game cannot be saved, and some stories have no room for a save file.
    const snapshot = await live()
      .readResource('game://snapshot', signal)
      .catch((error: unknown) => {
        if (isExpected(error, 'mcp_failed')) return null
        throw error
      })
    return {
      observation: observed.parse(result),
      stateHash,
      quetzal: snapshot && typeof snapshot.body !== 'string' ? snapshot.body : null,
    }
  }

  return {
    async start(seed) {
      await begin(seed)
      const status = await readStatus()
      return describeTurn(status, status.state_hash)
    },
    async resume({ seed, actions, stateHash }) {
      await begin(seed)
      for (const action of actions) await playAction(action)
      return stateHash === undefined || (await readStatus()).state_hash === stateHash
    },
    async play(action) {
      const result = played?.action === action ? played.result : await playAction(action)
      played = null
      return describeTurn(result, (await readStatus()).state_hash)
    },
    // Surveys try commands on copies of the game, but the game is in the server.
    survey: async () => null,
    locate: async () => [],
    names: async () => [],
    // These facts of the story are read from a separate game, without the server.
    vocabulary: () => openEpisodeGame(story.bytes, { ...STORY_RULES, disguise }).vocabulary(),
    examine: () => openEpisodeGame(story.bytes).examine(),
    async close() {
      ending.abort(new ExpectedError('mcp_failed', 'The game is over.'))
      await server?.close()
    },
    openSession: async () => {
      const { invokers, context } = live()
      const watched = invokers.map((invoker) =>
        invoker.name === PLAY_TOOL ? { ...invoker, invoke: noting(invoker) } : invoker,
      )
      const about = {
        servers: [{ name: SERVER, state: 'ready' as const, tool_count: invokers.length, error: null }],
        instructions: context,
        waitMs: 0,
      }
      return createToolSession([{ name: SERVER, invokers: watched }], about, async () => {})
    },
    readPlayed: () => played,
  }

  /** Refuses a second call in one reply, because a turn of the log is one action. */
  function noting(invoker: Invoker): Invoker['invoke'] {
    return async (parameters, callSignal, onProgress, traceparent) => {
      if (played)
        return {
          kind: 'error',
          serverName: SERVER,
          error: `one action a turn: "${played.action}" was played, this one was not`,
        }
      const outcome = await invoker.invoke(parameters, callSignal, onProgress, traceparent)
      if (outcome.kind === 'result' && !outcome.isError)
        played = {
          action: String(parameters.action),
          thinking: typeof parameters.thinking === 'string' ? parameters.thinking : null,
          result: playResult.parse(outcome.content),
        }
      // It is unknown whether the action was played, so the episode ends here and can be resumed from its log.
      if (outcome.kind === 'timeout') void live().close()
      return outcome
    }
  }
}

/** Needs no consent, because this program is part of the app. */
const OUR_OWN: ConnectPlace['agreements'] = { unagreedOf: async () => null }

function serverEntry(appRoot: string, storyPath: string, seed: number, disguise: Disguise): StdioServer {
  const args = [join(appRoot, 'out/servers/text-adventure.js')]
  const env = {
    GAME: storyPath,
    TEXT_ADVENTURE_SEED: String(seed),
    TEXT_ADVENTURE_TOOLS: '',
    TEXT_ADVENTURE_DISGUISE: disguise,
  }
  return {
    transport: 'stdio',
    name: SERVER,
    namedIn: null,
    command: 'node',
    args,
    env,
    envFile: null,
    cwd: null,
    inheritEnv: [],
    written: { words: ['node', ...args], env },
    disabledTools: [],
    timeoutMs: null,
    connectTimeoutMs: null,
    description: '',
    attach: { resources: [], prompts: [] },
    roots: [],
    allowSampling: false,
    allowElicitation: false,
    secrets: [],
  }
}

function describeFailure(outcome: ToolOutcome | undefined): string {
  if (!outcome) return `it offers no ${PLAY_TOOL}`
  if (outcome.kind === 'result') return JSON.stringify(outcome.content)
  return outcome.kind === 'timeout' ? `no answer within ${outcome.timeoutSeconds} s` : outcome.error
}
