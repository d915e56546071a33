import { z } from 'zod'
import { COMPACTION_METHODS, helperRole, mindRole } from './mind-schema'
import { LONGEST_NOTE } from './mind-state'

/** Events of the mind. Its parts read only the state block, so no event reveals what the player may not know. */

export { LONGEST_NOTE }

/** Longest reason for a verdict, in characters. */
export const LONGEST_REASON = 600
/** Maximum number of suggestions in a reflection, and of characters of each. */
export const MAX_TRIES = 3
export const LONGEST_TRY = 120
/** Maximum number of claims that are checked at the end of a turn. */
export const MAX_CHECKS = 100
const LONGEST_CHRONICLE = 400_000

export const NOTE_KINDS = ['object_at', 'exit', 'danger', 'recipe', 'puzzle', 'other'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

/** The author of a note or objective. An entry by a person counts as help. */
const AUTHORS = ['actor', 'reflector', 'person'] as const
const author = z.enum(AUTHORS)
export type Author = z.infer<typeof author>

const STUCK_SIGNALS = ['repeat', 'circle', 'camp', 'refusals', 'stall'] as const
export type StuckSignal = (typeof STUCK_SIGNALS)[number]

const turn = z.number().int().nonnegative()
const id = z.string().min(1).max(40)
const short = z.string().max(LONGEST_NOTE)
const reason = z.string().max(LONGEST_REASON)

/** How facts of a later turn decide an objective. Object and location are numbers. */
const objectiveCheck = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('visit'), location: z.number().int() }),
  z.object({ kind: z.literal('hold'), object: z.number().int() }),
  z.object({ kind: z.literal('score'), at_least: z.number() }),
  z.object({ kind: z.literal('none') }),
])
export type ObjectiveCheck = z.infer<typeof objectiveCheck>

/** A claim of the player, compared with the game's memory. Shown to the user only. */
const beliefCheck = z.object({
  /** Id of a note, "expect" for the actor's prediction, or "critic" for the critic's. */
  source: z.string().max(40),
  claim: short,
  /** `told`: the value in the state block; `truth`: the value in game memory. Null if it cannot be determined. */
  told: short.nullable(),
  truth: short.nullable(),
  verdict: z.enum(['right', 'stale', 'never_true', 'unknowable']),
  /** The turn in which the claim became stale. */
  since: turn.optional(),
})
export type BeliefCheck = z.infer<typeof beliefCheck>

const event = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.object({ event_type: z.literal(name), turn, ...shape })

export const mindEvents = [
  /** The system prompt of a role, recorded once per text, so that a replay needs no files of this version. */
  event('prompt_used', { role: mindRole, sha256: z.string(), text: z.string() }),
  /** `text` replaces the turns up to `to_turn`, from this turn's prompt on. */
  event('context_compacted', {
    from_turn: turn,
    to_turn: turn,
    method: z.enum(COMPACTION_METHODS),
    text: z.string().max(LONGEST_CHRONICLE),
    tokens_before: z.number().int().nonnegative(),
    tokens_after: z.number().int().nonnegative(),
  }),
  /** An action that must be judged before it is played. Attempts count from 1. */
  event('action_proposed', { attempt: z.number().int().positive(), action: z.string(), reasoning: z.string() }),
  event('critic_verdict', {
    attempt: z.number().int().positive(),
    by: z.enum(['rule', 'model']),
    verdict: z.enum(['accept', 'reject', 'abstain']),
    reason,
    /** The observation that the critic predicts; null if it predicts none. */
    predicted: short.nullable(),
  }),
  event('note_written', {
    id,
    /** Number of the location that it is about; null if it is about none. */
    place: z.number().int().nullable(),
    kind: z.enum(NOTE_KINDS),
    subject: short,
    value: short,
    text: short,
    /** `world`: true in every episode of the story. `episode`: true in this episode only. */
    lasts: z.enum(['world', 'episode']),
    by: author,
    from_turns: z.array(turn).max(20),
    /** The note that this one replaces; null if none. */
    supersedes: id.nullable(),
    /** True if the text was longer and was cut. */
    cut: z.boolean().optional(),
  }),
  /** The same was noted again. */
  event('note_confirmed', { id, by: author }),
  /**
   * `contradicted` by the state block, `crowded` out by other notes, or `taken_back` by its author. `by` is null for a
   * rule.
   */
  event('note_closed', { id, why: z.enum(['contradicted', 'crowded', 'taken_back']), by: author.nullable() }),
  event('objective_set', { id, text: short, by: author, check: objectiveCheck, cut: z.boolean().optional() }),
  /**
   * `met`: facts show it. `done`: its author reports it. `dropped`: given up. `stale`: not met for too long.
   * `evidence_turn`: the turn whose facts show it; null unless `met`.
   */
  event('objective_closed', {
    id,
    how: z.enum(['met', 'done', 'dropped', 'stale']),
    by: author.nullable(),
    evidence_turn: turn.nullable(),
  }),
  /** Level 0 means not stuck; level 4 is the highest. Recorded when the level or the signals change. */
  event('stuck_noticed', {
    level: z.number().int().min(0).max(4),
    signals: z.array(z.enum(STUCK_SIGNALS)),
    evidence_turns: z.array(turn).max(60),
  }),
  /** The reflector's opinion: why the player makes no progress, and what it should try. */
  event('reflection_made', { cause: reason, try_next: z.array(z.string().max(LONGEST_TRY)).max(MAX_TRIES) }),
  /** The helper is not called again in this episode. */
  event('role_disabled', { role: helperRole, reason }),
  /** Shown to the user only, like `location_surveyed`: no prompt is built from it. */
  event('beliefs_checked', { checks: z.array(beliefCheck).max(MAX_CHECKS) }),
] as const
