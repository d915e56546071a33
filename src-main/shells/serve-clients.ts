import { messageOf } from '@shared/base/expected-error'
import { printError } from '../base/terminal/terminal'
import type { Host } from '../host/host'

/** Serves MCP clients if the settings allow it. The server is loaded on demand. A failure is printed. */
export async function serveClients(host: Host, dataFolder: string): Promise<{ close(): Promise<void> }> {
  const { enabled, port } = host.settings.mcp_server
  if (!enabled) return { close: async () => {} }
  try {
    const { serveHost } = await import('../servers/zorkgpt/serve-host')
    return await serveHost({ api: host.api, dataFolder, port, ownToken: process.env.ZORKGPT_MCP_TOKEN || null })
  } catch (error) {
    printError(`zorkgpt: MCP clients cannot connect to this app: ${messageOf(error)}`)
    return { close: async () => {} }
  }
}
