import { cutText } from '@shared/base/whole-characters'
import type { SecretMask } from '../../secrets/secret-mask'
import { LlmError } from '../chat-client'
import type { Endpoint } from '../endpoint'
import { isLoopback } from '../find-profile'
import type { Failure } from './failure'

/** Longest error text of an endpoint, in characters. */
const MAX_CHARACTERS = 2000

interface Explained {
  readonly endpoint: Endpoint
  readonly model: string | null
  readonly mask: SecretMask
  readonly continuesInMs?: number | null
}

/** The failure as a sentence that names the endpoint and what to do. It never contains the key. */
export function explainFailure(
  { code, detail: said, verdict, retryAfterMs }: Failure,
  { endpoint, model, mask, continuesInMs = null }: Explained,
): LlmError {
  const { baseUrl, profile } = endpoint
  // Cut after masking, because half a secret is not recognized. The full stop is removed, because one is added.
  const detail = cutText(mask.text(said), MAX_CHARACTERS).trimEnd().replace(/\.$/, '')
  const kind = verdict === 'refused' ? 'refused' : 'unavailable'
  const sentence = (text: string) => new LlmError(kind, code, text, continuesInMs)
  switch (code) {
    case '401':
    case '403': {
      const withheld = endpoint.withheldKey()
      if (withheld !== null) {
        const wayOut = 'Enter the key for this address in the settings, or use "zorkgpt play --send-key-to ADDRESS".'
        return sentence(`${baseUrl} requires a key, but ${withheld} was entered for another address. ${wayOut}`)
      }
      // 403 may also refuse a country or a blocked request.
      if (code === '403' && !/\bkeys?\b|token|credential|auth/i.test(detail))
        return sentence(
          `${baseUrl} does not allow the request: ${detail}. If that gives no reason, check the rights of the key in the settings.`,
        )
      return sentence(
        `${baseUrl} did not accept the API key: ${detail}. Check the key in the settings, or in ${profile.keyVariable}.`,
      )
    }
    case '402':
      return sentence(`The account at ${baseUrl} has no credit left: ${detail}.`)
    case '404':
      return sentence(
        model === null
          ? `${baseUrl} has no list of models: ${detail}.`
          : `${baseUrl} ${noModel(model, detail)}: ${detail}.`,
      )
    case 'page':
      return sentence(
        `${baseUrl} sent ${detail} instead of an answer. Check the address of the endpoint (most end in /v1), or sign in to the network or proxy.`,
      )
    case '429':
      return sentence(
        `${baseUrl} allows no more requests for now: ${detail}.${retryAfterMs === null ? '' : ` It asks to wait ${Math.ceil(retryAfterMs / 1000)} s.`}`,
      )
    default:
      return sentence(
        explainUnreached(code, baseUrl) ??
          (verdict === 'refused'
            ? `${baseUrl} refused the request (${code}): ${detail}.`
            : `${baseUrl} gave no usable answer (${code}): ${detail}.`),
      )
  }
}

/** OpenRouter also answers 404 if it knows the model, but no provider accepts the request. */
const noModel = (model: string, detail: string): string =>
  /\bendpoints?\b|\bproviders?\b|\bpolicy\b/i.test(detail)
    ? `has no provider of the model "${model}" for this request`
    : `does not know the model "${model}", or is not a chat endpoint`

/** System error codes of an endpoint that could not be reached. */
const NO_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN'])
const NO_WAY = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'])

/** Advice about an unreachable endpoint; null for other codes. `baseUrl` is a URL. */
function explainUnreached(code: string, baseUrl: string): string | null {
  const url = new URL(baseUrl)
  const { host } = url
  if (NO_NAME.has(code))
    return `${host} cannot be found (${code}). Check the connection to the network and the address of the endpoint.`
  if (NO_WAY.has(code)) {
    // macOS 15 and newer report this for the local network until the user allows access.
    const isForbidden = code === 'EHOSTUNREACH' && process.platform === 'darwin'
    const permission = isForbidden ? ', and Privacy & Security › Local Network in the settings of the system' : ''
    return `${host} cannot be reached (${code}). Check the connection to the network${permission}.`
  }
  if (code !== 'ECONNREFUSED') return null
  return isLoopback(url)
    ? `Nothing answers at ${baseUrl} (${code}). Start the model server on this computer, or correct the address.`
    : `Nothing answers at ${baseUrl} (${code}). Check the address of the endpoint.`
}
