import { useEffect, useState } from 'react'
import type { LocalModels } from '@shared/contract/local-models'
import { failureOf, useHostApi } from '../../session/connection/connection-store'

interface FollowedModels {
  /** Null until the host has answered. */
  readonly all: LocalModels | null
  readonly failure: string | null
}

/** The models on this computer, as they change. */
export function useLocalModels(): FollowedModels {
  const api = useHostApi()
  const [followed, setFollowed] = useState<FollowedModels>({ all: null, failure: null })
  useEffect(() => {
    if (api === null) return undefined
    const closing = new AbortController()
    const follow = async () => {
      for await (const all of api.watchLocalModels({}, closing.signal)) setFollowed({ all, failure: null })
    }
    follow().catch((error: unknown) => {
      const failure = failureOf(error, closing.signal)
      if (failure !== null) setFollowed((before) => ({ ...before, failure }))
    })
    return () => closing.abort()
  }, [api])
  return followed
}
