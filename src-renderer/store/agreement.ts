import { isContractError } from '@shared/contract/channels'
import type { HostApi, NewPrograms } from '@shared/contract/contract'
import type { McpProgram } from '@shared/contract/mcp'
import { create } from 'zustand'

export type Answer = 'with' | 'without' | 'cancel'

/** Programs that an episode would start and nobody has agreed to: the reader is asked, see config/AgreeSheet.tsx. */
interface Question {
  readonly programs: readonly McpProgram[]
  readonly answer: (answer: Answer) => void
}

export const useAgreement = create<{ readonly question: Question | null }>()(() => ({ question: null }))

/** Starts what the host may refuse to start before somebody agreed to new programs: then asks, and starts it as was answered. Resolves to null if it is not to be started after all. */
export async function startAgreed<Started>(api: Pick<HostApi, 'listNewPrograms' | 'agreeToPrograms'>, start: (newPrograms: NewPrograms) => Promise<Started>): Promise<Started | null> {
  try {
    return await start('refuse')
  } catch (error) {
    if (!isContractError(error) || error.code !== 'program_not_agreed') throw error
  }
  const programs = await api.listNewPrograms({ text: null })
  const answer = programs.length === 0 ? 'with' : await ask(programs)
  if (answer === 'cancel') return null
  if (answer === 'without') return start('leave_out')
  if (programs.length > 0) await api.agreeToPrograms({ fingerprints: programs.map(({ unagreed }) => unagreed) })
  // The file may have got another one meanwhile, which is a question of its own.
  return startAgreed(api, start)
}

function ask(programs: readonly McpProgram[]): Promise<Answer> {
  // Who starts something else has dropped the question before.
  useAgreement.getState().question?.answer('cancel')
  return new Promise((resolve) => {
    const answer = (given: Answer) => {
      useAgreement.setState({ question: null })
      resolve(given)
    }
    useAgreement.setState({ question: { programs, answer } })
  })
}
