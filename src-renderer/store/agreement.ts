import { isContractError } from '@shared/contract/channels'
import type { HostApi, NewPrograms } from '@shared/contract/contract'
import type { McpProgram } from '@shared/contract/mcp'
import { create } from 'zustand'

/** The fingerprints that were agreed to, of all or some or none of the programs; null: nothing is to be started. */
export type Answer = readonly string[] | null

/** Programs that an episode would start and nobody has agreed to: the reader is asked, see config/AgreeSheet.tsx. */
interface Question {
  readonly programs: readonly McpProgram[]
  readonly answer: (answer: Answer) => void
}

export const useAgreement = create<{ readonly question: Question | null }>()(() => ({ question: null }))

type AgreementApi = Pick<HostApi, 'listNewPrograms' | 'agreeToPrograms'>
type Start<Started> = (newPrograms: NewPrograms) => Promise<Started>

let underWay = 0

/**
 * Starts what the host may refuse to start before somebody agreed to new programs: then asks, and starts it as was answered. Resolves to null
 * if it is not to be started after all, and for the second press of a double click: what that asks for is under way.
 */
export async function startAgreed<Started>(api: AgreementApi, start: Start<Started>): Promise<Started | null> {
  // Who starts something else instead of answering a question means that.
  if (underWay > 0 && useAgreement.getState().question === null) return null
  underWay++
  try {
    return await startAsking(api, start)
  } finally {
    underWay--
  }
}

async function startAsking<Started>(api: AgreementApi, start: Start<Started>): Promise<Started | null> {
  try {
    return await start('refuse')
  } catch (error) {
    if (!isContractError(error) || error.code !== 'program_not_agreed') throw error
  }
  const programs = await api.listNewPrograms({ text: null })
  // Somebody agreed to them elsewhere meanwhile. To be refused again would be for another reason.
  if (programs.length === 0) return start('refuse')
  const agreed = await ask(programs)
  if (agreed === null) return null
  if (agreed.length > 0) await api.agreeToPrograms({ fingerprints: [...agreed] })
  if (agreed.length < programs.length) return start('leave_out')
  // The file may have got another one meanwhile, which is a question of its own.
  return startAsking(api, start)
}

function ask(programs: readonly McpProgram[]): Promise<Answer> {
  // Who starts something else has dropped the question before.
  useAgreement.getState().question?.answer(null)
  return new Promise((resolve) => {
    const answer = (given: Answer) => {
      useAgreement.setState({ question: null })
      resolve(given)
    }
    useAgreement.setState({ question: { programs, answer } })
  })
}
