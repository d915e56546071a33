import { ExpectedError } from '@shared/base/expected-error'
import { visibleLine } from '@shared/base/visible-text'
import { isLoopback, isProtected } from '@shared/base/web-address'
import { boundFetch } from '../../base/limits/bound-fetch'

export const MAX_ANSWER_BYTES = 256 * 1024
export const ANSWER_MS = 15_000

/**
 * A `fetch` for metadata and token requests to the authorization server that `serverUrl` names. Answers and time are
 * limited. It throws for addresses that `refuseAddress` refuses, and sends no headers or cookies of the MCP server.
 */
export function authorizationFetch(serverUrl: string, signal?: AbortSignal | null): typeof fetch {
  const send = boundFetch({ maxMessageBytes: MAX_ANSWER_BYTES })
  return async (input, init) => {
    refuseAddress(input instanceof Request ? input.url : String(input), serverUrl)
    const limits = [init?.signal, signal, AbortSignal.timeout(ANSWER_MS)].filter((limit) => limit != null)
    return send(input, { ...init, signal: AbortSignal.any(limits) })
  }
}

/**
 * Throws `mcp_failed` for an address in the untrusted metadata that must not be used: tokens are sent only over https,
 * and only a server on this computer may name an address of this computer.
 */
export function refuseAddress(address: string, serverUrl: string): void {
  const isOwn = isLoopback(address)
  if (isProtected(address) && (!isOwn || isLoopback(serverUrl))) return
  throw new ExpectedError(
    'mcp_failed',
    isOwn
      ? `The sign-in of ${hostOf(serverUrl)} names an address of this computer (${shown(address)}), which is not used.`
      : `The sign-in of ${hostOf(serverUrl)} names ${shown(address)}, which is not used: it must be an https address.`,
  )
}

export const hostOf = (address: string): string =>
  URL.canParse(address) ? visibleLine(new URL(address).host, 200) : shown(address)

const shown = (address: string): string => visibleLine(address.split(/[?#]/)[0] ?? '', 200)
