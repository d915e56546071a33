import type { HostApi } from '@shared/contract/contract'
import type { McpProgram, NewPrograms } from '@shared/contract/mcp'
import type { StrayKeys } from '@shared/base/expected-error'
import { isExpected } from '@shared/base/expected-error'
import { create } from 'zustand'

/** The fingerprints that were agreed to, of all or some or none of the programs; null: nothing is to be started. */
export type Answer = readonly string[] | null

/** Programs that an episode would start and nobody has agreed to: the reader is asked, see mcp/agree/AgreeSheet.tsx. */
interface Question {
  readonly programs: readonly McpProgram[]
  readonly answer: (answer: Answer) => void
}

/** Keys that would be sent where they were not given for, see settings/StrayKeysSheet.tsx. */
interface KeyQuestion {
  readonly stray: StrayKeys
  readonly answer: (mayBeSent: boolean) => void
}

interface Agreement {
  readonly question: Question | null
  readonly keyQuestion: KeyQuestion | null
}

export const useAgreement = create<Agreement>()(() => ({ question: null, keyQuestion: null }))

/** What the reader said yes to. */
export interface Consent {
  readonly newPrograms: NewPrograms
  /** The address that keys may be sent to. */
  readonly keysFor?: string
}

type AgreementApi = Pick<HostApi, 'listNewPrograms' | 'agreeToPrograms'>
type Start<Started> = (consent: Consent) => Promise<Started>

let underWay = 0

/**
 * Starts what the host may refuse to start before somebody agreed to new programs, or to where a key goes: then asks,
 * and starts it as was answered. Resolves to null if it is not to be started after all, and for the second press of a
 * double click: what that asks for is under way. `keysFor` is an address that the reader typed.
 */
export async function startAgreed<Started>(
  api: AgreementApi,
  start: Start<Started>,
  keysFor?: string,
): Promise<Started | null> {
  const { question, keyQuestion } = useAgreement.getState()
  // Who starts something else instead of answering a question means that.
  if (underWay > 0 && question === null && keyQuestion === null) return null
  underWay++
  try {
    return await startAsking(api, start, { newPrograms: 'refuse', ...(keysFor !== undefined && { keysFor }) })
  } finally {
    underWay--
  }
}

async function startAsking<Started>(
  api: AgreementApi,
  start: Start<Started>,
  consent: Consent,
): Promise<Started | null> {
  try {
    return await sendAgreed((keysFor) => start(keysFor === undefined ? consent : { ...consent, keysFor }))
  } catch (error) {
    if (!isExpected(error, 'program_not_agreed')) throw error
  }
  const programs = await api.listNewPrograms({ text: null })
  // Somebody agreed to them elsewhere meanwhile. To be refused again would be for another reason.
  if (programs.length === 0) return start(consent)
  const agreed = await ask(programs)
  if (agreed === null) return null
  if (agreed.length > 0) await api.agreeToPrograms({ fingerprints: [...agreed] })
  // The file may have got another one meanwhile, which is a question of its own.
  return startAsking(api, start, agreed.length < programs.length ? { ...consent, newPrograms: 'leave_out' } : consent)
}

/** Does what may send a key: asks first where the host refuses to send it. Resolves to null if it is not to be sent. */
export async function sendAgreed<Done>(
  send: (keysFor?: string) => Promise<Done>,
  keysFor?: string,
): Promise<Done | null> {
  try {
    return await send(keysFor)
  } catch (error) {
    if (!isExpected(error, 'key_not_agreed')) throw error
    const { detail: strayKeys } = error
    // It may be another address meanwhile, which is a question of its own.
    return (await askForKeys(strayKeys)) ? sendAgreed(send, strayKeys.address) : null
  }
}

function askForKeys(stray: StrayKeys): Promise<boolean> {
  dropQuestions()
  return new Promise((resolve) => {
    const answer = (mayBeSent: boolean) => {
      useAgreement.setState({ keyQuestion: null })
      resolve(mayBeSent)
    }
    useAgreement.setState({ keyQuestion: { stray, answer } })
  })
}

/** Who starts something else has dropped what was asked before. */
function dropQuestions(): void {
  const { question, keyQuestion } = useAgreement.getState()
  question?.answer(null)
  keyQuestion?.answer(false)
}

function ask(programs: readonly McpProgram[]): Promise<Answer> {
  dropQuestions()
  return new Promise((resolve) => {
    const answer = (given: Answer) => {
      useAgreement.setState({ question: null })
      resolve(given)
    }
    useAgreement.setState({ question: { programs, answer } })
  })
}
