import type { HostApi } from '@shared/contract/contract'
import { useEffect, useState } from 'react'
import { useHostApi } from './connection-store'
import { failureOf } from './refusal'

/** Both are null until the host has answered. */
export interface Answered<Answer> {
  readonly answer: Answer | null
  readonly failure: string | null
}

/** What the host answers to a question, which is asked again when it is another, and of a host that is back. */
export function useAnswer<Answer>(ask: (api: HostApi) => Promise<Answer>): Answered<Answer> {
  const api = useHostApi()
  const [answered, setAnswered] = useState<Answered<Answer>>({ answer: null, failure: null })
  useEffect(() => {
    if (api === null) return undefined
    let isCurrent = true
    ask(api).then(
      (answer) => isCurrent && setAnswered({ answer, failure: null }),
      (error: unknown) => isCurrent && setAnswered({ answer: null, failure: failureOf(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [api, ask])
  return answered
}
