import { visibleLine } from '../../base/visible-text'
import { isLoopback, isPrivate, isProtected } from '../../base/web-address'

/** Only a registry of this computer may name an address of this computer. */
export function whyNoAddress(url: string, registry: string): string | null {
  const shown = withoutSecrets(url)
  if (!isProtected(url)) return `${shown} is no https address, or has a name or a password in it.`
  return isLoopback(url) && !isLoopback(registry) ? `${shown} is an address of this computer.` : null
}

/** Why nothing is downloaded from there. Only a registry of the local network may name an address within it. */
export const whyNoDownload = (url: string, registry: string): string | null =>
  whyNoAddress(url, registry) ??
  (isPrivate(url) && !isPrivate(registry) ? `${withoutSecrets(url)} is an address of a local network.` : null)

/** A name, a password and a signed query are left out. */
const withoutSecrets = (url: string): string =>
  visibleLine(url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1').replace(/\?.*$/s, ''), 200)
