import { z } from 'zod'
import type { Question } from '../mcp/questions/question'
import { type ApiOf, command, feed, none } from './define'

/** What MCP servers ask a person by way of the host, see `Question`. */

/** As long as the longest prompt that is looked through. */
const text = z.string().max(100_000)
const content = z.record(
  z.string().max(100),
  z.union([text, z.number(), z.boolean(), z.array(z.string().max(1000)).max(100)]),
)

export const questions = {
  /** Refused with `not_found` if it is no longer open, with `bad_input` if a field does not take what is given. */
  answerQuestion: command(
    z.object({
      id: z.string().max(100),
      answer: z.discriminatedUnion('action', [
        z.object({ action: z.literal('accept'), content }),
        z.object({ action: z.enum(['decline', 'cancel']) }),
      ]),
    }),
  ),
  /** Whoever reads it is there to answer: where nobody does, questions are cancelled at once. */
  watchQuestions: feed(none).gives<QuestionBatch>(),
}
export type QuestionApi = ApiOf<typeof questions>

/** All that are open, the oldest first. */
export interface QuestionBatch {
  readonly questions: readonly Question[]
}
