import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Admission {
  readonly port: number
  readonly token: string
}

/**
 * Why a request is refused, as a sentence; null when it is let in. The Host header defeats DNS rebinding; the Origin,
 * which browsers always send with a socket, keeps pages of other sites out.
 */
export function whyRefused({ headers: { host, origin } }: IncomingMessage, { port }: Admission): string | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (host === undefined || !hosts.includes(host)) return 'This address answers to 127.0.0.1 only.'
  if (origin !== undefined && !hosts.some((name) => origin === `http://${name}`))
    return 'Pages of other sites may not connect.'
  return null
}

/**
 * The same of what reaches the host, which also wants the token: it proves that whoever asks was shown the address. It
 * is taken from the address alone. A browser sends a cookie whoever asks, and to every port of the machine: to servers
 * of its other users as well.
 */
export function whyNotConnected(request: IncomingMessage, admission: Admission): string | null {
  const given = new URLSearchParams(request.url?.split('?')[1]).get('token')
  return whyRefused(request, admission) ?? (isToken(given, admission.token) ? null : 'This address needs its token.')
}

/** Digests have equal lengths and are compared in constant time, so the answer's delay tells nothing. */
function isToken(given: string | null, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return given !== null && timingSafeEqual(digest(given), digest(token))
}
