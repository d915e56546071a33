import type { QuestionApi } from '@shared/contract/questions'
import type { Questions } from '../../mcp/questions/questions'
import { maskFeed } from '../../secrets/mask-errors'
import type { SecretMask } from '../../secrets/secret-mask'

export function questionApi(questions: Questions, mask: SecretMask): QuestionApi {
  return {
    async answerQuestion({ id, answer }) {
      questions.answer(id, answer)
      return {}
    },
    watchQuestions: (_params, signal) => maskFeed(questions.watch(signal), mask),
  }
}
