import { keySecretOf } from '@shared/config/key-secret'
import type { StartParams } from '@shared/contract/start'
import { useEffect, useState } from 'react'
import { ProviderChoice } from '../settings/ProviderChoice'
import { providerOf, PROVIDERS } from '../settings/providers'
import { hostApi, useHostAbsence } from '../../session/connection/connection-store'
import { Input } from '../../kit/fields'
import { startStrings as words } from './strings'

interface ModelFieldsProps {
  readonly run: StartParams
  readonly onChange: (part: Partial<StartParams>) => void
  /** The address was written by hand. */
  readonly onTypeUrl: (baseUrl: string) => void
}

/**
 * Which model plays, where it is asked, and the key for it. A stored key is never shown: the host says only whether
 * there is one.
 */
export function ModelFields({ run, onChange, onTypeUrl }: ModelFieldsProps) {
  const { model = '', baseUrl = PROVIDERS[0]?.baseUrl ?? '' } = run
  const provider = providerOf(baseUrl)
  const typeUrl = (typed: string) => {
    onTypeUrl(typed.trim())
    onChange({ baseUrl: typed })
  }
  const hasKey = useHasKey(provider.profile)
  return (
    <>
      <ProviderChoice value={provider} onChoose={(chosen) => onChange({ baseUrl: chosen })} />
      <Input
        label={words.baseUrl}
        name="baseUrl"
        type="url"
        pattern="[Hh][Tt]{2}[Pp][Ss]?://.+"
        title={words.baseUrlKind}
        value={baseUrl}
        placeholder={words.baseUrlHint}
        spellCheck={false}
        onChange={({ target }) => typeUrl(target.value)}
      />
      <Input
        label={words.model}
        name="model"
        value={model}
        placeholder={words.modelHint}
        spellCheck={false}
        onChange={({ target }) => onChange({ model: target.value })}
      />
      {provider.needsKey && (
        <>
          <Input
            label={words.apiKey}
            hint={words.apiKeyHint}
            name="apiKey"
            type="password"
            autoComplete="off"
            placeholder={hasKey ? words.apiKeyKept : ''}
          />
          <input type="hidden" name="provider" value={provider.profile} />
        </>
      )}
    </>
  )
}

function useHasKey(provider: string): boolean {
  const [hasKey, setHasKey] = useState(false)
  const isAway = useHostAbsence() !== null
  useEffect(() => {
    if (isAway) return undefined
    let isCurrent = true
    const settle = (names: readonly string[]) => isCurrent && setHasKey(names.includes(keySecretOf(provider)))
    hostApi()
      ?.listSecrets({})
      .then(
        ({ names }) => settle(names),
        () => settle([]),
      )
    return () => {
      isCurrent = false
    }
  }, [provider, isAway])
  return hasKey
}
