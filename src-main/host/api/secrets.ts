import type { SecretApi } from '@shared/contract/secrets'
import { addressOf, type KeyAddresses } from '../../llm/key-addresses'
import type { Secrets } from '../../secrets/secrets'

export function secretApi(secrets: Secrets, keyAddresses: KeyAddresses, onChange: () => void): SecretApi {
  return {
    async setSecret({ name, value, address }) {
      await secrets.set(name, value)
      if (address !== undefined) await keyAddresses.give(name, addressOf(address))
      onChange()
      return {}
    },
    listSecrets: async () => secrets.list(),
    async deleteSecret({ name }) {
      await secrets.delete(name)
      onChange()
      return {}
    },
  }
}
