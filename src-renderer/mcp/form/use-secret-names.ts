import { useCallback, useEffect, useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { SecretList } from '@shared/contract/secrets'
import { useHostAbsence } from '../../session/connection/connection-store'
import type { ConfigEditor } from '../draft/config-draft'
import { reasonOf } from '../draft/reason-of'

export interface SecretNames {
  /** Null until loaded. */
  readonly list: SecretList | null
  readonly failure: string | null
  /** Resolves to whether the secret was stored. */
  readonly store: (name: string, value: string) => Promise<boolean>
}

/**
 * The names of the stored secrets; their values never reach the window. Storing one checks the draft again.
 */
export function useSecretNames(api: HostApi, editor: Pick<ConfigEditor, 'check' | 'storeSecrets'>): SecretNames {
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
  // A restarted host may have lost secrets that it had in memory.
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
  return { list, failure, store }
}
