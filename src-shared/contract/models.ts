import { z } from 'zod'
import { MIND_PRESETS } from '../episode/log/mind-schema'
import type { ProbeRecord } from '../experiments/probe'
import { type ApiOf, command, feed } from './define'

const baseUrl = z.string().min(1).max(2000)
const model = z.string().min(1).max(200)

/** Maximum number of questions, and of commands, in one probe. */
export const MAX_PROBED = 500

/** The address that the user typed or confirmed. A key for any other address is refused with `key_not_agreed`. */
export const keysFor = baseUrl.optional()

/** A part of requests that a model refused. Later requests to this model leave it out until `forgetLeftOut`. */
export const leftOut = z.object({
  /** A key of the request, or of its messages, such as `temperature` or `cache_control`. */
  name: z.string().min(1).max(100),
  /** The replacement that is sent, another key or a looser format; null if none. */
  instead: z.string().max(100).nullable(),
  /** The endpoint's message. */
  reason: z.string().max(500),
  /** Time of the refusal, ISO 8601. */
  at: z.iso.datetime(),
})
export type LeftOut = Readonly<z.infer<typeof leftOut>>

export const models = {
  /** Forgets which parts of requests a model refused, so that they are sent again. */
  forgetLeftOut: command(z.object({ baseUrl, model })),
  describeEndpoint: command(z.object({ baseUrl, model: z.string().max(200) })).gives<EndpointInfo>(),
  /** Refused with `bad_key` if the endpoint rejects the key, with `not_received` for other failures. */
  listModels: command(z.object({ baseUrl, keysFor })).gives<readonly ModelListing[]>(),
  /**
   * Lets a model of this computer load and read the system prompt while the user chooses how to play; a later call
   * replaces an earlier one. Has no effect on other servers and models, or while an episode is played.
   */
  warmUp: command(z.object({ baseUrl, model, mind: z.enum(MIND_PRESETS).optional() })),
  /**
   * Tests what a model knows about a story without being shown it: the model answers questions about the map and writes
   * commands without seeing replies. The record is saved in the data folder, for reports. If model and address are
   * omitted, those of the settings are used.
   */
  probeKnowledge: feed(
    z.object({
      game: z.string().min(1).max(4096),
      model: model.optional(),
      baseUrl: baseUrl.optional(),
      questions: z.number().int().min(0).max(MAX_PROBED),
      commands: z.number().int().min(0).max(MAX_PROBED),
      keysFor,
    }),
  ).gives<KnowledgeProbeStep>(),
  /** Asks the model small questions, one at a time, until the caller stops. */
  probeModel: feed(z.object({ baseUrl, model, keysFor })).gives<ProbeResult>(),
}
export type ModelApi = ApiOf<typeof models>

export interface EndpointInfo {
  /** Name of the provider profile that shapes the requests. */
  readonly profile: string
  readonly keySecret: string
  readonly keyIsOptional: boolean
  readonly hasKey: boolean
  /** Sampling settings that are never sent to this endpoint or model. */
  readonly unsupported: readonly string[]
  /** The parts of requests that the model refused, in the order of the refusals. */
  readonly leftOut: readonly LeftOut[]
}

export interface ModelListing {
  readonly id: string
  /** Size of the context in tokens; null if the endpoint does not report it. */
  readonly contextLength: number | null
  /** Null if the endpoint does not report it. */
  readonly takesTools: boolean | null
}

export type KnowledgeProbeStep =
  | { readonly step: 'asked'; readonly number: number; readonly of: number }
  | { readonly step: 'done'; readonly record: ProbeRecord }

export const PROBES = ['answer', 'streaming', 'tools', 'json', 'reasoning'] as const
export type Probe = (typeof PROBES)[number]

/** The result of one question. `failed` means that it could not be asked. */
export interface ProbeResult {
  readonly probe: Probe
  readonly verdict: 'yes' | 'no' | 'failed'
  readonly detail: string
  /** Null if it follows from another answer. */
  readonly ms: number | null
}
