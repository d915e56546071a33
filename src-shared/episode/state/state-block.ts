import { z } from 'zod'
import type { DeepReadonly } from '../../base/deep-readonly'
import { tryParseJson } from '../../base/json/bound-json'
import { gameObject } from '../../map/location-survey'
import { HANDICAPS } from '../log/event'

const OUTCOMES = [
  'unknown_word',
  'not_visible',
  'ambiguous',
  'refused',
  'no_op',
  'took',
  'opened_or_revealed',
  'moved',
  'dark',
  'attacked',
  'died',
  'game_over',
  'question',
  'other',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/**
 * The `state` block, which describes the situation to every player: one fenced JSON object in the newest user message.
 * Fields that the handicap level does not grant are absent, never null. Levels: L0 the text; L1 location, score, moves,
 * exits from the player's own moves; L2 inventory and the visible objects whose names were printed; L3 the parser's
 * words, listed once in the system message; L4 the actions that would change something; L5 turns that can be undone.
 * Readers ignore unknown fields.
 */
export const stateBlock = z.object({
  v: z.literal(1),
  handicap: z.enum(HANDICAPS),
  turn: z.number().int().positive(),
  turns_left: z.number().int().nonnegative().nullable(),
  /** Absent if the text is beside the block. */
  observation: z.string().optional(),
  last: z.object({ action: z.string(), outcome: z.enum(OUTCOMES), score_delta: z.number().optional() }).nullable(),
  location: gameObject.optional(),
  score: z.number().optional(),
  moves: z.number().optional(),
  exits: z
    .object({ known: z.record(z.string(), z.number().int()), tried: z.record(z.string(), z.number().int()) })
    .optional(),
  inventory: z.array(gameObject).optional(),
  visible: z.array(gameObject).optional(),
  /** The number of words only, because the words themselves would fill every message. */
  dictionary: z.object({ words: z.number().int().nonnegative(), listed_in: z.literal('system message') }).optional(),
  valid_actions: z.array(z.string()).optional(),
  undo: z.object({ turns: z.number().int().nonnegative() }).optional(),
})
/** A state block as parsed from a message. */
export type ParsedStateBlock = DeepReadonly<z.infer<typeof stateBlock>>
export interface StateBlock extends ParsedStateBlock {
  readonly observation: string
}

const FENCE = /```state\n([\s\S]*?)\n```/

export const formatStateBlock = (block: ParsedStateBlock): string => `\`\`\`state\n${JSON.stringify(block)}\n\`\`\``

/** The state block in a message; null if there is none that can be parsed. */
export function parseStateBlock(message: string): ParsedStateBlock | null {
  const json = FENCE.exec(message)?.[1]
  return json === undefined ? null : (stateBlock.safeParse(tryParseJson(json)).data ?? null)
}
