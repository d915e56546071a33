import { type FormEvent, useId } from 'react'
import controls from '../../kit/controls.module.css'
import { HostButton } from '../../session/connection/HostButton'
import { ProviderChoice } from './ProviderChoice'
import { providerOf } from './providers'
import { Input } from '../../kit/form/fields'
import styles from './SettingsSheet.module.css'
import { settingsStrings } from './strings'
import type { EndpointView } from './use-endpoint'

const words = settingsStrings.model

interface EndpointFormProps {
  readonly baseUrl: string
  /** The key reference in the settings file; empty for the key of the provider. */
  readonly keyReference: string
  readonly fault: string | undefined
  readonly endpoint: EndpointView
  readonly onChange: (baseUrl: string) => void
}

/** The endpoint and its key. Errors about the key are shown at its field. */
export function EndpointForm({ baseUrl, keyReference, fault, endpoint, onChange }: EndpointFormProps) {
  const id = useId()
  const { info, failure } = endpoint
  const saveKey = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('key') as HTMLInputElement
    const key = field.value
    void endpoint.ask(key.trim()).then((isStored) => {
      if (isStored && field.value === key) field.value = ''
    })
  }
  const withoutKey = info === null || info.keyIsOptional ? words.keyOptional : words.keyNone
  const placeholder = info?.hasKey ? words.keyKept : withoutKey
  return (
    <>
      <div className={styles.pair}>
        <ProviderChoice value={providerOf(baseUrl)} onChoose={onChange} />
        <label className={controls.field}>
          <span className={controls.label}>{words.address}</span>
          <input
            className={controls.input}
            type="url"
            value={baseUrl}
            spellCheck={false}
            aria-invalid={fault !== undefined || undefined}
            aria-describedby={`${id}-address`}
            onChange={({ target }) => onChange(target.value)}
          />
          {fault !== undefined && (
            <span id={`${id}-address`} role="alert" className={controls.error}>
              {fault}
            </span>
          )}
        </label>
      </div>
      {keyReference === '' ? (
        <form className={styles.form} onSubmit={saveKey}>
          <Input
            label={words.key}
            name="key"
            type="password"
            autoComplete="off"
            placeholder={placeholder}
            aria-invalid={failure?.isKey || undefined}
            aria-describedby={`${id}-key`}
          />
          <HostButton type="submit" className={controls.button}>
            {words.keep}
          </HostButton>
        </form>
      ) : (
        <p className={controls.hint}>{words.keyFromFile(keyReference)}</p>
      )}
      {failure?.isKey && (
        <p id={`${id}-key`} role="alert" className={controls.error}>
          {failure.message}
        </p>
      )}
    </>
  )
}
