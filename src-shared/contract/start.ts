import { z } from 'zod'
import { httpAddress } from '../settings/http-address'
import { HANDICAPS, ON_DEATH, playerKind } from '../episode/log/event'
import { MIND_PRESETS } from '../episode/log/mind'
import { pauseRules as pauseRuleTable } from '../episode/log/pause-rules-schema'
import { LONGEST_PROMPT } from '../episode/log/prompt-limit'
import { type ApiOf, command, none } from './define'
import { episodeId } from './episode-id'
import { newPrograms } from './mcp'
import { keysFor } from './models'

/** The start of an episode, and what the window keeps for the next one. */

/** Who sends rules sends all of them. */
export const pauseRules = pauseRuleTable.required()

export const startParams = z.object({
  /** Id of a story in the library, or the path of a story file. */
  game: z.string().min(1).max(4096),
  player: playerKind,
  model: z.string().min(1).max(1000).optional(),
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
  /** Which parts help a model to play; the rest of the table [mind] is as zorkgpt.toml says. */
  mind: z.enum(MIND_PRESETS).optional(),
  /** These four as zorkgpt.toml says where they are not given. */
  onDeath: z.enum(ON_DEATH).optional(),
  handicap: z.enum(HANDICAPS).optional(),
  turnDelaySeconds: z.number().min(0).max(3600).optional(),
  explorerWordsPerSecond: z.number().min(0).max(10_000).optional(),
})
export type StartParams = Readonly<z.infer<typeof startParams>>

/** An episode of an experiment: it has its name beforehand, so that asking again makes no second one. */
const unitToStart = z.object({
  episodeId,
  experiment: z.string().max(60),
  arm: z.string().max(60),
  repeat: z.number().int().positive(),
  /** What the model is told first, in the place of the app's own prompt. */
  prompt: z.string().max(LONGEST_PROMPT).nullable(),
})
export type UnitToStart = Readonly<z.infer<typeof unitToStart>>

/** A filter of the library that has a name, as the window reads it: words, which episodes, sorted by what. */
const savedFilter = z.object({
  name: z.string().trim().min(1, 'a filter needs a name').max(80),
  text: z.string().max(500),
  show: z.string().max(40),
  sort: z.string().max(40),
})
export type SavedFilter = Readonly<z.infer<typeof savedFilter>>
export const savedFilters = z.array(savedFilter).max(200)

const presetName = z.string().trim().min(1, 'a preset needs a name').max(80)

export const start = {
  startEpisode: command(startParams.extend({ newPrograms, keysFor, unit: unitToStart.optional() })).gives<{
    readonly episodeId: string
  }>(),
  /** What the start sheet begins with: the last values, those of the settings, and the presets. */
  readStart: command(none).gives<StartMemory>(),
  /** Replaces a preset of the same name. */
  savePreset: command(z.object({ name: presetName, params: startParams })).gives<StartMemory>(),
  deletePreset: command(z.object({ name: presetName })).gives<StartMemory>(),
  /** Replaces a filter of the same name. Refused with `not_possible` where there are too many. */
  saveFilter: command(savedFilter).gives<StartMemory>(),
  deleteFilter: command(savedFilter.pick({ name: true })).gives<StartMemory>(),
  /** The text of a zorkgpt.toml that starts the same run. */
  exportRun: command(z.object({ params: startParams })).gives<string>(),
  /** Refused with the reason if the text is no zorkgpt.toml or holds a key that there is not. */
  importRun: command(z.object({ text: z.string().max(100_000) })).gives<ImportedRun>(),
  /** The log of the recorded episode that a first start opens on. */
  readDemo: command(none).gives<string>(),
  /** The reader has seen the first page and does not want it again. */
  dismissDemo: command(none),
}
export type StartApi = ApiOf<typeof start>

/** A model by its name, and the address of the endpoint it is asked at. */
export interface UsualModel {
  readonly model: string
  readonly baseUrl: string
}

/** What the host remembers for the start of the next episode. */
export interface StartMemory {
  /** Without model and endpoint: what one run had in the place of the settings is not the next one's. */
  readonly last: StartParams | null
  /** Of the settings in force. */
  readonly defaults: StartParams
  /** Which model is asked, and where, unless a start names another: of the settings in force. */
  readonly usualModel: UsualModel
  readonly presets: readonly { readonly name: string; readonly params: StartParams }[]
  readonly filters: readonly SavedFilter[]
  readonly demoIsDismissed: boolean
}

export interface ImportedRun {
  readonly params: StartParams
  /** What the file holds and a run does not. */
  readonly passedOver: readonly string[]
}
