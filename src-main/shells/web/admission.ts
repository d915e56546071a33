import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Admission {
  readonly port: number
  readonly token: string
}

/** Where a request may carry its token, or that what it asks for needs none. */
export type TokenPlace = 'address' | 'address or cookie' | 'none'

/**
 * Why a request is refused, as a sentence; null when it is let in. The token proves that whoever asks was shown the address;
 * the Host header defeats DNS rebinding; the Origin, which browsers always send with a socket, keeps pages of other sites out even
 * with a token.
 */
export function whyRefused(request: IncomingMessage, { port, token }: Admission, place: TokenPlace): string | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  const { host, origin } = request.headers
  if (host === undefined || !hosts.includes(host)) return 'This address answers to 127.0.0.1 only.'
  if (origin !== undefined && !hosts.some((name) => origin === `http://${name}`)) return 'Pages of other sites may not connect.'
  const given = [tokenInAddress(request.url), place === 'address or cookie' ? tokenInCookie(request.headers.cookie, port) : null]
  if (place !== 'none' && !given.some((text) => isToken(text, token)))
    return 'This address needs its token. Open the address that was printed when the server started.'
  return null
}

/**
 * The page takes the token out of its address; the cookie lets a reload find the page again. It opens nothing else: a browser sends
 * cookies whoever asks, and to every port of the machine, hence the port in its name.
 */
export const tokenCookie = ({ port, token }: Admission): string => `${cookieName(port)}=${token}; Path=/; HttpOnly; SameSite=Strict`

const cookieName = (port: number) => `zorkgpt-${port}`

const tokenInAddress = (url = '/') => new URLSearchParams(url.split('?')[1]).get('token')

function tokenInCookie(header = '', port: number): string | null {
  const prefix = `${cookieName(port)}=`
  return header.split('; ').find((pair) => pair.startsWith(prefix))?.slice(prefix.length) ?? null
}

/** Digests have equal lengths and are compared in constant time, so the answer's delay tells nothing. */
function isToken(given: string | null, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return given !== null && timingSafeEqual(digest(given), digest(token))
}
