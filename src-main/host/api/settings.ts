import type { SettingsApi } from '@shared/contract/settings'
import { whyNotSetting } from '@shared/settings/describe-settings'
import type { Endpoint } from '../../llm/endpoint'
import { isError, type SettingsInForce } from '../settings/load-settings'
import { readSettingsFile, saveSettingsFile } from '../settings/settings-file'

/** The address of the endpoint, and the secrets that are sent to it. */
const ADDRESSED: ReadonlySet<string> = new Set(['llm.client_base_url', 'llm.api_key', 'llm.headers'])

export function settingsApi(
  settings: SettingsInForce,
  endpointAt: (baseUrl: string) => Endpoint,
  onChange: () => void,
): SettingsApi {
  return {
    readSettings: () => readSettingsFile(settings.file),
    checkSetting: async ({ path, value }) => whyNotSetting(path, value),
    async saveSettings({ version, changes }) {
      const saved = await saveSettingsFile(settings.file, version, changes)
      if (!saved.problems.some(isError)) await settings.readAgain()
      // Saving an endpoint is consent to send the keys of the settings there, because the user saw the address.
      if (changes.some(({ path }) => ADDRESSED.has(path)))
        await endpointAt(settings.now().llm.client_base_url).giveKeysOfSettings()
      onChange()
      return saved
    },
  }
}
