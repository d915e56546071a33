import { useEffect, useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { McpLaunchInfo } from '@shared/contract/mcp'
import { NOTHING_TO_RUN } from '@shared/contract/nothing-to-run'
import type { SecretList } from '@shared/contract/secrets'
import { useHostAbsence } from '../../session/connection/connection-store'
import { reasonOf } from '../draft/reason-of'

const ASK_AFTER_MS = 200

/**
 * Describes what the entry would run. Updated after changes of the text, the secrets or the agreements; null until
 * loaded.
 */
export function useLaunchInfo(
  api: HostApi,
  text: string,
  server: string,
  agreements: number,
  secrets?: SecretList | null,
): McpLaunchInfo | null {
  const [info, setInfo] = useState<McpLaunchInfo | null>(null)
  const isAway = useHostAbsence() !== null
  useEffect(() => {
    if (isAway) return undefined
    let current = true
    const show = (next: McpLaunchInfo) => current && setInfo(next)
    const timer = setTimeout(
      () =>
        void api
          .describeMcpServer({ text, server })
          .then(show, (error: unknown) => show({ ...NOTHING_TO_RUN, fault: reasonOf(error) })),
      ASK_AFTER_MS,
    )
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [api, text, server, agreements, secrets, isAway])
  return info
}
