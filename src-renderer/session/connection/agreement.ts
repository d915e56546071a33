import { create } from 'zustand'
import type { StrayKeys } from '@shared/base/expected-error'
import { isExpected } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { McpProgram, NewPrograms } from '@shared/contract/mcp'

/** Fingerprints of the programs that the user agreed to; null if the user cancelled the start. */
export type AgreedFingerprints = readonly string[] | null

/** A question about programs that an episode would start without consent yet, see mcp/agree/AgreeSheet.tsx. */
interface ProgramQuestion {
  readonly programs: readonly McpProgram[]
  readonly answer: (answer: AgreedFingerprints) => void
}

/**
 * A question about keys that would be sent to another address than they were entered for, see
 * settings/StrayKeysSheet.tsx.
 */
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
  /** The address to which keys may be sent. */
  readonly keysFor?: string
}

type AgreementApi = Pick<HostApi, 'listNewPrograms' | 'agreeToPrograms'>
type Start<Started> = (consent: Consent) => Promise<Started>

let startsInProgress = 0
/** Fingerprints of programs that the user left out. New episodes ask about them again, forks do not. */
const leftOut = new Set<string>()

/**
 * Starts an episode. Asks the user first if the host requires consent to new programs or to the address of a key.
 * Resolves to null if the user declines, or if another start is in progress. `isFork` is true for an episode that
 * continues another one.
 */
export async function startAgreed<Started>(
  api: AgreementApi,
  start: Start<Started>,
  isFork = false,
): Promise<Started | null> {
  const { question, keyQuestion } = useAgreement.getState()
  // A new start replaces an open question; without a question, a second press does nothing.
  if (startsInProgress > 0 && question === null && keyQuestion === null) return null
  startsInProgress++
  try {
    return await startAsking(api, start, { newPrograms: 'refuse' }, isFork)
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
  // The user has given consent in another window. A second refusal then has another reason.
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
  // The file may list another program in the meantime, about which the user must be asked, too.
  const next: Consent = agreed.length < programs.length ? { ...consent, newPrograms: 'leave_out' } : consent
  return startAsking(api, start, next, isFork)
}

/**
 * Runs `send`. If the host refuses to send a key, asks the user and runs it again. Resolves to null if the user
 * declines.
 */
export async function sendAgreed<Done>(
  send: (keysFor?: string) => Promise<Done>,
  keysFor?: string,
): Promise<Done | null> {
  try {
    return await send(keysFor)
  } catch (error) {
    if (!isExpected(error, 'key_not_agreed')) throw error
    const { detail: strayKeys } = error
    // The address may have changed again; the user is then asked again.
    return (await ask<boolean>((answer) => ({ keyQuestion: { stray: strayKeys, answer } })))
      ? sendAgreed(send, strayKeys.address)
      : null
  }
}

/** Shows a question, dismissing an open one, and resolves to the answer. */
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
