import { ExpectedError } from '@shared/base/expected-error'
import type { McpAppApi } from '@shared/contract/mcp-apps'
import type { AppPort } from '../../mcp/app-view/app-view'
import type { McpConfigService } from '../../mcp/panel/mcp-config-service'
import { maskFeed } from '../../secrets/mask-errors'
import type { SecretMask } from '../../secrets/secret-mask'
import { openPorts } from './open-ports'

/** Views of tools that a window shows, by their ids. Masks all secrets of the host in the output of servers. */
export function mcpAppApi(service: McpConfigService, mask: SecretMask): McpAppApi {
  const views = openPorts<AppPort>(() => new ExpectedError('not_found', 'This view is closed.'))
  return {
    openMcpApp: (opening, signal) =>
      maskFeed(
        views.follow((onReady) => service.openApp(opening, signal, onReady)),
        mask,
      ),
    async sendToMcpApp({ app, message }) {
      views.get(app).receive(message)
      return {}
    },
    async tellMcpApp({ app, result }) {
      views.get(app).tell(result)
      return {}
    },
  }
}
