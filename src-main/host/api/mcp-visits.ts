import { ExpectedError } from '@shared/base/expected-error'
import type { McpVisitApi } from '@shared/contract/mcp-visits'
import type { McpConfigService } from '../../mcp/panel/mcp-config-service'
import type { Requests } from '../../mcp/visit/visit'
import { maskFeed } from '../../secrets/mask-errors'
import type { SecretMask } from '../../secrets/secret-mask'
import { openPorts } from './open-ports'

/** Sessions that a person has opened, by their ids. Masks all secrets of the host in the output of servers. */
export function mcpVisitApi(service: McpConfigService, mask: SecretMask): McpVisitApi {
  const visits = openPorts<Requests>(() => new ExpectedError('not_found', 'This session of the server is over.'))
  return {
    visitMcpServer: ({ text, server }, signal) =>
      maskFeed(
        visits.follow((onReady) => service.visit(text, server, signal, onReady)),
        mask,
      ),
    readMcpResource: async ({ visit, ...params }) => mask.deep(await visits.get(visit).readMcpResource(params)),
    followMcpResource: async ({ visit, ...params }) => visits.get(visit).followMcpResource(params),
    getMcpPrompt: async ({ visit, ...params }) => mask.deep(await visits.get(visit).getMcpPrompt(params)),
    completeMcpArgument: async ({ visit, ...params }) => mask.deep(await visits.get(visit).completeMcpArgument(params)),
  }
}
