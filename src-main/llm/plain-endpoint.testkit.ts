import { settings, type Settings } from '@shared/settings/settings'
import { SecretMask } from '../secrets/secret-mask'
import type { Endpoint } from './endpoint'
import { profileFor } from './find-profile'

/** An endpoint without settings, a mask that knows its key, and the default limits. */
export function plainEndpoint(
  baseUrl: string,
  profileName = 'generic',
  readApiKey: () => string | null = () => null,
): { readonly endpoint: Endpoint; readonly mask: SecretMask; readonly limits: Settings['limits'] } {
  const mask = new SecretMask()
  const readAndLearn = () => {
    const key = readApiKey()
    if (key !== null) mask.learn(key)
    return key
  }
  const keys = {
    hasKey: () => readAndLearn() !== null,
    strayKeys: () => null,
    withheldKey: () => null,
    giveKeys: async () => {},
    giveKeysOfSettings: async () => {},
    keepKeys: async () => {},
  }
  return {
    endpoint: {
      baseUrl,
      profile: profileFor(profileName, baseUrl),
      readUrl: () => baseUrl,
      readApiKey: readAndLearn,
      readHeaders: () => ({}),
      ...keys,
    },
    mask,
    limits: settings.parse({}).limits,
  }
}
