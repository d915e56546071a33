import { z } from 'zod'
import type { Question } from '../questions/question'

/** What MCP servers ask a person by way of the host, see `Question`. Part of contract.ts. */

/** As long as the longest prompt that is looked through. */
const text = z.string().max(100_000)
const content = z.record(
  z.string().max(100),
  z.union([text, z.number(), z.boolean(), z.array(z.string().max(1000)).max(100)]),
)

export const questionParams = {
  /** Refused with `no_question` if it is no longer open, with `bad_answer` if a field does not take what is given. */
  answerQuestion: z.object({
    id: z.string().max(100),
    answer: z.discriminatedUnion('action', [
      z.object({ action: z.literal('accept'), content }),
      z.object({ action: z.enum(['decline', 'cancel']) }),
    ]),
  }),
} as const

export const questionFeedParams = {
  /** Whoever reads it is there to answer: where nobody does, questions are cancelled at once. */
  watchQuestions: z.object({}),
} as const

/** All that are open, the oldest first. */
export interface QuestionBatch {
  readonly questions: readonly Question[]
}
