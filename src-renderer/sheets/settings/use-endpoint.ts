import { useEffect, useState } from 'react'
import { isExpected } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { EndpointInfo, ModelListing } from '@shared/contract/models'
import type { DefaultModel } from '@shared/contract/start'
import { sendAgreed } from '../../session/connection/agreement'
import { hostApi, reachHost, useHostAbsence, refusalOf } from '../../session/connection/connection-store'

export interface EndpointView {
  /**
   * Null until it is known. After a change of the address, it describes the previous one until the host has described
   * the new one.
   */
  readonly info: EndpointInfo | null
  readonly infoIsCurrent: boolean
  /** Null until they are listed. */
  readonly models: readonly ModelListing[] | null
  readonly isAsking: boolean
  /** Why the list could not be loaded; null if it could. `isKey`: the key was refused. */
  readonly failure: { readonly message: string; readonly isKey: boolean } | null
  /** Loads the models, with a new key if given. Resolves to whether the host stored the key. */
  ask(key?: string): Promise<boolean>
  /** Forgets which parameters the model refused, so that they are sent again. */
  forget(): Promise<void>
}

const TYPING_MS = 150

type Listed = Omit<EndpointView, 'info' | 'infoIsCurrent' | 'ask' | 'forget'> & { readonly of: string }
const nothingOf = (baseUrl: string): Listed => ({ of: baseUrl, models: null, isAsking: false, failure: null })

/** Describes an endpoint, again for each `version` of the settings, and lists its models on request. */
export function useEndpoint(baseUrl: string, model: string, version?: string): EndpointView {
  const [described, setDescribed] = useState<{ readonly of: string; readonly info: EndpointInfo } | null>(null)
  const [listed, setListed] = useState(() => nothingOf(baseUrl))
  const [keys, setKeys] = useState(0)
  const isAway = useHostAbsence() !== null
  useEffect(() => {
    if (isAway) return undefined
    let isCurrent = true
    const ask = () =>
      void hostApi()
        ?.describeEndpoint({ baseUrl, model })
        .then(
          (info) => isCurrent && setDescribed({ of: baseUrl, info }),
          () => isCurrent && setDescribed(null),
        )
    const timer = setTimeout(ask, TYPING_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [baseUrl, model, version, keys, isAway])

  const listModels = () => sendAgreed((keysFor) => reachHost().listModels({ baseUrl, keysFor }))

  return {
    info: described?.info ?? null,
    infoIsCurrent: described?.of === baseUrl,
    ...(listed.of === baseUrl ? listed : nothingOf(baseUrl)),
    async forget() {
      await hostApi()?.forgetLeftOut({ baseUrl, model })
      setKeys((count) => count + 1)
    },
    async ask(key = '') {
      setListed({ ...nothingOf(baseUrl), isAsking: true })
      let isStored = false
      try {
        if (key !== '') await putKey(reachHost(), key, { baseUrl, model })
        isStored = true
        setKeys((count) => count + 1)
        setListed({ ...nothingOf(baseUrl), models: await listModels() })
      } catch (error) {
        const failure = { message: refusalOf(error), isKey: isExpected(error, 'bad_key', 'bad_input') }
        setListed({ ...nothingOf(baseUrl), failure })
      }
      return isStored
    },
  }
}

/** Stores a key. Queries the name of the secret again, because the user may have changed the address since. */
export async function putKey(api: HostApi, value: string, { model, baseUrl }: DefaultModel): Promise<void> {
  const { keySecret } = await api.describeEndpoint({ baseUrl, model })
  await api.setSecret({ name: keySecret, value, address: baseUrl })
}
