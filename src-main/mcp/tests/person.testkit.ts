import { type Answer, defaultsOf } from '@shared/mcp/questions/question'
import type { Asking, Questions } from '../questions/questions'

/** Somebody who is there, and what they were asked. Leaves every field as it is, unless told otherwise. */
export function aPerson(
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
