import type { EndpointInfo, ModelListing } from '@shared/contract/models'
import { isExpected } from '@shared/base/expected-error'
import { useEffect, useState } from 'react'
import { hostApi, reachHost, useHostAbsence } from '../../session/connection/connection-store'
import { sendAgreed } from '../../session/connection/agreement'
import { refusalOf } from '../../session/connection/refusal'

export interface EndpointView {
  readonly info: EndpointInfo | null
  readonly models: readonly ModelListing[]
  readonly isAsking: boolean
  /** Why there is no list; `isKey`: it is the key. */
  readonly failure: { readonly message: string; readonly isKey: boolean } | null
  /** Asks again, with a new key if one is given. Resolves to whether the host has that key now. */
  ask(key?: string): Promise<boolean>
}

/** Who types is not done yet. */
const TYPING_MS = 150

type Listed = Omit<EndpointView, 'info' | 'ask'> & { readonly of: string }
const nothingOf = (baseUrl: string): Listed => ({ of: baseUrl, models: [], isAsking: false, failure: null })

/**
 * What is at an address: how it is spoken to and, when asked, its models. `isTyped`: by the reader, who so gives it the
 * key.
 */
export function useEndpoint(baseUrl: string, model: string, isTyped: boolean): EndpointView {
  const [info, setInfo] = useState<EndpointInfo | null>(null)
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
          (found) => isCurrent && setInfo(found),
          () => isCurrent && setInfo(null),
        )
    const timer = setTimeout(ask, TYPING_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [baseUrl, model, keys, isAway])

  /** Under the name that belongs to this address now: what was asked while it was typed may be of another. */
  const keepKey = async (value: string) => {
    const api = reachHost()
    const { keySecret } = await api.describeEndpoint({ baseUrl, model })
    await api.setSecret({ name: keySecret, value, address: baseUrl })
  }

  const listModels = () =>
    sendAgreed((keysFor) => reachHost().listModels({ baseUrl, keysFor }), isTyped ? baseUrl : undefined)

  return {
    info,
    ...(listed.of === baseUrl ? listed : nothingOf(baseUrl)),
    async ask(key = '') {
      setListed({ ...nothingOf(baseUrl), isAsking: true })
      let isKept = false
      try {
        if (key !== '') await keepKey(key)
        isKept = true
        setKeys((count) => count + 1)
        setListed({ ...nothingOf(baseUrl), models: (await listModels()) ?? [] })
      } catch (error) {
        setListed({
          ...nothingOf(baseUrl),
          failure: {
            message: refusalOf(error),
            isKey: isExpected(error, 'bad_key', 'bad_input'),
          },
        })
      }
      return isKept
    },
  }
}
