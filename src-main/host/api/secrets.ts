import type { SecretApi } from '@shared/contract/secrets'
import { addressOf, type KeyGrants } from '../../llm/key-grants'
import type { Secrets } from '../../secrets/secrets'

export function secretApi(secrets: Secrets, keyGrants: KeyGrants, onChange: () => void): SecretApi {
  return {
    async setSecret({ name, value, address }) {
      await secrets.set(name, value)
      if (address !== undefined) await keyGrants.grant(name, addressOf(address))
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
