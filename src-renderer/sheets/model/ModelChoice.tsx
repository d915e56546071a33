import { useId, useRef, useState } from 'react'
import type { DefaultModel } from '@shared/contract/start'
import { Button } from '../../kit/Button'
import { Input } from '../../kit/form/fields'
import { Refusal } from '../../kit/text/Refusal'
import { HostButton } from '../../session/connection/HostButton'
import { ModelPicker } from '../settings/ModelPicker'
import { providerOf, ProviderChoice } from '../settings/providers'
import { settingsStrings } from '../settings/strings'
import { useEndpoint } from '../settings/use-endpoint'
import { type ChosenModel, modelInForce } from './model-in-force'
import { typedKey } from './save-model'
import { modelStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './ModelChoice.module.css'

interface ModelChoiceProps {
  /** The default; null until loaded. */
  readonly defaultModel: DefaultModel | null
  readonly from: keyof typeof words.from
  readonly chosen: ChosenModel
  readonly onChange: (chosen: ChosenModel) => void
  readonly onTypeUrl?: (baseUrl: string) => void
  /** Shows the fields at once, with the focus on the model. */
  readonly startsOpen?: boolean
  /** Saves the choice as the default and resolves to whether it succeeded. Undefined if this is not offered. */
  readonly onSave?: (() => Promise<boolean>) | undefined
}

/** The default model in one line, and fields that override it. A stored key is never shown. */
export function ModelChoice({
  defaultModel,
  from,
  chosen,
  onChange,
  onTypeUrl,
  startsOpen = false,
  onSave,
}: ModelChoiceProps) {
  const isChanged = Boolean(chosen.model) || Boolean(chosen.baseUrl)
  const fields = useRef<HTMLFieldSetElement>(null)
  const lineButton = useRef<HTMLButtonElement>(null)
  const remarkId = useId()
  const [isOpen, setIsOpen] = useState(startsOpen)
  const showsFields = isOpen || defaultModel === null || isChanged
  const { model, baseUrl } = modelInForce(chosen, defaultModel)
  const lacksModel = defaultModel !== null && model === ''
  const endpoint = useEndpoint(baseUrl, model)
  const { info, infoIsCurrent, failure } = endpoint
  const needsKey = info ? !info.keyIsOptional : providerOf(baseUrl).needsKey
  const lacksKey = info !== null && needsKey && !info.hasKey
  const back = () => {
    setIsOpen(false)
    onChange({})
  }
  const save = async (isSaved: Promise<boolean>) => {
    if (!(await isSaved)) return
    back()
    lineButton.current?.focus()
  }
  const choose = (part: ChosenModel) => {
    // The fields stay open after the user empties them.
    setIsOpen(true)
    onChange({ ...chosen, ...part })
  }
  const typeUrl = (typed: string) => {
    onTypeUrl?.(typed.trim())
    choose({ baseUrl: typed || undefined })
  }
  return (
    <fieldset ref={fields} className={styles.model}>
      <legend className={controls.label}>{words.model}</legend>
      {defaultModel && (
        <div className={styles.line}>
          <p className={styles.current}>
            <ModelName model={model} baseUrl={baseUrl} />
            {isChanged && (
              <span className={styles.instead}>
                {words.forThisRun} {words.from[from].says}{' '}
                <ModelName model={defaultModel.model} baseUrl={defaultModel.baseUrl} />.
              </span>
            )}
          </p>
          <Button ref={lineButton} onClick={showsFields ? back : () => setIsOpen(true)}>
            {showsFields ? words.from[from].back : words.change}
          </Button>
        </div>
      )}
      {showsFields && (
        <>
          <div className={styles.pair}>
            <ProviderChoice
              value={providerOf(chosen.baseUrl ?? baseUrl)}
              // Another provider has different models.
              onChoose={(address) =>
                choose({ baseUrl: address === defaultModel?.baseUrl ? undefined : address, model: undefined })
              }
            />
            <Input
              label={words.address}
              type="url"
              pattern="\s*[Hh][Tt]{2}[Pp][Ss]?://.+"
              title={words.addressKind}
              value={chosen.baseUrl ?? ''}
              placeholder={defaultModel?.baseUrl ?? words.asUsual}
              // Required after the user chose "Other". Otherwise an empty field means the default.
              required={chosen.baseUrl === ''}
              maxLength={2000}
              spellCheck={false}
              onChange={({ target }) => typeUrl(target.value)}
            />
          </div>
          <ModelPicker
            model={chosen.model ?? ''}
            endpoint={{ ...endpoint, ask: () => endpoint.ask(typedKey(fields.current?.form ?? null)) }}
            field={{
              placeholder: lacksModel ? '' : (defaultModel?.model ?? words.asUsual),
              required: lacksModel,
              'aria-describedby': remarkId,
              maxLength: 200,
              autoFocus: isOpen,
              ...(startsOpen && { 'data-first-stop': true }),
            }}
            onChange={(typed) => choose({ model: typed })}
          />
          <p id={remarkId} role="status" className={`${controls.hint} ${styles.remark}`}>
            {chosen.baseUrl && !chosen.model && defaultModel && !lacksModel ? settingsStrings.model.isSame : ''}
          </p>
          {isChanged && !lacksModel && onSave && (
            <HostButton className={styles.keep} onClick={() => void save(onSave())}>
              {words.keep}
            </HostButton>
          )}
        </>
      )}
      {(showsFields ? needsKey : lacksKey) && (
        <Input
          label={words.apiKey}
          hint={words.apiKeyHint}
          name="apiKey"
          type="password"
          autoComplete="off"
          placeholder={info?.hasKey ? words.apiKeyKept : ''}
          required={lacksKey && infoIsCurrent}
        />
      )}
      <Refusal text={failure?.isKey ? failure.message : null} />
    </fieldset>
  )
}

function ModelName({ model, baseUrl }: DefaultModel) {
  return (
    <span className={styles.name}>
      {model === '' ? words.noModel : <bdi>{model}</bdi>} {words.at} <bdi>{URL.parse(baseUrl)?.host || baseUrl}</bdi>
    </span>
  )
}
