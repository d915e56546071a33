import { create } from 'zustand'
import type { StrayKeys } from '@shared/base/expected-error'
import { isExpected } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { McpProgram, NewPrograms } from '@shared/contract/mcp'

/** Fingerprints of the programs that the user agreed to; null: do not start. */
export type AgreedFingerprints = readonly string[] | null

/** Programs that an episode would start and that lack consent, see mcp/agree/AgreeSheet.tsx. */
interface ProgramQuestion {
  readonly programs: readonly McpProgram[]
  readonly answer: (answer: AgreedFingerprints) => void
}

/** Keys that would be sent to an address they were not entered for, see settings/StrayKeysSheet.tsx. */
interface KeyQuestion {
  readonly stray: StrayKeys
  readonly answer: (mayBeSent: boolean) => void
}

interface Agreement {
  readonly question: ProgramQuestion | null
  readonly keyQuestion: KeyQuestion | null
}

export const useAgreement = create<Agreement>()(() => ({ question: null, keyQuestion: null }))

export interface Consent {
  readonly newPrograms: NewPrograms
  /** The address that keys may be sent to. */
  readonly keysFor?: string
}

type AgreementApi = Pick<HostApi, 'listNewPrograms' | 'agreeToPrograms'>
type Start<Started> = (consent: Consent) => Promise<Started>

let startsInProgress = 0
/** Fingerprints of programs that the user left out: forks do not ask about them again, new episodes do. */
const leftOut = new Set<string>()

/**
 * Starts, and asks the user first if the host requires consent to new programs or to the address of a key. Resolves to
 * null if the user declines, and for a second press while a start is in progress. `keysFor` is an address that the user
 * typed; `isFork`: it continues an episode that was asked about.
 */
export async function startAgreed<Started>(
  api: AgreementApi,
  start: Start<Started>,
  keysFor?: string,
  isFork = false,
): Promise<Started | null> {
  const { question, keyQuestion } = useAgreement.getState()
  // A new start replaces an open question.
  if (startsInProgress > 0 && question === null && keyQuestion === null) return null
  startsInProgress++
  try {
    return await startAsking(api, start, { newPrograms: 'refuse', ...(keysFor !== undefined && { keysFor }) }, isFork)
  } finally {
    startsInProgress--
  }
}

async function startAsking<Started>(
  api: AgreementApi,
  start: Start<Started>,
  consent: Consent,
  isFork: boolean,
): Promise<Started | null> {
  try {
    return await sendAgreed((keysFor) => start(keysFor === undefined ? consent : { ...consent, keysFor }))
  } catch (error) {
    if (!isExpected(error, 'program_not_agreed')) throw error
  }
  const programs = await api.listNewPrograms({ text: null })
  // Consent was given in another window meanwhile. A second refusal has another reason.
  if (programs.length === 0) return start(consent)
  if (isFork && programs.every(({ unagreed }) => leftOut.has(unagreed)))
    return startAsking(api, start, { ...consent, newPrograms: 'leave_out' }, false)
  const agreed = await ask<AgreedFingerprints>((answer) => ({ question: { programs, answer } }))
  if (agreed === null) return null
  for (const { unagreed } of programs) {
    if (agreed.includes(unagreed)) leftOut.delete(unagreed)
    else leftOut.add(unagreed)
  }
  if (agreed.length > 0) await api.agreeToPrograms({ fingerprints: [...agreed] })
  // The file may list another program by now, which needs its own question.
  const next: Consent = agreed.length < programs.length ? { ...consent, newPrograms: 'leave_out' } : consent
  return startAsking(api, start, next, isFork)
}

/** Runs `send`, and asks the user first if the host refuses to send a key. Resolves to null if the user declines. */
export async function sendAgreed<Done>(
  send: (keysFor?: string) => Promise<Done>,
  keysFor?: string,
): Promise<Done | null> {
  try {
    return await send(keysFor)
  } catch (error) {
    if (!isExpected(error, 'key_not_agreed')) throw error
    const { detail: strayKeys } = error
    // The address may have changed again, which needs its own question.
    return (await ask<boolean>((answer) => ({ keyQuestion: { stray: strayKeys, answer } })))
      ? sendAgreed(send, strayKeys.address)
      : null
  }
}

/** Shows a question, which dismisses the open one, and resolves to the answer. */
function ask<Answer>(questionWith: (answer: (given: Answer) => void) => Partial<Agreement>): Promise<Answer> {
  const { question, keyQuestion } = useAgreement.getState()
  question?.answer(null)
  keyQuestion?.answer(false)
  return new Promise((resolve) => {
    const answer = (given: Answer) => {
      useAgreement.setState({ question: null, keyQuestion: null })
      resolve(given)
    }
    useAgreement.setState(questionWith(answer))
  })
}
