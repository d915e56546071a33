import type { QuestionApi } from '@shared/contract/questions'
import type { Questions } from '../../mcp/questions/questions'
import type { SecretMask } from '../../secrets/secret-mask'

export function questionApi(questions: Questions, mask: SecretMask): QuestionApi {
  return {
    async answerQuestion({ id, answer }) {
      questions.answer(id, answer)
      return {}
    },
    async *watchQuestions(_params, signal) {
      for await (const batch of questions.watch(signal)) yield mask.deep(batch)
    },
  }
}
