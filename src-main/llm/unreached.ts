import { isLoopback } from './profiles'

/** The system's codes for an endpoint that no answer came from, because there was no way to it. */
const NO_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN'])
const NO_WAY = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'])

/**
 * What to do about an endpoint that could not be reached; null if `code` is about something else. `baseUrl` is a URL.
 */
export function explainUnreached(code: string, baseUrl: string): string | null {
  const url = new URL(baseUrl)
  const { host } = url
  if (NO_NAME.has(code))
    return `${host} cannot be found (${code}). Check the connection to the network and the address of the endpoint.`
  if (NO_WAY.has(code)) return `${host} cannot be reached (${code}). Check the connection to the network.`
  if (code !== 'ECONNREFUSED') return null
  return isLoopback(url)
    ? `Nothing answers at ${baseUrl} (${code}). Start the model server on this computer, or correct the address.`
    : `Nothing answers at ${baseUrl} (${code}). Check the address of the endpoint.`
}
