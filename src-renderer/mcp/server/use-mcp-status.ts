import { useEffect, useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { McpBatch } from '@shared/contract/mcp'
import { useHostAbsence } from '../../session/connection/connection-store'
import { reasonOf } from '../draft/reason-of'
import { configStrings } from '../strings'

export interface McpStatus {
  /** Null until loaded. */
  readonly batch: McpBatch | null
  readonly failure: string | null
  readonly retry: () => void
}

/** The live status of every configured server while the component is mounted. */
export function useMcpStatus(api: HostApi): McpStatus {
  const [batch, setBatch] = useState<McpBatch | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const isAway = useHostAbsence() !== null
  useEffect(() => {
    // Resumes when the host is back.
    if (isAway) return undefined
    const abort = new AbortController()
    follow(api, abort.signal, setBatch).catch((error: unknown) => {
      if (!abort.signal.aborted) setFailure(configStrings.feedStopped(reasonOf(error)))
    })
    return () => {
      abort.abort()
      setFailure(null)
    }
  }, [api, attempt, isAway])
  return { batch, failure, retry: () => setAttempt(attempt + 1) }
}

async function follow(api: HostApi, signal: AbortSignal, onBatch: (batch: McpBatch) => void): Promise<void> {
  for await (const batch of api.watchMcp({}, signal)) onBatch(batch)
}
