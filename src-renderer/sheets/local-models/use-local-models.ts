import { useCallback, useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { LocalModels } from '@shared/contract/local-models'
import { useHostFeed } from '../../session/connection/connection-store'

interface FollowedModels {
  /** Null until the host has answered. */
  readonly all: LocalModels | null
  readonly failure: string | null
}

/** The models on this computer, updated on each change. */
export function useLocalModels(): FollowedModels {
  const [followed, setFollowed] = useState<FollowedModels>({ all: null, failure: null })
  const follow = useCallback(async (api: HostApi, signal: AbortSignal) => {
    for await (const all of api.watchLocalModels({}, signal)) setFollowed({ all, failure: null })
  }, [])
  useHostFeed(follow, (failure) => failure !== null && setFollowed((before) => ({ ...before, failure })))
  return followed
}
