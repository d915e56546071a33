/** Whether a secret may be sent to the address: it uses https or stays within this computer, and has no password. */
export function isProtected(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
}

/** Host names and addresses whose traffic never leaves this computer. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Covers every form that `URL` normalizes to, including 0.0.0.0 and IPv4 addresses within IPv6. */
export const isLoopback = (address: string): boolean =>
  URL.canParse(address) &&
  /^((.+\.)?localhost\.?|(127|0)(\.\d+){3}|\[::1?\]|\[::ffff:(7f|0)[\da-f]{0,2}:[\da-f]+\])$/.test(
    new URL(address).hostname,
  )

/** Whether the address is within this computer or the local network. */
export const isPrivate = (address: string): boolean =>
  isLoopback(address) || (URL.canParse(address) && PRIVATE.test(new URL(address).hostname))

const PRIVATE =
  /^(?:(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(?:\.\d+)+|\[(?:f[cd]|fe[89ab]|::ffff:).*|[^.[]+\.?|.*\.(?:local|internal|lan|home|home\.arpa)\.?)$/
