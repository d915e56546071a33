import { create } from 'zustand'
import type { HostApi } from '@shared/contract/contract'
import type { Answer, Question } from '@shared/mcp/questions/question'
import { reachHost } from './connection-store'

/** Questions of MCP servers to the user, oldest first. */
export const useServerQuestions = create<{ readonly questions: readonly Question[] }>()(() => ({ questions: [] }))

/** Whether the host accepted each answer given in this window, by the id of the question. */
const answered = new Map<string, Promise<boolean>>()

/** Sends an answer. Rejects if the host refuses it. */
export async function answerQuestion(id: string, answer: Answer): Promise<void> {
  const sent = reachHost().answerQuestion({
    id,
    answer: structuredClone(answer) as Parameters<HostApi['answerQuestion']>[0]['answer'],
  })
  // Recorded before the host replies, because the feed may drop the question before the reply arrives.
  answered.set(
    id,
    sent.then(
      () => true,
      () => false,
    ),
  )
  await sent
}

async function wasAnswered(id: string): Promise<boolean> {
  const taken = (await answered.get(id)) ?? false
  answered.delete(id)
  return taken
}

/** Follows the questions. `onEnded` receives the oldest question if it ends without an answer from this window. */
export async function followQuestions(
  api: HostApi,
  signal: AbortSignal,
  onEnded: (question: Question) => void,
): Promise<void> {
  try {
    for await (const { questions } of api.watchQuestions({}, signal)) {
      const [before] = useServerQuestions.getState().questions
      useServerQuestions.setState({ questions })
      if (before && !questions.some(({ id }) => id === before.id))
        void wasAnswered(before.id).then((isAnswered) => !isAnswered && onEnded(before))
    }
  } finally {
    useServerQuestions.setState({ questions: [] })
  }
}
