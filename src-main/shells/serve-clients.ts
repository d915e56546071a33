import type { Host } from '../host/host'
import { printError } from '../base/terminal/terminal'

/**
 * Lets MCP clients reach the host of an open window, if the settings want it. A window is of use without: what goes
 * wrong is said on standard error. Loaded only then, for a window should not wait for it.
 */
export async function serveClients(host: Host, dataFolder: string): Promise<{ close(): Promise<void> }> {
  const { enabled, port } = host.settings.mcp_server
  if (!enabled) return { close: async () => {} }
  try {
    const { serveHost } = await import('../servers/zorkgpt/serve-host')
    return await serveHost({ api: host.api, dataFolder, port, ownToken: process.env.ZORKGPT_MCP_TOKEN || null })
  } catch (error) {
    printError(
      `zorkgpt: MCP clients cannot reach this window: ${error instanceof Error ? error.message : String(error)}`,
    )
    return { close: async () => {} }
  }
}
