import { keySecretOf } from '@shared/config/key-secret'
import { expandVariables, type Variables } from '@shared/config/mcp-expansion'
import type { Settings } from '@shared/config/settings'
import type { EndpointInfo } from '@shared/contract/models'
import type { Secrets } from '../secrets/secrets'
import { LlmError } from './chat-client'
import { type Profile, profileFor } from './profiles'

/** Where a model is asked, and with what. What is secret is read at every call: one that is entered while an episode waits is used at once. */
export interface Endpoint {
  /** As the settings write it, so that it can be shown: references are not replaced. */
  readonly baseUrl: string
  readonly profile: Profile
  /** The address with its references replaced. */
  readonly readUrl: () => string
  /** Null if there is no key. */
  readonly readApiKey: () => string | null
  readonly readHeaders: () => Readonly<Record<string, string>>
}

/**
 * The endpoint at `baseUrl`. The key and the headers of the settings belong to their own `client_base_url` and are sent nowhere else; another
 * endpoint gets the key of its provider. Its readers throw an `LlmError` for a reference to what does not exist.
 */
export function openEndpoint(baseUrl: string, { client_base_url, profile: profileName, api_key, headers }: Settings['llm'], secrets: Secrets, env: Variables): Endpoint {
  const profile = profileFor(profileName, baseUrl)
  const isOfSettings = baseUrl === client_base_url
  const expand = (what: string, text: string): string => {
    const expansion = expandVariables(text, env, (name) => secrets.read(name))
    for (const secret of expansion.secrets) secrets.mask.learn(secret)
    const [missing] = expansion.unresolved
    if (missing !== undefined) throw new LlmError('refused', 'missing_secret', `The setting llm.${what} uses \${${missing}}, which does not exist. Enter it among the secrets, or set its variable in the environment.`)
    return expansion.text
  }
  return {
    baseUrl,
    profile,
    readUrl: () => (isOfSettings ? expand('client_base_url', baseUrl) : baseUrl),
    readApiKey: () => (isOfSettings && api_key !== '' ? expand('api_key', api_key) : secrets.read(keySecretOf(profile.name), profile.keyVariable)),
    readHeaders: () => (isOfSettings ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, expand(`headers.${name}`, value)])) : {}),
  }
}

/** Whether a key can be sent. A reference to what does not exist is no key; the reason shows when it is used. */
export function hasKey({ readApiKey }: Endpoint): boolean {
  try {
    return readApiKey() !== null
  } catch (error) {
    if (error instanceof LlmError) return false
    throw error
  }
}

export function describeEndpoint(endpoint: Endpoint, model: string): EndpointInfo {
  const { name, keyIsOptional, samplingKeys, fixedSamplingModels, reasoningEffort } = endpoint.profile
  const sent: readonly string[] = fixedSamplingModels?.test(model) ? samplingKeys.filter((key) => key === 'max_tokens') : samplingKeys
  const unsupported = ['temperature', 'top_p', 'top_k', 'min_p', 'max_tokens', 'seed'].filter((key) => !sent.includes(key))
  return { profile: name, keySecret: keySecretOf(name), keyIsOptional, hasKey: hasKey(endpoint), unsupported: reasoningEffort === null ? [...unsupported, 'reasoning_effort'] : unsupported }
}
