import { keySecretOf } from '@shared/config/key-secret'
import type { StartParams } from '@shared/contract/contract'
import { useEffect, useState } from 'react'
import { OTHER, providerOf, PROVIDERS } from '../settings/providers'
import { hostApi, useHostAbsence } from '../../session/connection/connection-store'
import controls from '../../kit/controls.module.css'
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
      <label className={controls.field}>
        <span className={controls.label}>{words.provider}</span>
        <select
          className={controls.input}
          value={provider.baseUrl}
          onChange={({ target }) => onChange({ baseUrl: target.value })}
        >
          {PROVIDERS.map(({ label, baseUrl: url }) => (
            <option key={url} value={url}>
              {label}
            </option>
          ))}
          <option value={OTHER.baseUrl}>{words.otherProvider}</option>
        </select>
      </label>
      <label className={controls.field}>
        <span className={controls.label}>{words.baseUrl}</span>
        <input
          className={controls.input}
          name="baseUrl"
          type="url"
          value={baseUrl}
          placeholder={words.baseUrlHint}
          spellCheck={false}
          onChange={({ target }) => typeUrl(target.value)}
        />
      </label>
      <label className={controls.field}>
        <span className={controls.label}>{words.model}</span>
        <input
          className={controls.input}
          name="model"
          value={model}
          placeholder={words.modelHint}
          spellCheck={false}
          onChange={({ target }) => onChange({ model: target.value })}
        />
      </label>
      {provider.needsKey && (
        <label className={controls.field}>
          <span className={controls.label}>{words.apiKey}</span>
          <input
            className={controls.input}
            name="apiKey"
            type="password"
            autoComplete="off"
            placeholder={hasKey ? words.apiKeyKept : ''}
          />
          <input type="hidden" name="provider" value={provider.profile} />
          <span className={controls.hint}>{words.apiKeyHint}</span>
        </label>
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
