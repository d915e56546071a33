import type { HostApi } from '@shared/contract/contract'
import type { Answer, Question } from '@shared/mcp/questions/question'
import { create } from 'zustand'
import { reachHost } from './connection-store'

/** What MCP servers ask whoever is at this window, the oldest first. */
export const useQuestions = create<{ readonly questions: readonly Question[] }>()(() => ({ questions: [] }))

/** What was answered at this window, and whether the host took it. */
const answered = new Map<string, Promise<boolean>>()

/** Rejects as the host refuses it. */
export async function answerQuestion(id: string, answer: Answer): Promise<void> {
  const sent = reachHost().answerQuestion({
    id,
    answer: structuredClone(answer) as Parameters<HostApi['answerQuestion']>[0]['answer'],
  })
  // Noted before it is known: that the question is gone may be heard earlier than that the answer was taken.
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

/**
 * Keeps them true until `signal` aborts or the connection is lost. `tellOver` hears of the one that stood first and
 * ended without an answer from here.
 */
export async function followQuestions(
  api: HostApi,
  signal: AbortSignal,
  tellOver: (question: Question) => void,
): Promise<void> {
  try {
    for await (const { questions } of api.watchQuestions({}, signal)) {
      const [before] = useQuestions.getState().questions
      useQuestions.setState({ questions })
      if (before && !questions.some(({ id }) => id === before.id))
        void wasAnswered(before.id).then((isSo) => !isSo && tellOver(before))
    }
  } finally {
    useQuestions.setState({ questions: [] })
  }
}
