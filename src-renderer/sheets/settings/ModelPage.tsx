import { type FormEvent, useEffect, useId } from 'react'
import type { SettingsFile } from '@shared/contract/settings'
import type { SettingField } from '@shared/settings/describe-settings'
import { Input } from '../../kit/form/fields'
import { HostButton } from '../../session/connection/HostButton'
import { KEY_OF_ENDPOINT } from '../../session/view/view-store'
import { showSetting } from './FilePage'
import { ModelPicker } from './ModelPicker'
import { ProbePanel } from './ProbePanel'
import { providerOf, ProviderChoice } from './providers'
import { SettingRow } from './SettingRow'
import { settingsStrings } from './strings'
import { useEndpoint, type EndpointView } from './use-endpoint'
import type { SettingsDraft } from './use-settings'
import controls from '../../kit/controls.module.css'
import styles from './SettingsSheet.module.css'

const words = settingsStrings.model
const ADDRESS = 'llm.client_base_url'
/** Groups of model settings that this page also shows. */
const GROUPS = ['agent_sampling', 'limits']

export const isOnModelPage = (path: string): boolean =>
  path === ADDRESS || GROUPS.some((table) => path.startsWith(`${table}.`))

interface ModelPageProps {
  readonly settings: SettingsDraft
  readonly file: SettingsFile
  /** The part to focus, if the sheet was opened for one; otherwise null. */
  readonly opensAt: string | null
}

export function ModelPage({ settings, file, opensAt }: ModelPageProps) {
  useEffect(() => {
    if (opensAt !== null) showSetting(opensAt)
  }, [opensAt])
  const text = (path: string) => {
    const field = fieldAt(file, path)
    const value = field && settings.valueOf(field)
    return typeof value === 'string' ? value : ''
  }
  const isUnsaved = (path: string) => {
    const field = fieldAt(file, path)
    return field !== undefined && settings.valueOf(field) !== (file.given[path] ?? field.default)
  }
  const [baseUrl, model, ownKey] = [text(ADDRESS), text('llm.agent_model'), text('llm.api_key')]
  const endpoint = useEndpoint(baseUrl, model, file.version)
  const remarkOn = ({ name }: SettingField) =>
    endpoint.info?.unsupported.includes(name) ? settingsStrings.notSentHere : undefined
  return (
    <>
      <section aria-labelledby="settings-endpoint" className={styles.part}>
        <h3 id="settings-endpoint" className={styles.heading}>
          {words.endpoint}
        </h3>
        <EndpointForm
          baseUrl={baseUrl}
          keyReference={ownKey}
          fault={settings.faults[ADDRESS]}
          endpoint={endpoint}
          onChange={(address) => settings.change(ADDRESS, address)}
        />
      </section>
      <section aria-labelledby="settings-models" className={styles.part}>
        <h3 id="settings-models" className={styles.heading}>
          {words.models}
        </h3>
        <ModelPicker
          model={model}
          endpoint={endpoint}
          onChange={(chosen) => settings.change('llm.agent_model', chosen)}
        />
        {isUnsaved(ADDRESS) && !isUnsaved('llm.agent_model') && (
          <p role="status" className={controls.hint}>
            {words.isSame}
          </p>
        )}
        <LeftOutList endpoint={endpoint} />
        <ProbePanel
          key={`${baseUrl} ${model}`}
          baseUrl={baseUrl}
          model={model}
          whyNot={settings.faults[ADDRESS] ?? (model === '' ? words.noModel : null)}
        />
      </section>
      {file.groups
        .filter(({ table }) => GROUPS.includes(table))
        .map(({ table, title, fields }) => (
          <section key={table} aria-labelledby={`settings-${table}`}>
            <h3 id={`settings-${table}`} className={styles.heading}>
              {title}
            </h3>
            {fields.map((field) => (
              <SettingRow key={field.path} field={field} settings={settings} remark={remarkOn(field)} />
            ))}
            {table === 'agent_sampling' && <p className={styles.note}>{words.seed}</p>}
          </section>
        ))}
    </>
  )
}

/** The parameters that the model refused, and a button to send them again. */
function LeftOutList({ endpoint }: { readonly endpoint: EndpointView }) {
  const leftOut = endpoint.info?.leftOut ?? []
  if (leftOut.length === 0) return null
  return (
    <div role="group" aria-label={words.leftOut}>
      <p className={controls.label}>{words.leftOut}</p>
      <ul>
        {leftOut.map(({ name, instead, reason }) => (
          <li key={name} className={controls.hint}>
            {words.leftOutItem(name, instead, reason)}
          </li>
        ))}
      </ul>
      <HostButton className={controls.button} onClick={() => void endpoint.forget()}>
        {words.forget}
      </HostButton>
    </div>
  )
}

const fieldAt = (file: SettingsFile, path: string): SettingField | undefined =>
  file.groups.flatMap(({ fields }) => fields).find((field) => field.path === path)

interface EndpointFormProps {
  readonly baseUrl: string
  /** The key reference in the settings file; empty to use the provider's key. */
  readonly keyReference: string
  readonly fault: string | undefined
  readonly endpoint: EndpointView
  readonly onChange: (baseUrl: string) => void
}

/** The endpoint and its key. The key's field shows errors about the key. */
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
        <div data-setting={ADDRESS}>
          <Input
            label={words.address}
            type="url"
            value={baseUrl}
            spellCheck={false}
            // An empty address is not typed yet; the bar below names it too.
            fault={baseUrl === '' ? undefined : fault}
            onChange={({ target }) => onChange(target.value)}
          />
        </div>
      </div>
      {keyReference === '' ? (
        <form className={styles.form} data-setting={KEY_OF_ENDPOINT} onSubmit={saveKey}>
          <Input
            label={words.key}
            name="key"
            type="password"
            autoComplete="off"
            placeholder={placeholder}
            aria-invalid={failure?.isKey || undefined}
            aria-describedby={`${id}-key`}
          />
          <HostButton type="submit">{words.keep}</HostButton>
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
