import { z } from 'zod'
import type { Question } from '../mcp/questions/question'
import { type ApiOf, command, feed, none } from './define'

const text = z.string().max(100_000)
const content = z.record(
  z.string().max(100),
  z.union([text, z.number(), z.boolean(), z.array(z.string().max(1000)).max(100)]),
)

export const questions = {
  /** Refused with `not_found` if the question is no longer open, with `bad_input` if a field rejects its value. */
  answerQuestion: command(
    z.object({
      id: z.string().max(100),
      answer: z.discriminatedUnion('action', [
        z.object({ action: z.literal('accept'), content }),
        z.object({ action: z.enum(['decline', 'cancel']) }),
      ]),
    }),
  ),
  /** Reading this feed shows that a person can answer. Without a reader, questions are cancelled immediately. */
  watchQuestions: feed(none).gives<QuestionBatch>(),
}
export type QuestionApi = ApiOf<typeof questions>

export interface QuestionBatch {
  readonly questions: readonly Question[]
}
