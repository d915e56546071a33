import { z } from 'zod'
import { sampling as sentSampling } from '../episode/log/chat'
import { DISGUISES, HANDICAPS, ON_DEATH, playerKind } from '../episode/log/event'
import { frozenKnowledge, KNOWLEDGE_LEVELS } from '../episode/log/knowledge-schema'
import { MIND_PRESETS } from '../episode/log/mind-schema'
import { pauseRules as pauseRuleTable } from '../episode/log/pause-rules-schema'
import { LONGEST_PROMPT } from '../episode/log/prompt-limit'
import { unitName } from '../episode/log/unit-name'
import { httpAddress } from '../settings/http-address'
import { settings } from '../settings/settings'
import { type ApiOf, command, none } from './define'
import { episodeId } from './episode-id'
import { newPrograms } from './mcp'
import { keysFor } from './models'

/** A caller must send all rules or none. */
export const pauseRules = pauseRuleTable.required()

const { temperature, top_p, top_k, min_p, max_tokens } = sentSampling.shape
/** Sampling settings of one episode; a null value is not sent. */
export const samplingChoices = z.strictObject({
  temperature: temperature.optional(),
  top_p: top_p.optional(),
  top_k: top_k.optional(),
  min_p: min_p.optional(),
  max_tokens: max_tokens.optional(),
  reasoning_effort: settings.shape.agent_sampling.unwrap().shape.reasoning_effort.unwrap().optional(),
})

export const startParams = z.object({
  /** Id of a stored story, or the path of a story file. */
  game: z.string().min(1).max(4096),
  player: playerKind,
  model: z.string().min(1).max(1000).optional(),
  baseUrl: httpAddress.optional(),
  turnLimit: z.number().int().positive().optional(),
  seed: z.number().int().min(0).max(0x7fffffff).optional(),
  mcp: z.boolean().optional(),
  /** Starts paused, so that the user takes the first step. */
  paused: z.boolean().optional(),
  /** "watch" runs at a pace that a person can follow; "batch" as fast as possible. */
  pace: z.enum(['watch', 'batch']).optional(),
  /** The rules that pause the player after a turn; as in zorkgpt.toml if omitted. */
  pauseRules: pauseRules.optional(),
  /** The preset of the mind; the rest of the table [mind] is as in zorkgpt.toml. */
  mind: z.enum(MIND_PRESETS).optional(),
  /** How much an AI model may know of earlier episodes; as in zorkgpt.toml if omitted. */
  knowledge: z.enum(KNOWLEDGE_LEVELS).optional(),
  /** Missing fields are as in zorkgpt.toml. */
  sampling: samplingChoices.optional(),
  /** These five are as in zorkgpt.toml if omitted. */
  onDeath: z.enum(ON_DEATH).optional(),
  disguise: z.enum(DISGUISES).optional(),
  handicap: z.enum(HANDICAPS).optional(),
  turnDelaySeconds: z.number().min(0).max(3600).optional(),
  explorerWordsPerSecond: z.number().min(0).max(10_000).optional(),
})
export type StartParams = Readonly<z.infer<typeof startParams>>

/** An episode of an experiment. The caller gives its name, so that a repeated start does not create a second one. */
const unitToStart = z.object({
  episodeId,
  experiment: unitName,
  arm: unitName,
  repeat: z.number().int().positive(),
  /** The system prompt, instead of the app's own. */
  prompt: z.string().max(LONGEST_PROMPT).nullable(),
  /** Its knowledge of earlier episodes, from the plan of the experiment. */
  knowledge: frozenKnowledge.nullable(),
})
export type UnitToStart = Readonly<z.infer<typeof unitToStart>>

/** A saved filter of the list of episodes: text, selection and order. */
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
  /** Initial values of the start sheet: the last start, the settings, and the presets. */
  readStart: command(none).gives<StartMemory>(),
  /** Replaces a preset of the same name. Refused with `not_possible` if there are too many. */
  savePreset: command(z.object({ name: presetName, params: startParams })).gives<StartMemory>(),
  deletePreset: command(z.object({ name: presetName })).gives<StartMemory>(),
  /** Replaces a filter of the same name. Refused with `not_possible` beyond the limit. */
  saveFilter: command(savedFilter).gives<StartMemory>(),
  deleteFilter: command(savedFilter.pick({ name: true })).gives<StartMemory>(),
  /** The text of a zorkgpt.toml that starts the same run. */
  exportRun: command(z.object({ params: startParams })).gives<string>(),
  /** Refused with the reason if the text is not a zorkgpt.toml, or has an unknown key. */
  importRun: command(z.object({ text: z.string().max(100_000) })).gives<ImportedRun>(),
  readDemo: command(none).gives<string>(),
  /** The user has closed the first page permanently. */
  dismissDemo: command(none),
}
export type StartApi = ApiOf<typeof start>

export interface DefaultModel {
  readonly model: string
  readonly baseUrl: string
}

export interface StartMemory {
  /** The last start without its model and endpoint, because a choice of these applies to one run only. */
  readonly last: StartParams | null
  readonly defaults: StartParams
  /** Default model and endpoint, from the settings in force. */
  readonly usualModel: DefaultModel
  /** Default turn limit of a start or a fork, from the settings in force. */
  readonly usualTurnLimit: number
  readonly presets: readonly { readonly name: string; readonly params: StartParams }[]
  readonly filters: readonly SavedFilter[]
  readonly demoIsDismissed: boolean
}

export interface ImportedRun {
  readonly params: StartParams
  /** Settings in the file that do not belong to a run. */
  readonly passedOver: readonly string[]
}
