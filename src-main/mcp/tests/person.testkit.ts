import { type Answer, defaultsOf } from '@shared/mcp/questions/question'
import type { Asking, Questions } from '../questions/questions'

/** A person who answers, and the questions asked so far. Without `answer`, every field keeps its default. */
export function answeringPerson(
  answer: (asking: Asking) => Answer | Promise<Answer> = ({ fields }) => ({
    action: 'accept',
    content: defaultsOf(fields),
  }),
) {
  const asked: Asking[] = []
  const ask: Questions['ask'] = async (asking) => {
    asked.push(asking)
    return answer(asking)
  }
  return { asked, ask }
}
