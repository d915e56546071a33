import { setImmediate } from 'node:timers/promises'

/**
 * Loads session.ts when the first server is needed, because the MCP SDK is large. It is loaded in parts, with a turn of
 * the event loop between them, because loading it at once would block the host for up to 70 ms.
 */
export async function loadSession(): Promise<typeof import('./session')> {
  await import('@modelcontextprotocol/sdk/types.js')
  await setImmediate()
  await import('@modelcontextprotocol/sdk/shared/auth.js')
  await setImmediate()
  await import('@modelcontextprotocol/sdk/client/index.js')
  await setImmediate()
  return import('./session')
}
