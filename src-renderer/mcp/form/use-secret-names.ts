import type { HostApi } from '@shared/contract/contract'
import type { SecretList } from '@shared/contract/secrets'
import { useCallback, useEffect, useState } from 'react'
import { useHostAbsence } from '../../session/connection/connection-store'
import type { ConfigEditor } from '../draft/config-draft'
import { reasonOf } from '../draft/reason-of'

export interface SecretNames {
  /** Null until the host has answered. */
  readonly list: SecretList | null
  readonly failure: string | null
  /** Resolves to whether it could be kept. */
  readonly store: (name: string, value: string) => Promise<boolean>
}

/**
 * Which secrets there are; their values never come here. A stored one can mend an entry: the draft is checked again.
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
  // A host that comes back may have lost what it kept in memory.
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
