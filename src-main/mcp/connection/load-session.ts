import { setImmediate } from 'node:timers/promises'

/**
 * Loads session.ts with the first server, because the MCP SDK is large. Each part is a task of its own: together they
 * would block the host for up to 70 ms.
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
