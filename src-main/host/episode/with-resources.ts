import { ExpectedError } from '@shared/base/expected-error'
import type { NewPrograms } from '@shared/contract/mcp'
import type { PlayerKind } from '@shared/episode/log/event'
import { PLAYER_TRAITS } from '@shared/episode/state/players'
import type { Settings } from '@shared/settings/settings'
import { createMcpManager, type McpManager, type McpManagerOptions } from '../../mcp/mcp-manager'
import type { Secrets } from '../../secrets/secrets'
import type { LibraryStory } from '../../story/catalog/story-library'
import type { EpisodeGame } from '../../story/episode/episode-game'
import type { GameRules } from '../../story/episode/ruled-game'
import { type McpGame, openMcpGame } from './players/mcp-game'
import { type Keys, type Player, refuseStrayKeysOf, createPlayer } from './players/players'
import type { RecorderOptions } from './recorder'

/** Options of the host for every episode it opens. */
export interface OpenOptions {
  readonly dataFolder: string
  readonly newPrograms: NewPrograms
  /** The current settings file, from which `settingsOf` and `settingsInLog` derive the settings of an episode. */
  readonly settingsToday: Settings
  readonly appVersion: string
  readonly now: () => Date
  readonly mcpOptions: Omit<McpManagerOptions, 'settings' | 'serversOff'>
  readonly secrets: Secrets
  readonly keys: Keys
  readonly keysFor: string | undefined
  readonly onFault: (error: Error) => void
  readonly observe: RecorderOptions['observe']
  readonly traceparentOf: RecorderOptions['traceparentOf']
  /** Aborts when the host closes. */
  readonly signal: AbortSignal
  readonly openGame: (story: Uint8Array, batch: boolean, rules: GameRules) => EpisodeGame
}

/** The services that an open episode uses. Its settings come from `ResourceOptions`. */
export type EpisodeOptions = Omit<OpenOptions, 'settingsToday'>

/** `OpenOptions` with the current settings of the file and this consent of the user. */
export type OpenOptionsFor = (consent: Partial<Pick<OpenOptions, 'newPrograms' | 'keysFor'>>) => Promise<OpenOptions>

export interface Resources {
  readonly game: EpisodeGame
  readonly player: Player
  /** Null for an episode without tools. */
  readonly mcp: McpManager | null
}

export interface ResourceOptions {
  readonly story: LibraryStory
  readonly kind: PlayerKind
  readonly settings: Settings
  readonly usesMcp: boolean
  readonly serversOff: readonly string[]
  readonly batch: boolean
  /** The player's seed; a resumed game gets its own, see `resumeGame`. */
  readonly seed: number
  readonly prompt: string | null
  readonly model: string | undefined
  readonly baseUrl: string | undefined
}

interface Closable {
  close(): Promise<unknown>
}

/**
 * Opens the resources and starts the episode with them. If any step fails, everything is closed in reverse order: no
 * server, thread or folder is left. `begin` registers what it opens with `own`. Once `begin` has resolved, the episode
 * closes the resources. If the host closes before the log is open, the start fails.
 */
export async function withResources<Begun>(
  wanted: ResourceOptions,
  options: EpisodeOptions,
  begin: (resources: Resources, own: <Resource extends Closable>(resource: Resource) => Resource) => Promise<Begun>,
): Promise<Begun> {
  const { story, kind, settings, usesMcp, serversOff, batch, seed, prompt, model, baseUrl } = wanted
  const { keys, keysFor, signal } = options
  await refuseStrayKeysOf({ kind, settings, model, baseUrl, keys }, keysFor)
  const opened: Closable[] = []
  const own = <Resource extends Closable>(resource: Resource): Resource => {
    opened.push(resource)
    signal.throwIfAborted()
    return resource
  }
  /**
   * Closes the game, so that a pending call of it fails. Called only until the episode has a folder, because afterwards
   * the start does not wait for the game.
   */
  let closeGame = () => {}
  const ownStarted = <Resource extends Closable>(resource: Resource): Resource => {
    signal.removeEventListener('abort', closeGame)
    return own(resource)
  }
  try {
    const mcp = usesMcp ? own(await openMcp(settings, options, serversOff)) : null
    const toolGame = openToolGame(kind, story, settings, options)
    const game = own(toolGame ?? options.openGame(story.bytes, batch, rulesOf(settings)))
    const player = own(await createPlayer({ kind, settings, model, baseUrl, seed, prompt, keys, toolGame }))
    closeGame = () => void game.close()
    signal.addEventListener('abort', closeGame, { once: true })
    return await begin({ game, player, mcp }, ownStarted)
  } catch (error) {
    signal.removeEventListener('abort', closeGame)
    for (const resource of opened.reverse()) await resource.close().catch(() => undefined)
    signal.throwIfAborted()
    throw error
  }
}

async function openMcp(
  settings: Settings,
  { mcpOptions, newPrograms }: EpisodeOptions,
  serversOff: readonly string[],
): Promise<McpManager> {
  const mcp = createMcpManager({ ...mcpOptions, settings: settings.mcp, serversOff })
  await mcp.checkConfig(newPrograms)
  mcp.prepareNext()
  return mcp
}

/** The game of player kind `mcp`; null for all others. Throws `bad_input` for rules that its server lacks. */
function openToolGame(
  kind: PlayerKind,
  story: LibraryStory,
  { run, mcp }: Settings,
  { mcpOptions }: EpisodeOptions,
): McpGame | null {
  if (!PLAYER_TRAITS[kind].playsByTools) return null
  if (run.handicap !== 'L2' || run.on_death !== 'continue') {
    throw new ExpectedError(
      'bad_input',
      `A player over MCP tools supports only handicap L2 and on_death "continue", not ${run.handicap} and "${run.on_death}". Set the handicap to L2 and on_death to "continue".`,
    )
  }
  return openMcpGame(story, run.disguise, { ...mcpOptions, settings: mcp })
}

const rulesOf = ({ run, game }: Settings): GameRules => ({
  onDeath: run.on_death,
  disguise: run.disguise,
  undo: run.handicap === 'L5',
  validActions: run.handicap >= 'L4',
  passPauses: game.pass_pauses,
})
