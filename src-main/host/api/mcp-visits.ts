import { ExpectedError } from '@shared/base/expected-error'
import type { McpVisitApi } from '@shared/contract/mcp-visits'
import type { McpConfigService } from '../../mcp/panel/mcp-config-service'
import type { Requests } from '../../mcp/visit/visit'
import { maskFeed } from '../../secrets/mask-errors'
import type { SecretMask } from '../../secrets/secret-mask'

/** Sessions that a person has opened, by their ids. Masks the output of servers with all secrets of the host. */
export function mcpVisitApi(service: McpConfigService, mask: SecretMask): McpVisitApi {
  const open = new Map<string, Requests>()
  const requestsIn = (id: string): Requests => {
    const requests = open.get(id)
    if (!requests) throw new ExpectedError('not_found', 'This session of the server is over.')
    return requests
  }
  async function* follow(text: string | null, server: string, signal: AbortSignal) {
    const ids = new Set<string>()
    try {
      yield* service.visit(text, server, signal, (id, requests) => {
        ids.add(id)
        open.set(id, requests)
      })
    } finally {
      for (const id of ids) open.delete(id)
    }
  }
  return {
    visitMcpServer: ({ text, server }, signal) => maskFeed(follow(text, server, signal), mask),
    readMcpResource: async ({ visit, ...params }) => mask.deep(await requestsIn(visit).readMcpResource(params)),
    followMcpResource: async ({ visit, ...params }) => requestsIn(visit).followMcpResource(params),
    getMcpPrompt: async ({ visit, ...params }) => mask.deep(await requestsIn(visit).getMcpPrompt(params)),
    completeMcpArgument: async ({ visit, ...params }) => mask.deep(await requestsIn(visit).completeMcpArgument(params)),
  }
}
