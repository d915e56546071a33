import { z } from 'zod'
import type { DeepReadonly } from '../base/deep-readonly'

/**
 * A probe finds what a model knew of a story before it played: `recital` is what it recites of the map, `blind` the
 * score of commands that it writes without seeing a reply (docs/knowledge.md).
 */

const name = z.string().max(200)
const count = z.number().int().nonnegative()

/** A question about the map, with the answer of the model; null if it gave none. */
const recitedPassage = z.object({
  from: name,
  direction: name,
  to: name,
  answer: z.string().max(500).nullable(),
})
export type RecitedPassage = Readonly<z.infer<typeof recitedPassage>>

/** The file of a probe. Another probe of the same model and story replaces it. */
export const probeRecord = z.object({
  format: z.literal(1),
  at: z.iso.datetime(),
  app_version: z.string(),
  story: z.object({ title: z.string(), sha256: z.string() }),
  model: z.string(),
  base_url: z.string(),
  recital: z.object({
    questions: count,
    right: count,
    /** The share of right answers that the same answers would have to questions in another order. */
    by_chance: z.number(),
    /** 1: every answer is right; 0: no better than by chance; null where that cannot be told. */
    value: z.number().nullable(),
  }),
  blind: z.object({
    /** Commands that were played; the story may end before the last. */
    played: count,
    score: z.number().nullable(),
    max_score: z.number().nullable(),
    ended: z.boolean(),
  }),
  answers: z.array(recitedPassage).max(1000),
  commands: z.array(z.string().max(1000)).max(1000),
  tokens: z.object({ in: z.number(), out: z.number() }),
  cost_usd: z.number().nullable(),
})
export type ProbeRecord = DeepReadonly<z.infer<typeof probeRecord>>

/** The share of right answers, corrected for chance as by Cohen's kappa: always the same room is worth nothing. */
export function recitalOf(answers: readonly RecitedPassage[]): ProbeRecord['recital'] {
  const right = answers.filter(({ answer, to }) => isSame(answer, to)).length
  const pairs = answers.flatMap(({ answer }) => answers.map(({ to }) => isSame(answer, to)))
  const byChance = pairs.length === 0 ? 0 : pairs.filter(Boolean).length / pairs.length
  const value = answers.length === 0 || byChance === 1 ? null : (right / answers.length - byChance) / (1 - byChance)
  return { questions: answers.length, right, by_chance: byChance, value }
}

const isSame = (answer: string | null, room: string): boolean =>
  answer !== null && plain(answer) !== '' && plain(answer) === plain(room)

/** Without case, signs and a leading article. */
const plain = (text: string): string =>
  (text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []).join(' ').replace(/^(?:the|an?) (?=\S)/, '')

/** The share of the story's points; null if it has none. */
export const blindShareOf = ({ blind: { score, max_score: most } }: Pick<ProbeRecord, 'blind'>): number | null =>
  score === null || most === null || most <= 0 ? null : score / most
