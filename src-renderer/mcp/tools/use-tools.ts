import { useEffect, useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { McpServerStatus, McpToolDetail } from '@shared/contract/mcp'
import type { ServerTest } from '../server/server-tests'

/**
 * The tools that the test found, or else those that the host knows of the saved server. They are loaded again when the
 * status has a new list.
 */
export function useTools(
  api: HostApi,
  server: string,
  status: McpServerStatus | null,
  test: ServerTest | null,
): readonly McpToolDetail[] | null {
  const [known, setKnown] = useState<readonly McpToolDetail[] | null>(null)
  const listed = status?.tools
  useEffect(() => {
    let current = true
    void api.readMcpTools({ server }).then(
      (tools) => current && setKnown(tools),
      () => current && setKnown(null),
    )
    return () => {
      current = false
    }
  }, [api, server, listed])
  return test?.test?.tools ?? known
}
