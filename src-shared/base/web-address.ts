/** Whether a secret may be sent there: over https, or within this computer, and without a password in the address. */
export function isProtected(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
}

/** Names and addresses that cannot lead elsewhere. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** All forms that `URL` leaves, also 0.0.0.0, which reaches this computer, and IPv4 addresses within IPv6. */
export const isLoopback = (address: string): boolean =>
  URL.canParse(address) &&
  /^((.+\.)?localhost\.?|(127|0)(\.\d+){3}|\[::1?\]|\[::ffff:(7f|0)[\da-f]{0,2}:[\da-f]+\])$/.test(
    new URL(address).hostname,
  )

/** Also addresses and names that lead somewhere within the local network only. */
export const isPrivate = (address: string): boolean =>
  isLoopback(address) || (URL.canParse(address) && PRIVATE.test(new URL(address).hostname))

const PRIVATE =
  /^(?:(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(?:\.\d+)+|\[(?:f[cd]|fe[89ab]|::ffff:).*|[^.[]+\.?|.*\.(?:local|internal|lan|home|home\.arpa)\.?)$/
