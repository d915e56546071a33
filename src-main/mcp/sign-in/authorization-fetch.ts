import { ExpectedError } from '@shared/base/expected-error'
import { visibleLine } from '@shared/base/visible-text'
import { boundFetch } from '../../base/limits/bound-fetch'

export const MAX_ANSWER_BYTES = 256 * 1024
export const ANSWER_MS = 15_000

/**
 * A `fetch` for the metadata and the token requests of the authorization server that `serverUrl` names: bounded, with a
 * deadline, only to addresses that `refuseAddress` lets pass, and without the headers and cookies of the server.
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
 * Metadata is untrusted: tokens go over https, and only a server of this computer may name an address of this computer.
 * Throws `mcp_failed`.
 */
export function refuseAddress(address: string, serverUrl: string): void {
  const isOwn = URL.canParse(address) && isLoopback(new URL(address))
  if (isProtected(address) && (!isOwn || isLoopback(new URL(serverUrl)))) return
  throw new ExpectedError(
    'mcp_failed',
    isOwn
      ? `The sign-in of ${hostOf(serverUrl)} names an address of this computer (${shown(address)}), which is not used.`
      : `The sign-in of ${hostOf(serverUrl)} names ${shown(address)}, which is not used: it must be an https address.`,
  )
}

/** Whether a token may be sent there: over https, or within this computer. */
export function isProtected(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
}

/** Names and addresses that cannot lead elsewhere. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** All forms that `URL` leaves, also 0.0.0.0, which reaches this computer, and IPv4 addresses within IPv6. */
const isLoopback = ({ hostname }: URL): boolean =>
  /^((.+\.)?localhost\.?|(127|0)(\.\d+){3}|\[::1?\]|\[::ffff:(7f|0)[\da-f]{0,2}:[\da-f]+\])$/.test(hostname)

export const hostOf = (address: string): string =>
  URL.canParse(address) ? visibleLine(new URL(address).host, 200) : shown(address)

const shown = (address: string): string => visibleLine(address.split(/[?#]/)[0] ?? '', 200)
