import { useCallback, useEffect, useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { SecretList } from '@shared/contract/secrets'
import { setValue } from '@shared/mcp/jsonc-edit'
import { plainSecretsOf } from '@shared/mcp/mcp-document'
import { freeSecretName, secretNameFor } from '@shared/mcp/mcp-import'
import { useHostAbsence } from '../../session/connection/connection-store'
import type { ConfigEditor } from '../draft/config-draft'
import { reasonOf } from '../draft/reason-of'

export interface SecretNames {
  /** Null until the list is loaded. */
  readonly list: SecretList | null
  readonly failure: string | null
  /** Stores a secret. Resolves to whether it was stored. */
  readonly store: (name: string, value: string) => Promise<boolean>
  /** Moves the plain-text secrets of one server, or of all for null, from the draft to the store. */
  readonly move: (server: string | null) => Promise<void>
}

/**
 * The names of the stored secrets; their values never reach the window. After a secret is stored, the draft is checked
 * again.
 */
export function useSecretNames(api: HostApi, editor: ConfigEditor): SecretNames {
  const [list, setList] = useState<SecretList | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isAway = useHostAbsence() !== null
  const refresh = useCallback(() => {
    const show = (found: SecretList) => {
      setList(found)
      setFailure(null)
    }
    return api.listSecrets({}).then(show, (error: unknown) => setFailure(reasonOf(error)))
  }, [api])
  // A restarted host may have lost the secrets that it held in memory.
  useEffect(() => {
    if (!isAway) void refresh()
  }, [refresh, isAway])
  const store = async (name: string, value: string) => {
    try {
      await editor.storeSecrets([name], () => api.setSecret({ name, value }))
      await Promise.all([refresh(), editor.check()])
      return true
    } catch (error) {
      setFailure(reasonOf(error))
      return false
    }
  }
  const move = async (server: string | null) => {
    const text = () => editor.draft.getState().text
    const taken = new Set(list?.names)
    for (const { server: owner, path, row, scheme, value } of plainSecretsOf(text(), server)) {
      const name = freeSecretName(taken, secretNameFor(owner, row))
      taken.add(name)
      // The value is removed from the file only after it is stored.
      if (!(await store(name, value))) return
      editor.edit(setValue(text(), path, `${scheme}\${secret:${name}}`))
    }
    await editor.check()
  }
  return { list, failure, store, move }
}
