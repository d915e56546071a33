import { useEffect, useRef, useState } from 'react'
import { isExpected } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { McpVisit } from '@shared/contract/mcp-visits'
import { reasonOf } from '../draft/reason-of'

export interface Visiting {
  /** Null if no session was opened yet. */
  readonly visit: McpVisit | null
  /** Why no session could be opened; null if there is no reason. */
  readonly refusal: string | null
  /** True if a person must first agree to the program. */
  readonly isUnagreed: boolean
  /** Opens a session of the server as this text defines it; null for the saved file. Closes the previous session. */
  readonly open: (text: string | null) => void
  readonly close: () => void
}

/** A session of a server that a person opens. It ends with the component. */
export function useVisit(api: HostApi, server: string): Visiting {
  const [visit, setVisit] = useState<McpVisit | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isUnagreed, setIsUnagreed] = useState(false)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const close = () => {
    stop.current?.abort()
    stop.current = null
    setVisit(null)
    setIsUnagreed(false)
  }
  const open = (text: string | null) => {
    close()
    setRefusal(null)
    const abort = new AbortController()
    stop.current = abort
    const follow = async () => {
      for await (const state of api.visitMcpServer({ text, server }, abort.signal))
        if (!abort.signal.aborted) setVisit(state)
    }
    follow().catch((error: unknown) => {
      if (abort.signal.aborted) return
      if (isExpected(error, 'program_not_agreed')) setIsUnagreed(true)
      else setRefusal(reasonOf(error))
    })
  }
  return { visit, refusal, isUnagreed, open, close }
}
