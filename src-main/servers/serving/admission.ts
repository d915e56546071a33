import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Admission {
  readonly port: number
  /** Null lets in whoever comes. */
  readonly tokens: readonly string[] | null
}

export interface Refusal {
  readonly status: 401 | 403
  readonly reason: string
}

/**
 * Why a request is refused; null when it is let in. The Host header defeats DNS rebinding, the Origin keeps pages of
 * other sites out (MCP revision 2025-11-25, "Transports", security warning), the token keeps out other users of this
 * machine.
 */
export function whyRefused({ headers, url }: IncomingMessage, { port, tokens }: Admission): Refusal | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  const { host, origin, authorization } = headers
  if (host === undefined || !hosts.includes(host))
    return { status: 403, reason: 'This address answers to 127.0.0.1 only.' }
  if (origin !== undefined && !hosts.some((name) => origin === `http://${name}`))
    return { status: 403, reason: 'Pages of other sites may not connect.' }
  if (tokens === null) return null
  const given = [authorization?.replace(/^Bearer\s+/i, ''), new URLSearchParams(url?.split('?')[1]).get('token')]
  const isKnown = given.some((text) => typeof text === 'string' && tokens.some((token) => isToken(text, token)))
  return isKnown
    ? null
    : {
        status: 401,
        reason: 'This address needs its token: the header "Authorization: Bearer TOKEN", or ?token=TOKEN.',
      }
}

/** Digests have equal lengths and are compared in constant time, so the answer's delay tells nothing. */
function isToken(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
