import { z } from 'zod'
import { type Annotations, annotations, turnAnnotation } from '../episode/annotations'
import { type EpisodeEvent, HANDICAPS, ON_DEATH, playerKind } from '../episode/event'
import { pauseRules as pauseRuleTable } from '../episode/pause-rules-schema'
import type { EpisodeSummary } from '../episode/summary'
import { commandNames, type CommandName, type FeedName } from './channels'
import { httpAddress } from '../config/http-address'
import { episodeId } from './episode-id'
import {
  type McpBatch,
  type McpConfigFile,
  mcpFeedParams,
  type McpImportSource,
  type McpLaunchInfo,
  type McpLogBatch,
  mcpParams,
  type McpProgram,
  type McpTest,
  type McpToolDetail,
} from './mcp'
import type { ConfigProblem } from '../config/mcp-config'
import { type EndpointInfo, keysFor, modelParams, type ModelListing, type ProbeResult } from './models'
import { type QuestionBatch, questionFeedParams, questionParams } from './questions'
import { contractError } from './rpc'
import { type StoriesBatch, storyParams, type StoryResults } from './stories'
import { type SecretList, secretParams } from './secrets'
import { type SettingsFile, settingsParams } from './settings'

/**
 * The one list of what a shell can ask of the host. The host checks every parameter against these schemas, because
 * whoever asks is untrusted; results are the host's own and are typed, not checked. Errors cross as `{ code, message
 * }`.
 */

const none = z.object({})
const byEpisode = z.object({ episodeId })

/** Who sends rules sends all of them. */
const pauseRules = pauseRuleTable.required()

export const startParams = z.object({
  /** Id of a story in the library, or the path of a story file. */
  game: z.string().min(1),
  player: playerKind,
  model: z.string().min(1).optional(),
  baseUrl: httpAddress.optional(),
  turnLimit: z.number().int().positive().optional(),
  seed: z.number().int().min(0).max(0x7fffffff).optional(),
  mcp: z.boolean().optional(),
  /** Start paused, so that the first step is the reader's. */
  paused: z.boolean().optional(),
  /** "watch" keeps to a pace that a person can follow; "batch" loses no time. */
  pace: z.enum(['watch', 'batch']).optional(),
  /** What pauses the agent after a turn; as zorkgpt.toml says if none are given. */
  pauseRules: pauseRules.optional(),
  /** These four as zorkgpt.toml says where they are not given. */
  onDeath: z.enum(ON_DEATH).optional(),
  handicap: z.enum(HANDICAPS).optional(),
  turnDelaySeconds: z.number().min(0).max(3600).optional(),
  explorerWordsPerSecond: z.number().min(0).max(10_000).optional(),
})
export type StartParams = Readonly<z.infer<typeof startParams>>

const forkParams = startParams
  .omit({ game: true, seed: true, onDeath: true, handicap: true })
  .partial({ player: true })
  .extend({
    episodeId,
    /** The last turn that both have in common; 0 for the opening. */
    turn: z.number().int().nonnegative(),
  })
export type ForkParams = Readonly<z.infer<typeof forkParams>>

/**
 * What becomes of MCP servers whose program nobody has agreed to on this machine: the start is refused with
 * `program_not_agreed`, or goes on without them.
 */
const newPrograms = z.enum(['refuse', 'leave_out']).default('refuse')
export type NewPrograms = z.infer<typeof newPrograms>

const presetName = z.string().trim().min(1, 'a preset needs a name').max(80)

const CONTROLS = ['pause', 'resume', 'step_turn', 'step_iteration', 'cancel_call', 'stop'] as const
export type ControlCommand = (typeof CONTROLS)[number]

export const params = {
  getAppInfo: none,
  ...storyParams,
  /** What the start sheet begins with: the last values, those of the settings, and the presets. */
  readStart: none,
  /** Replaces a preset of the same name. */
  savePreset: z.object({ name: presetName, params: startParams }),
  deletePreset: z.object({ name: presetName }),
  /** The text of a zorkgpt.toml that starts the same run. */
  exportRun: z.object({ params: startParams }),
  /** Refused with the reason if the text is no zorkgpt.toml or holds a key that there is not. */
  importRun: z.object({ text: z.string().max(100_000) }),
  /** The log of the recorded episode that a first start opens on. */
  readDemo: none,
  /** The reader has seen the first page and does not want it again. */
  dismissDemo: none,
  startEpisode: startParams.extend({ newPrograms, keysFor }),
  /**
   * Goes on with an episode that is not running, from its last complete turn. Refused with `damaged_log` for a log that
   * can be read up to a turn and not to its end, unless `fromLastGood`: then it is cut there, and kept beside the new
   * one as it was.
   */
  resumeEpisode: byEpisode.extend({
    newPrograms,
    keysFor,
    turnLimit: z.number().int().positive().optional(),
    pace: startParams.shape.pace,
    /** In the place of those in force so far. */
    pauseRules: startParams.shape.pauseRules,
    fromLastGood: z.boolean().optional(),
  }),
  /**
   * A new episode that begins with the turns of another and then goes its own way, with the same player unless another
   * is named. Refused with `no_turn` if that turn was not completed.
   */
  forkEpisode: forkParams.extend({ newPrograms, keysFor }),
  /**
   * `stop` also writes the end of an episode that was interrupted; everything else is refused with `not_running` unless
   * it runs.
   */
  controlEpisode: byEpisode.extend({ command: z.enum(CONTROLS) }),
  /** In force from the end of the turn that is being played. */
  setPauseRules: byEpisode.extend({ rules: pauseRules }),
  /** The words that a person who plays may need: all, and those that are commands. */
  readVocabulary: byEpisode,
  /**
   * The next action, said from outside. A person who plays is waited for: refused with `not_waiting` unless the episode
   * waits. Any other player is passed over for one turn, the next that begins; `reasoning` is kept with the action.
   */
  submitAction: byEpisode.extend({ action: z.string().max(1000), reasoning: z.string().max(4000).optional() }),
  /** The title is kept beside the log. An empty one gives the episode its own back. */
  renameEpisode: byEpisode.extend({ title: annotations.shape.title.unwrap() }),
  /** What the reader says of one turn now; what is not named stays as it was. */
  annotateTurn: byEpisode.extend({
    turn: turnAnnotation.shape.turn,
    change: turnAnnotation.omit({ turn: true }).partial(),
  }),
  /** Moves the episode to the trash folder of the data folder. Refused with code `running` while it is played. */
  deleteEpisode: byEpisode,
  restoreEpisode: byEpisode,
  readTrash: none,
  /** Erases these from the trash folder, for good. */
  eraseEpisodes: z.object({ episodeIds: z.array(episodeId) }),
  /** The page that an episode is put into to be given away, see `embedEpisode`. */
  readReplayPage: none,
  readMcpConfig: none,
  checkMcpConfig: z.object({ text: z.string().max(1_000_000) }),
  /** Refused with code `changed_on_disk` if the file is no longer the one that `version` named. */
  saveMcpConfig: z.object({
    text: z.string().max(1_000_000),
    version: z.string(),
    /**
     * Whether episodes that run now start the servers that changed anew, at their next turn, or keep what they have.
     */
    runningEpisodes: z.enum(['restart', 'keep']).default('restart'),
  }),
  /** Connects once to every configured server and lists its tools; `watchMcp` shows the progress. */
  probeMcpServers: none,
  ...mcpParams,
  ...questionParams,
  ...modelParams,
  ...settingsParams,
  ...secretParams,

  watchLibrary: none,
  /**
   * Enough of a long log to show all of it, before all of it is there; nothing if reading it whole takes no longer.
   * `aroundTurn` null: around the end. Refused with `too_long` if a window cannot keep all of it.
   */
  readOutline: byEpisode.extend({ aroundTurn: z.number().int().nonnegative().nullable() }),
  /**
   * From `fromSeq` on, then live. `draftLength` is how many characters of the open draft the viewer has already had.
   */
  watchEpisode: byEpisode.extend({
    fromSeq: z.number().int().nonnegative(),
    draftLength: z.number().int().nonnegative().default(0),
    /** Give what is only on disk as lines of the log. */
    asLines: z.boolean().default(false),
  }),
  watchMcp: none,
  ...mcpFeedParams,
  ...questionFeedParams,
} as const satisfies Record<CommandName | FeedName, z.ZodType>

type Params<Name extends CommandName | FeedName> = z.input<(typeof params)[Name]>

export interface AppInfo {
  readonly version: string
  readonly shell: 'electron' | 'web' | 'cli'
  readonly dataFolder: string
  /** Whether the shell has a dialog for `pickFolder`. */
  readonly canPickFolders: boolean
  /** Of what runs the host; null where there is none of it. */
  readonly versions: { readonly node: string; readonly electron: string | null; readonly chrome: string | null }
  /** Players that can be started now, and why the others cannot. */
  readonly players: readonly {
    readonly kind: z.infer<typeof playerKind>
    readonly label: string
    readonly unavailable: string | null
  }[]
}

/** One row of the library. `readable` false: the log could not be read, and `reason` says why. */
export interface LibraryEntry {
  readonly id: string
  readonly running: boolean
  /** Present where another program plays it: it can be watched, and not steered. */
  readonly elsewhere?: true
  readonly readable: boolean
  readonly summary: EpisodeSummary | null
  readonly annotations: Annotations
  readonly reason: string | null
}

export interface LibraryBatch {
  readonly changed: readonly LibraryEntry[]
  readonly removed: readonly string[]
  /**
   * Folders that hold a log and are not listed, because of their names: all of them, where they are others than before.
   */
  readonly skipped?: readonly string[]
  /** True with the last of the rows that there are now: what follows is change. */
  readonly live: boolean
}

export interface EpisodeBatch {
  readonly events: readonly EpisodeEvent[]
  /**
   * Instead of events, and only for a viewer that asked: whole lines of the log as they are on disk, UTF-8, each with
   * its line feed.
   */
  readonly bytes?: Uint8Array
  /** True once the viewer has caught up with what is on disk: what follows is live. */
  readonly live: boolean
  /**
   * `seq` of the last event that is on disk for good, of an episode that this host plays; left out where all that is
   * sent was read from there.
   */
  readonly savedSeq?: number
  /** What was wrong with the log and was left out, e.g. a torn last line. */
  readonly warning: string | null
}

/** Some events of a log, in order, as whole lines of it. */
export interface OutlineBatch {
  readonly bytes: Uint8Array
}

/** What the host remembers for the start of the next episode. */
export interface StartMemory {
  readonly last: StartParams | null
  /** Of the settings in force. */
  readonly defaults: StartParams
  readonly presets: readonly { readonly name: string; readonly params: StartParams }[]
  readonly demoIsDismissed: boolean
}

interface Results extends StoryResults {
  getAppInfo: AppInfo
  readStart: StartMemory
  savePreset: StartMemory
  deletePreset: StartMemory
  exportRun: string
  /** `passedOver` names what the file holds and a run does not. */
  importRun: { readonly params: StartParams; readonly passedOver: readonly string[] }
  readDemo: string
  dismissDemo: Record<string, never>
  startEpisode: { readonly episodeId: string }
  resumeEpisode: Record<string, never>
  forkEpisode: { readonly episodeId: string }
  controlEpisode: Record<string, never>
  setPauseRules: Record<string, never>
  submitAction: Record<string, never>
  readVocabulary: { readonly words: readonly string[]; readonly commands: readonly string[] }
  renameEpisode: Record<string, never>
  annotateTurn: Record<string, never>
  deleteEpisode: Record<string, never>
  restoreEpisode: Record<string, never>
  readTrash: readonly LibraryEntry[]
  eraseEpisodes: Record<string, never>
  readReplayPage: string
  readMcpConfig: McpConfigFile
  checkMcpConfig: readonly ConfigProblem[]
  saveMcpConfig: McpConfigFile
  probeMcpServers: Record<string, never>
  describeMcpServer: McpLaunchInfo
  listNewPrograms: readonly McpProgram[]
  agreeToPrograms: Record<string, never>
  answerQuestion: Record<string, never>
  withdrawAgreement: Record<string, never>
  /** `path` is null if none was chosen. */
  pickFolder: { readonly path: string | null }
  readMcpTools: readonly McpToolDetail[] | null
  findMcpImports: readonly McpImportSource[]
  keepImportedSecrets: Record<string, never>
  describeEndpoint: EndpointInfo
  listModels: readonly ModelListing[]
  readSettings: SettingsFile
  checkSetting: string | null
  saveSettings: SettingsFile
  setSecret: Record<string, never>
  listSecrets: SecretList
  deleteSecret: Record<string, never>
}

interface Batches {
  watchStories: StoriesBatch
  watchLibrary: LibraryBatch
  readOutline: OutlineBatch
  watchEpisode: EpisodeBatch
  watchMcp: McpBatch
  testMcpServer: McpTest
  watchMcpLog: McpLogBatch
  watchQuestions: QuestionBatch
  probeModel: ProbeResult
}

/** The host as every shell sees it: in process for the cli, over a port for a window. */
export type HostApi = {
  readonly [Name in CommandName]: (params: Params<Name>) => Promise<Results[Name]>
} & {
  readonly [Name in FeedName]: (params: Params<Name>, signal: AbortSignal) => AsyncIterable<Batches[Name]>
}

/** Parsed parameters, or a `ContractError` that names the field and what is wrong with it. */
export function checkParams(name: CommandName | FeedName, value: unknown): unknown {
  const result = params[name].safeParse(value ?? {})
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue?.path.join('.') || 'parameters'
  const kind = (commandNames as readonly string[]).includes(name) ? 'command' : 'feed'
  throw contractError('bad_params', `${field}: ${issue?.message ?? 'not valid'} (${kind} ${name}).`)
}
