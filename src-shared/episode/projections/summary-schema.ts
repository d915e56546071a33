import { z } from 'zod'
import type { DeepReadonly } from '../../base/deep-readonly'
import { endKind, HANDICAPS, playerKind } from '../log/event'
import { MIND_PRESETS } from '../log/mind'
import { LONGEST_TEXT, MOST_TOOLS } from './summary'

const text = z.string().max(LONGEST_TEXT)
const count = z.number().int().nonnegative()
/** p50 and p95 in milliseconds; null where nothing was measured. */
const percentiles = z.object({ p50: z.number().nullable(), p95: z.number().nullable() })

/**
 * What an episode came to, as the library lists it and `zorkgpt play --json` prints it. Of a bounded size, whatever its
 * log holds.
 */
export const episodeSummary = z.object({
  id: text,
  startedAt: z.iso.datetime(),
  game: z.object({ title: text, sha256: text, release: z.number(), serial: text, version: z.number() }),
  player: z.object({ kind: playerKind, label: text, model: text.nullable() }),
  seed: z.number(),
  handicap: z.enum(HANDICAPS),
  /** What helped the model; null for players that have no mind, and for logs that say nothing of it. */
  mind: z.enum(MIND_PRESETS).nullable(),
  /** What it was played for; null for one that is no experiment's. */
  unit: z.object({ experiment: text, arm: text }).nullable(),
  /** Set if the first turns were copied from another episode; null if this one began by itself. */
  forkedFrom: z.object({ episodeId: text, turn: count }).nullable(),
  turns: count,
  turnLimit: count.nullable(),
  score: z.number().nullable(),
  maxScore: z.number().nullable(),
  moves: z.number().nullable(),
  deaths: count,
  locations: count,
  /** Name of the location that is the most exits away from the start; null where the machine told of none. */
  furthest: text.nullable(),
  iterations: count,
  toolCalls: count,
  /** How often each tool was called, by its name `server.tool`; null if the episode had no tools to call. */
  toolUse: z
    .record(text, count)
    .refine((tools) => Object.keys(tools).length <= MOST_TOOLS)
    .nullable(),
  llmCalls: count,
  tokens: z.object({ in: z.number(), out: z.number() }),
  costUsd: z.number().nullable(),
  problems: count,
  /** What a person did for the player; null where nobody helped it, or where a person is the player. */
  help: z.object({ turns: count, hints: count, discarded: count, notes: count }).nullable(),
  mcpWaitMs: percentiles,
  turnMs: percentiles,
  /** How long its own turns took together; pauses between them, and turns that a fork copied, do not count. */
  playedMs: z.number().nonnegative(),
  /** How it ended; null while it has not. */
  ended: endKind.nullable(),
  /** It has not ended, and waits to be let go on: also if nobody is there who could. */
  isPaused: z.boolean(),
  reason: text.nullable(),
})
export type EpisodeSummary = DeepReadonly<z.infer<typeof episodeSummary>>
