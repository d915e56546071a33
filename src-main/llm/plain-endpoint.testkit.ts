import { SecretMask } from '../secrets/secret-mask'
import type { Endpoint } from './endpoint'
import { profileFor } from './profiles'

/** An endpoint without settings, and a mask that knows its key. */
export function plainEndpoint(baseUrl: string, profileName = 'generic', readApiKey: () => string | null = () => null): { readonly endpoint: Endpoint; readonly mask: SecretMask } {
  const mask = new SecretMask()
  const readAndLearn = () => {
    const key = readApiKey()
    if (key !== null) mask.learn(key)
    return key
  }
  return { endpoint: { baseUrl, profile: profileFor(profileName, baseUrl), readUrl: () => baseUrl, readApiKey: readAndLearn, readHeaders: () => ({}) }, mask }
}
