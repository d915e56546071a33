import { visibleLine } from '../../base/visible-text'
import { isLoopback, isPrivate, isProtected } from '../../base/web-address'

/** Why an address is refused, or null. Only a registry of this computer may give an address of this computer. */
export function whyNoAddress(url: string, registry: string): string | null {
  const shown = withoutSecrets(url)
  if (!isProtected(url)) return `${shown} is not an https address, or contains a name or password.`
  return isLoopback(url) && !isLoopback(registry) ? `${shown} is an address of this computer.` : null
}

/** Why a download is refused, or null. Only a registry of the local network may give an address within it. */
export const whyNoDownload = (url: string, registry: string): string | null =>
  whyNoAddress(url, registry) ??
  (isPrivate(url) && !isPrivate(registry) ? `${withoutSecrets(url)} is an address of a local network.` : null)

/** The address without name, password and query, which may be secret. */
const withoutSecrets = (url: string): string =>
  visibleLine(url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1').replace(/\?.*$/s, ''), 200)
