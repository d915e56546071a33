import { useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { McpBatch } from '@shared/contract/mcp'
import { useHostFeed } from '../../session/connection/connection-store'
import { configStrings } from '../strings'

export interface McpStatus {
  /** Null until loaded. */
  readonly batch: McpBatch | null
  readonly failure: string | null
  readonly retry: () => void
}

/** The live status of every configured server while the component is mounted. */
export function useMcpStatus(): McpStatus {
  const [batch, setBatch] = useState<McpBatch | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const create = () => async (api: HostApi, signal: AbortSignal) => {
    setFailure(null)
    for await (const next of api.watchMcp({}, signal)) setBatch(next)
  }
  /** A new function starts a new feed. */
  const [follow, setFollow] = useState(create)
  useHostFeed(follow, (reason) => setFailure(reason === null ? null : configStrings.feedStopped(reason)))
  return { batch, failure, retry: () => setFollow(create) }
}
