import type { Settings } from '@shared/settings/settings'
import type { NewPrograms } from '@shared/contract/mcp'
import type { PlayerKind } from '@shared/episode/log/event'
import { PLAYER_TRAITS } from '@shared/episode/state/players'
import { ExpectedError } from '@shared/base/expected-error'
import type { EpisodeGame } from '../../story/episode/episode-game'
import type { GameRules } from '../../story/episode/ruled-game'
import type { LibraryStory } from '../../story/catalog/story-library'
import { createMcpManager, type McpManager, type McpManagerOptions } from '../../mcp/mcp-manager'
import type { Secrets } from '../../secrets/secrets'
import { type McpGame, openMcpGame } from './players/mcp-game'
import { type Keys, type Player, refuseStrayKeysOf, createPlayer } from './players/players'
import type { RecorderOptions } from './recorder'

/** What the host gives to every episode it opens. */
export interface OpenOptions {
  readonly dataFolder: string
  readonly newPrograms: NewPrograms
  readonly settings: Settings
  readonly appVersion: string
  readonly now: () => Date
  readonly mcpOptions: Omit<McpManagerOptions, 'settings' | 'serversOff'>
  readonly secrets: Secrets
  readonly keys: Keys
  /** See the contract. */
  readonly keysFor: string | undefined
  readonly onFault: (error: Error) => void
  readonly observe: RecorderOptions['observe']
  readonly traceparentOf: RecorderOptions['traceparentOf']
  /** Aborts when the host goes away. */
  readonly signal: AbortSignal
  readonly openGame: (story: Uint8Array, batch: boolean, rules: GameRules) => EpisodeGame
}

/** The same with the settings as the file has them now, for what a person agreed to. */
export type OpenOptionsFor = (consent: Partial<Pick<OpenOptions, 'newPrograms' | 'keysFor'>>) => Promise<OpenOptions>

/** What an episode is played with. */
export interface Resources {
  readonly game: EpisodeGame
  readonly player: Player
  /** Null for an episode without tools. */
  readonly mcp: McpManager | null
}

export interface ResourcesWanted {
  readonly story: LibraryStory
  readonly kind: PlayerKind
  /** In force for this episode. */
  readonly settings: Settings
  readonly usesMcp: boolean
  readonly serversOff: readonly string[]
  readonly batch: boolean
  /** Of the player; a game that goes on is given its own, see `resumeGame`. */
  readonly seed: number
  readonly prompt: string | null
  readonly model: string | undefined
  readonly baseUrl: string | undefined
}

interface Closable {
  close(): Promise<unknown>
}

/**
 * Opens the resources and begins the episode with them. Whatever fails on the way, what was open is closed, the last
 * first: no server, no thread and no folder is left behind. `begin` gives what it opens itself to `keep`. Once it has
 * resolved, its episode closes them. A host that goes away while it begins is what fails, unless it has begun.
 */
export async function withResources<Begun>(
  wanted: ResourcesWanted,
  options: OpenOptions,
  begin: (resources: Resources, keep: <One extends Closable>(one: One) => One) => Promise<Begun>,
): Promise<Begun> {
  const { story, kind, settings, usesMcp, serversOff, batch, seed, prompt, model, baseUrl } = wanted
  const { keys, keysFor, signal } = options
  await refuseStrayKeysOf({ kind, settings, model, baseUrl, keys }, keysFor)
  const opened: Closable[] = []
  const keep = <One extends Closable>(one: One): One => {
    opened.push(one)
    signal.throwIfAborted()
    return one
  }
  /** Before the episode has a folder or a log, its game alone is waited for: it is closed, and what asks it fails. */
  let letGo = () => {}
  const keepBegun = <One extends Closable>(one: One): One => {
    signal.removeEventListener('abort', letGo)
    return keep(one)
  }
  try {
    const mcp = usesMcp ? keep(await openMcp(options, serversOff)) : null
    const toolGame = openToolGame(kind, story, settings, options)
    const game = keep(toolGame ?? options.openGame(story.bytes, batch, rulesOf(settings)))
    const player = keep(await createPlayer({ kind, settings, model, baseUrl, seed, prompt, keys, toolGame }))
    letGo = () => void game.close()
    signal.addEventListener('abort', letGo, { once: true })
    return await begin({ game, player, mcp }, keepBegun)
  } catch (error) {
    signal.removeEventListener('abort', letGo)
    for (const one of opened.reverse()) await one.close().catch(() => undefined)
    signal.throwIfAborted()
    throw error
  }
}

async function openMcp(
  { mcpOptions, settings, newPrograms }: OpenOptions,
  serversOff: readonly string[],
): Promise<McpManager> {
  const mcp = createMcpManager({ ...mcpOptions, settings: settings.mcp, serversOff })
  await mcp.checkConfig(newPrograms)
  mcp.prepareNext()
  return mcp
}

/**
 * The game of a player that reaches it through tools alone; null for every other. Throws `bad_input` for rules that
 * its server does not play by.
 */
function openToolGame(
  kind: PlayerKind,
  story: LibraryStory,
  { run, mcp }: Settings,
  { mcpOptions }: OpenOptions,
): McpGame | null {
  if (!PLAYER_TRAITS[kind].playsByTools) return null
  if (run.handicap !== 'L2' || run.on_death !== 'continue') {
    throw new ExpectedError(
      'bad_input',
      `A player through MCP tools is told what handicap L2 grants, and dies as the story has it. Set the handicap to L2 and what follows a death to "continue"; they are ${run.handicap} and "${run.on_death}".`,
    )
  }
  return openMcpGame(story, { ...mcpOptions, settings: mcp })
}

const rulesOf = ({ run, game }: Settings): GameRules => ({
  onDeath: run.on_death,
  undo: run.handicap === 'L5',
  validActions: run.handicap >= 'L4',
  passPauses: game.pass_pauses,
})
