import type { HostApi } from '@shared/contract/contract'
import type { Question } from '@shared/questions/question'
import { create } from 'zustand'

/** What MCP servers ask whoever is at this window, the oldest first. */
export const useQuestions = create<{ readonly questions: readonly Question[] }>()(() => ({ questions: [] }))

/** Those that were answered at this window. */
const answered = new Set<string>()
export const noteAnswered = (id: string): void => void answered.add(id)

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
      if (before && !questions.some(({ id }) => id === before.id) && !answered.delete(before.id)) tellOver(before)
      useQuestions.setState({ questions })
    }
  } finally {
    useQuestions.setState({ questions: [] })
  }
}
