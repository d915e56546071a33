import type { HostApi } from '@shared/contract/contract'
import type { McpProgram } from '@shared/contract/mcp'
import { useEffect, useState } from 'react'

/**
 * The programs that this text would let an episode start and nobody has agreed to; none until the host has answered.
 */
export function useNewPrograms(api: HostApi, text: string): readonly McpProgram[] {
  const [programs, setPrograms] = useState<readonly McpProgram[]>([])
  useEffect(() => {
    let current = true
    // Without an answer there is nothing to agree to here: the question comes again before anything is started.
    void api.listNewPrograms({ text }).then(
      (found) => current && setPrograms(found),
      () => current && setPrograms([]),
    )
    return () => {
      current = false
    }
  }, [api, text])
  return programs
}
