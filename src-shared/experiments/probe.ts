import { z } from 'zod'
import type { DeepReadonly } from '../base/deep-readonly'

/**
 * A probe measures what a model knows about a story before playing it. `recital` rates its answers about the map,
 * `blind` the commands that it wrote without seeing replies (docs/knowledge.md).
 */

const name = z.string().max(200)
const count = z.number().int().nonnegative()

/** A question about the map and the model's answer; null if it gave none. */
const recitedPassage = z.object({
  from: name,
  direction: name,
  to: name,
  answer: z.string().max(500).nullable(),
})
export type RecitedPassage = Readonly<z.infer<typeof recitedPassage>>

/** The file of a probe. A later probe of the same model and story replaces it. */
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
    /** The expected share of right answers if the same answers were assigned to the questions at random. */
    by_chance: z.number(),
    /** 1 if every answer is right, 0 if they are no better than chance; null if that cannot be determined. */
    value: z.number().nullable(),
  }),
  blind: z.object({
    /** Number of played commands; the story may end before the last one. */
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

/** The share of right answers, corrected for chance like Cohen's kappa: the same answer to every question scores 0. */
export function recitalOf(answers: readonly RecitedPassage[]): ProbeRecord['recital'] {
  const right = answers.filter(({ answer, to }) => isSame(answer, to)).length
  const pairs = answers.flatMap(({ answer }) => answers.map(({ to }) => isSame(answer, to)))
  const byChance = pairs.length === 0 ? 0 : pairs.filter(Boolean).length / pairs.length
  const value = answers.length === 0 || byChance === 1 ? null : (right / answers.length - byChance) / (1 - byChance)
  return { questions: answers.length, right, by_chance: byChance, value }
}

const isSame = (answer: string | null, room: string): boolean =>
  answer !== null && plain(answer) !== '' && plain(answer) === plain(room)

/** Ignores case, punctuation and a leading article. */
const plain = (text: string): string =>
  (text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []).join(' ').replace(/^(?:the|an?) (?=\S)/, '')

/** The share of the story's maximum score; null if it is unknown. */
export const blindShareOf = ({ blind: { score, max_score: most } }: Pick<ProbeRecord, 'blind'>): number | null =>
  score === null || most === null || most <= 0 ? null : score / most
