import { isBuiltIn } from '@shared/models/built-in'
import { isProfileName, keySecretOf, PROFILE_NAMES, type ProfileName } from '@shared/settings/profile-names'
import { type Profile, PROFILES } from './profiles'

/**
 * Location of a provider: its hosts and the address that its keys are made for, or its port on this machine. The
 * address is null if every customer has a separate host, because a key for one host is not valid for another.
 */
type Location = { readonly hosts: RegExp; readonly address: string | null } | { readonly port: number }

const LOCATIONS: Readonly<Record<ProfileName, Location | null>> = {
  openai: { hosts: /(?:^|\.)openai\.com$/, address: 'https://api.openai.com/v1' },
  openrouter: { hosts: /(?:^|\.)openrouter\.ai$/, address: 'https://openrouter.ai/api/v1' },
  anthropic: { hosts: /(?:^|\.)anthropic\.com$/, address: 'https://api.anthropic.com/v1' },
  gemini: {
    hosts: /(?:^|\.)googleapis\.com$/,
    address: 'https://generativelanguage.googleapis.com/v1beta/openai',
  },
  mistral: { hosts: /(?:^|\.)mistral\.ai$/, address: 'https://api.mistral.ai/v1' },
  azure: { hosts: /\.(?:openai\.azure\.com|services\.ai\.azure\.com|cognitiveservices\.azure\.com)$/, address: null },
  deepseek: { hosts: /(?:^|\.)deepseek\.com$/, address: 'https://api.deepseek.com/v1' },
  groq: { hosts: /(?:^|\.)groq\.com$/, address: 'https://api.groq.com/openai/v1' },
  xai: { hosts: /(?:^|\.)x\.ai$/, address: 'https://api.x.ai/v1' },
  together: { hosts: /(?:^|\.)together\.(?:xyz|ai)$/, address: 'https://api.together.xyz/v1' },
  github: { hosts: /^models\.github\.ai$/, address: 'https://models.github.ai/inference' },
  ollama: { port: 11_434 },
  lmstudio: { port: 1234 },
  llamacpp: { port: 8080 },
  vllm: { port: 8000 },
  builtin: { hosts: /^this-computer\.localhost$/, address: null },
  generic: null,
  explorer: null,
}

/**
 * The profile of that name, or for "auto" the one of the base URL. On this machine a key is always optional, and an
 * unknown server is asked for facts about its models. Throws for an unknown name.
 */
export function profileFor(name: string, baseUrl: string): Profile {
  const url = URL.parse(baseUrl)
  const isLocal = url !== null && isLoopback(url)
  // A profile in the settings describes the endpoint of the settings, not the built-in one.
  const isGuessed = name === 'auto' || isBuiltIn(baseUrl)
  const profile = PROFILES[isGuessed ? guessProfile(url, isLocal) : knownName(name)]
  return {
    ...profile,
    keyIsOptional: profile.keyIsOptional || isLocal,
    listsFacts: profile.listsFacts || (isLocal && profile.name === 'generic'),
  }
}

function knownName(name: string): ProfileName {
  if (!isProfileName(name))
    throw new Error(`There is no provider profile "${name}". Use "auto" or one of: ${PROFILE_NAMES.join(', ')}.`)
  return name
}

function guessProfile(url: URL | null, isLocal: boolean): ProfileName {
  if (url === null) return 'generic'
  const isAt = (location: Location | null) => {
    if (location === null) return false
    return 'port' in location ? isLocal && url.port === String(location.port) : location.hosts.test(url.hostname)
  }
  return PROFILE_NAMES.find((name) => isAt(LOCATIONS[name])) ?? 'generic'
}

/**
 * The address that a provider's key is made for, and a check whether another address belongs to that provider; null for
 * other keys.
 */
export function trustedEndpointOf(key: string): { readonly address: string; isAt(address: string): boolean } | null {
  const name = PROFILE_NAMES.find((candidate) => keySecretOf(candidate) === key)
  const home = name && LOCATIONS[name]
  if (!home || !('hosts' in home) || home.address === null) return null
  return {
    address: home.address,
    isAt(other) {
      const url = URL.parse(other)
      // Never send a key over plain HTTP.
      return url?.protocol === 'https:' && home.hosts.test(url.hostname)
    },
  }
}

/** True for an address that can only be this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  )
}
