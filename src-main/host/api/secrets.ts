import type { SecretApi } from '@shared/contract/secrets'
import { addressOf, type KeyGrants } from '../../llm/key-grants'
import type { Secrets } from '../../secrets/secrets'

export function secretApi(secrets: Secrets, keyGrants: KeyGrants, onChange: () => void): SecretApi {
  return {
    async setSecret({ name, value, address }) {
      const isOther = secrets.read(name) !== value
      await secrets.set(name, value)
      // An agreement about the key before does not apply to another key.
      if (isOther) await keyGrants.revoke(name)
      if (address !== undefined) await keyGrants.grant(name, addressOf(address))
      onChange()
      return {}
    },
    listSecrets: async () => secrets.list(),
    async deleteSecret({ name }) {
      await secrets.delete(name)
      await keyGrants.revoke(name)
      onChange()
      return {}
    },
  }
}
