import type { StrayKeys } from '@shared/base/expected-error'
import { ExpectedError } from '@shared/base/expected-error'
import { visibleLine } from '@shared/base/visible-text'
import type { EndpointInfo } from '@shared/contract/models'
import type { WeightsFile } from '@shared/episode/log/event'
import { expandVariables, referencesIn, type Variables } from '@shared/mcp/mcp-expansion'
import { isBuiltIn } from '@shared/models/built-in'
import { keySecretOf } from '@shared/settings/profile-names'
import type { Settings } from '@shared/settings/settings'
import type { Secrets } from '../secrets/secrets'
import { LlmError } from './chat-client'
import { profileFor } from './find-profile'
import { addressOf, type KeyGrants } from './key-grants'
import { type Profile, samplingKeysOf } from './profiles'
import type { Learned } from './request/learned'

/**
 * A model endpoint with its credentials. Secrets are read at every call, so that one that is entered while an episode
 * waits is used at once.
 */
export interface Endpoint {
  /** The address in the settings, for display: references are not resolved. */
  readonly baseUrl: string
  readonly profile: Profile
  /** The address with resolved references. */
  readonly readUrl: () => string
  /** Null if there is no key, or if it is withheld (`withheldKey`). */
  readonly readApiKey: () => string | null
  readonly readHeaders: () => Readonly<Record<string, string>>
  /** Whether there is a key, for this address or another. An unresolved reference counts as none. */
  readonly hasKey: () => boolean
  /**
   * Keys that belong to another address but would be sent here; null if none. The readers throw while there are any.
   */
  readonly strayKeys: () => StrayKeys | null
  /** The name of a key that is not sent, because it belongs to another address and is optional here; null if none. */
  readonly withheldKey: () => string | null
  /** Grants all stray keys and the withheld key to this address. Rejects with `cannot_write`. */
  readonly giveKeys: () => Promise<void>
  /**
   * Grants the keys that the settings name, and others that were entered for no other address, if this is the address
   * of the settings. Rejects with `cannot_write`.
   */
  readonly giveKeysOfSettings: () => Promise<void>
  /**
   * Stores that the keys which are sent here may be sent here, for processes with other settings. Rejects with
   * `cannot_write`.
   */
  readonly keepKeys: () => Promise<void>
  /** Undefined if requests need not wait. */
  readonly gate?: RequestGate
  /** Replaces `fetch` for the app's built-in endpoint, which has no port. */
  readonly send?: typeof fetch
  /** Stores refusals of its models; undefined if they are not stored. */
  readonly learned?: Learned
}

/** Delays requests to an address whose limits many episodes share. */
export interface RequestGate {
  /** Resolves when a request may be sent. Throws the signal's reason when aborted. */
  pass(address: string, signal: AbortSignal): Promise<void>
  /** Holds all requests to the address for `ms`, as the endpoint requested. */
  hold(address: string, ms: number): void
}

/** Options of an endpoint other than its address. */
export interface EndpointSource {
  readonly settings: Settings['llm']
  /** Whether the settings are the user's own: keys that they name may then be sent to their address. */
  readonly settingsAreOwn: boolean
  readonly keyGrants: KeyGrants
  readonly secrets: Secrets
  readonly env: Variables
  readonly gate?: RequestGate
  readonly learned?: Learned
  /** The endpoint at `BUILT_IN_ADDRESS`; undefined where there is none. */
  readonly builtIn?: BuiltInEndpoint
}

export interface BuiltInEndpoint {
  readonly send: typeof fetch
  /** The file of a model, for the log. Rejects with `not_found`. */
  describe(model: string): Promise<WeightsFile>
}

/**
 * The endpoint at `baseUrl`. The key and headers of the settings belong to their own `client_base_url` and are sent
 * nowhere else; another endpoint gets the key of its provider. Its readers throw `LlmError` for an unresolved
 * reference, and for a key that belongs to other addresses only.
 */
export function openEndpoint(baseUrl: string, source: EndpointSource): Endpoint {
  const { settings, settingsAreOwn, keyGrants, secrets, env } = source
  const { client_base_url, profile: profileName, api_key, headers } = settings
  const profile = profileFor(profileName, baseUrl)
  const address = addressOf(baseUrl)
  const isOfSettings = baseUrl === client_base_url
  const hasOwnKey = isOfSettings && api_key !== ''
  const written = isOfSettings ? [client_base_url, api_key, ...Object.values(headers)].flatMap(referencesIn) : []
  const isEnteredElsewhere = (key: string) => secrets.isStored(key) && keyGrants.addressesOf(key).length > 0
  const isKeyOfSettings = (key: string) => isOfSettings && (written.includes(key) || !isEnteredElsewhere(key))
  const isStray = (key: string) => !keyGrants.isGranted(key, address) && !(settingsAreOwn && isKeyOfSettings(key))
  const findKeys = (): readonly string[] => {
    const key = hasOwnKey ? null : secrets.find(keySecretOf(profile.name), profile.keyVariable)
    return [...new Set(key === null ? written : [...written, key])]
  }
  const findStrays = () => findKeys().filter(isStray)
  const isWanted = (key: string) => !profile.keyIsOptional || written.includes(key)

  const withheldKey = () => findStrays().find((key) => !isWanted(key)) ?? null
  const strayKeys = (): StrayKeys | null => {
    const strays = findStrays()
    if (!strays.some(isWanted)) return null
    // Consent grants the withheld key too, so the question names it.
    return { address, keys: strays.map((name) => ({ name, givenFor: keyGrants.addressesOf(name) })) }
  }

  const expand = (what: string, text: string): string => {
    const expansion = expandVariables(text, env, (name) => secrets.read(name))
    for (const secret of expansion.secrets) secrets.mask.learn(secret)
    const [missing] = expansion.unresolved
    if (missing !== undefined)
      throw new LlmError(
        'refused',
        'missing_secret',
        `The setting llm.${what} uses \${${missing}}, which is not defined. Add the secret in the settings, or set its environment variable.`,
      )
    return expansion.text
  }
  const findKey = () =>
    hasOwnKey ? expand('api_key', api_key) : secrets.read(keySecretOf(profile.name), profile.keyVariable)
  const guarded =
    <Value>(read: () => Value) =>
    (): Value => {
      const stray = strayKeys()
      if (stray !== null) throw new LlmError('refused', KEY_NOT_AGREED, describeStray(stray))
      return read()
    }
  return {
    baseUrl,
    profile,
    ...(source.gate && { gate: source.gate }),
    ...(source.learned && { learned: source.learned }),
    ...(source.builtIn && isBuiltIn(baseUrl) && { send: source.builtIn.send }),
    readUrl: guarded(() => (isOfSettings ? expand('client_base_url', baseUrl) : baseUrl)),
    readApiKey: guarded(() => (withheldKey() === null ? findKey() : null)),
    readHeaders: guarded(() => {
      const own = isOfSettings ? Object.entries(headers) : []
      return Object.fromEntries(own.map(([name, value]) => [name, expand(`headers.${name}`, value)]))
    }),
    hasKey() {
      try {
        return findKey() !== null
      } catch (error) {
        if (error instanceof LlmError) return false
        throw error
      }
    },
    strayKeys,
    withheldKey,
    async giveKeys() {
      for (const key of findStrays()) await keyGrants.grant(key, address)
    },
    async giveKeysOfSettings() {
      for (const key of findStrays().filter(isKeyOfSettings)) await keyGrants.grant(key, address)
    },
    async keepKeys() {
      for (const key of findKeys().filter((name) => !isStray(name))) await keyGrants.grant(key, address)
    },
  }
}

const KEY_NOT_AGREED = 'key_not_agreed'

/**
 * Rejects with `key_not_agreed` and a question to the user if a key would be sent to an address that it does not belong
 * to. `keysFor`: the address to which the user agreed to send the keys; undefined if none.
 */
export async function refuseStrayKeys(endpoint: Endpoint, keysFor: string | undefined): Promise<void> {
  if (keysFor !== undefined && addressOf(keysFor) === addressOf(endpoint.baseUrl)) await endpoint.giveKeys()
  const strayKeys = endpoint.strayKeys()
  if (strayKeys !== null) throw new ExpectedError('key_not_agreed', describeStray(strayKeys), strayKeys)
}

/** The sentence contains no complete command, because the address may be harmful if it is pasted into a shell. */
function describeStray({ address, keys }: StrayKeys): string {
  const where = visibleLine(address, LONGEST_ADDRESS)
  const sent = keys.map(({ name, givenFor }) => {
    const before =
      givenFor.length === 0 ? ', for which it was not entered' : `; it was entered for ${givenFor.join(' and ')}`
    return `${name} would be sent to ${where}${before}.`
  })
  const danger = `The owner of that address could use ${keys.length === 1 ? 'it' : 'them'} as you can.`
  return `${sent.join(' ')} ${danger} If you know whose it is, agree in the window, or with "zorkgpt play --send-key-to ADDRESS".`
}

const LONGEST_ADDRESS = 300

const SAMPLING_SETTINGS = ['temperature', 'top_p', 'top_k', 'min_p', 'max_tokens', 'seed', 'reasoning_effort'] as const

export function describeEndpoint(endpoint: Endpoint, model: string): EndpointInfo {
  const { name, keyIsOptional } = endpoint.profile
  const sent = samplingKeysOf(endpoint.profile, model)
  const hasKey = endpoint.hasKey() && endpoint.withheldKey() === null
  return {
    profile: name,
    keySecret: keySecretOf(name),
    keyIsOptional,
    hasKey,
    unsupported: SAMPLING_SETTINGS.filter((setting) => sent[setting] === undefined),
    leftOut: endpoint.learned?.of(endpoint.baseUrl, model) ?? [],
  }
}
