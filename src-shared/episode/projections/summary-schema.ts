import { z } from 'zod'
import type { DeepReadonly } from '../../base/deep-readonly'
import { DISGUISES, endKind, HANDICAPS, playerKind } from '../log/event'
import { KNOWLEDGE_LEVELS } from '../log/knowledge-schema'
import { MIND_PRESETS } from '../log/mind-schema'
import { LONGEST_SERVER_NAME, MAX_FAILED_TURNS, MAX_SERVERS } from './server-health'
import { LONGEST_TEXT, MAX_TOOLS } from './summary'

const text = z.string().max(LONGEST_TEXT)
const count = z.number().int().nonnegative()
/** p50 and p95 in milliseconds; null if nothing was measured. */
const percentiles = z.object({ p50: z.number().nullable(), p95: z.number().nullable() })

/** A person's help to the player of an episode. */
export const episodeHelp = z.object({ turns: count, hints: count, discarded: count, notes: count })

/** The result of an episode, as listed and as printed by `--json`. Its size is bounded, whatever the log contains. */
export const episodeSummary = z.object({
  id: text,
  startedAt: z.iso.datetime(),
  game: z.object({ title: text, sha256: text, release: z.number(), serial: text, version: z.number() }),
  player: z.object({ kind: playerKind, label: text, model: text.nullable() }),
  seed: z.number(),
  handicap: z.enum(HANDICAPS),
  disguise: z.enum(DISGUISES),
  /** Preset of the mind; null for players without one, and for logs that do not record it. */
  mind: z.enum(MIND_PRESETS).nullable(),
  /** Level and version of its knowledge of earlier episodes; null for players without a mind. */
  knowledge: z.object({ level: z.enum(KNOWLEDGE_LEVELS), sha256: text.nullable() }).nullable(),
  /** The experiment that it was played for; null if none. */
  unit: z.object({ experiment: text, arm: text }).nullable(),
  /** The episode from which the first turns were copied; null if none. */
  forkedFrom: z
    .object({
      episodeId: text,
      turn: count,
      /** Its first action after the copied turns; absent before that, and from older summaries. */
      action: text.optional(),
      hasOwnSeed: z.boolean().optional(),
      /** Number of the new answer, if the player answered a turn again. */
      answer: count.optional(),
    })
    .nullable(),
  /** The turns of a cut copy; absent for a whole episode. */
  part: z.object({ from: count, to: count, of: count.nullable() }).optional(),
  turns: count,
  turnLimit: count.nullable(),
  score: z.number().nullable(),
  maxScore: z.number().nullable(),
  moves: z.number().nullable(),
  deaths: count,
  locations: count,
  /** Name of the location most exits away from the start; null if the machine reports no locations. */
  furthest: text.nullable(),
  iterations: count,
  toolCalls: count,
  /** Number of calls by tool name, `server.tool`; null if the episode had no tools. */
  toolUse: z
    .record(text, count)
    .refine((tools) => Object.keys(tools).length <= MAX_TOOLS)
    .nullable(),
  /** Figures about each MCP server by name, see `ServerHealth`. */
  servers: z
    .record(
      z.string().max(LONGEST_SERVER_NAME),
      z.object({
        calls: count,
        failures: count,
        failedStarts: count,
        answerMs: percentiles,
        failedTurns: z.array(count).max(MAX_FAILED_TURNS),
      }),
    )
    .refine((servers) => Object.keys(servers).length <= MAX_SERVERS),
  llmCalls: count,
  tokens: z.object({ in: z.number(), out: z.number() }),
  costUsd: z.number().nullable(),
  problems: count,
  /** A person's help to the player; null without help, or if a person is the player. */
  help: episodeHelp.nullable(),
  /** Turns in which the player named something that it had not read; null if this was not checked. */
  foreknowledge: z.object({ turns: count, checked: count }).nullable(),
  mcpWaitMs: percentiles,
  turnMs: percentiles,
  /** Total duration of its turns, without pauses between them and without turns that a fork copied. */
  playedMs: z.number().nonnegative(),
  /** How the episode ended; null if it has not. */
  ended: endKind.nullable(),
  /** True if it has not ended and waits to be resumed. */
  isPaused: z.boolean(),
  reason: text.nullable(),
})
export type EpisodeSummary = DeepReadonly<z.infer<typeof episodeSummary>>
