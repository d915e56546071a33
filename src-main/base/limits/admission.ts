import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

interface Refusal {
  readonly status: 401 | 403
  readonly reason: string
}

/**
 * Why a request to this loopback port is refused, as a sentence; null if it is allowed. The Host header defeats DNS
 * rebinding, the Origin excludes pages of other sites (MCP revision 2025-11-25, "Transports", security warning).
 */
export function whyForeign({ headers: { host, origin } }: IncomingMessage, port: number): string | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (host === undefined || !hosts.includes(host)) return 'This address only answers requests to 127.0.0.1.'
  if (origin !== undefined && !hosts.some((name) => origin === `http://${name}`))
    return 'Pages of other sites may not connect.'
  return null
}

export const tokenIn = ({ url }: IncomingMessage): string | null => new URLSearchParams(url?.split('?')[1]).get('token')

/** Digests have equal lengths and are compared in constant time, so that the delay reveals nothing. */
export function isToken(given: string | null | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(token))
}

/** Like `whyForeign`; also requires one of `tokens`, which exclude other users of this machine. Null: requires none. */
export function whyRefused(request: IncomingMessage, port: number, tokens: readonly string[] | null): Refusal | null {
  const foreign = whyForeign(request, port)
  if (foreign !== null) return { status: 403, reason: foreign }
  if (tokens === null) return null
  const given = [request.headers.authorization?.replace(/^Bearer\s+/i, ''), tokenIn(request)]
  if (given.some((text) => tokens.some((token) => isToken(text, token)))) return null
  return {
    status: 401,
    reason: 'This address needs its token: the header "Authorization: Bearer TOKEN", or ?token=TOKEN.',
  }
}
