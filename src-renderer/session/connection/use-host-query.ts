import type { HostApi } from '@shared/contract/contract'
import { useEffect, useState } from 'react'
import { useHostApi } from './connection-store'
import { failureOf } from './refusal'

/** Both are null until the host has answered. */
export interface HostQuery<Answer> {
  readonly answer: Answer | null
  readonly failure: string | null
}

/** Queries the host, again whenever `ask` changes or the host is back. */
export function useHostQuery<Answer>(ask: (api: HostApi) => Promise<Answer>): HostQuery<Answer> {
  const api = useHostApi()
  const [answered, setAnswered] = useState<HostQuery<Answer>>({ answer: null, failure: null })
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
