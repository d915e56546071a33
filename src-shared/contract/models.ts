import { z } from 'zod'
import { MIND_PRESETS } from '../episode/log/mind-schema'
import type { ProbeRecord } from '../experiments/probe'
import { type ApiOf, command, feed } from './define'

const baseUrl = z.string().min(1).max(2000)
const model = z.string().min(1).max(200)

/** The limit for the questions and for the commands of a probe. */
export const MAX_PROBED = 500

/** An address that the user typed or confirmed. A key for any other is refused with `key_not_agreed`. */
export const keysFor = baseUrl.optional()

/** A part of requests that a model refused. It is left out of later requests to this model until it is forgotten. */
export const leftOut = z.object({
  /** A key of the request, or of its messages, such as `temperature` or `cache_control`. */
  name: z.string().min(1).max(100),
  /** The replacement that is sent: another key, or a looser format; null for nothing. */
  instead: z.string().max(100).nullable(),
  /** The endpoint's own words. */
  reason: z.string().max(500),
  /** When it was learned, ISO 8601. */
  at: z.iso.datetime(),
})
export type LeftOut = Readonly<z.infer<typeof leftOut>>

export const models = {
  /** Forgets the refusals, so that these parts are sent again. */
  forgetLeftOut: command(z.object({ baseUrl, model })),
  describeEndpoint: command(z.object({ baseUrl, model: z.string().max(200) })).gives<EndpointInfo>(),
  /** Refused with `bad_key` if the endpoint rejects the key, with `not_received` for any other reason. */
  listModels: command(z.object({ baseUrl, keysFor })).gives<readonly ModelListing[]>(),
  /**
   * Has a model of this computer load and read the system prompt while the user chooses how to play; only the last call
   * counts. Does nothing for another kind of server, or a model elsewhere.
   */
  warmUp: command(z.object({ baseUrl, model, mind: z.enum(MIND_PRESETS).optional() })),
  /**
   * Asks the model about a story that it is not shown: about its map, and for a game written without seeing a reply.
   * The record is saved in the data folder, for reports. Model and address are those of the settings if omitted.
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
  /** How requests are made: the name of a provider profile. */
  readonly profile: string
  readonly keySecret: string
  readonly keyIsOptional: boolean
  readonly hasKey: boolean
  /** Sampling settings that are not sent there, or not to this model. */
  readonly unsupported: readonly string[]
  /** The parameters that the model refused, in the order in which that was learned. */
  readonly leftOut: readonly LeftOut[]
}

export interface ModelListing {
  readonly id: string
  /** In tokens; null if the endpoint does not report it. */
  readonly contextLength: number | null
  /** Null if the endpoint does not report it. */
  readonly takesTools: boolean | null
}

export type KnowledgeProbeStep =
  | { readonly step: 'asked'; readonly number: number; readonly of: number }
  | { readonly step: 'done'; readonly record: ProbeRecord }

export const PROBES = ['answer', 'streaming', 'tools', 'json', 'reasoning'] as const
export type Probe = (typeof PROBES)[number]

/** The result of one question. `failed`: it could not be asked. */
export interface ProbeResult {
  readonly probe: Probe
  readonly verdict: 'yes' | 'no' | 'failed'
  readonly detail: string
  /** Null if it was derived from another answer. */
  readonly ms: number | null
}
