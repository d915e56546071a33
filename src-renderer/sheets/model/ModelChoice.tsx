import type { UsualModel } from '@shared/contract/start'
import { useId, useRef, useState } from 'react'
import { HostButton } from '../../session/connection/HostButton'
import controls from '../../kit/controls.module.css'
import { Input } from '../../kit/form/fields'
import { ProviderChoice } from '../settings/ProviderChoice'
import { providerOf } from '../settings/providers'
import { useEndpoint } from '../settings/use-endpoint'
import styles from './ModelChoice.module.css'
import { modelStrings as words } from './strings'

/** What is said in the place of the usual; what is left out, or empty, is as usual. */
export interface ChosenModel {
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
}

interface ModelChoiceProps {
  /** What is asked where nothing is chosen; null while that is not known. */
  readonly usual: UsualModel | null
  readonly from: keyof typeof words.from
  readonly chosen: ChosenModel
  readonly onChange: (chosen: ChosenModel) => void
  /** The address was written by hand. */
  readonly onTypeUrl: (baseUrl: string) => void
  /** Makes what is chosen the usual, and resolves to whether it is; absent where that is not to be had. */
  readonly onKeep?: (() => Promise<boolean>) | undefined
}

/**
 * Which model plays, and where it is asked: in one line as it usually is, and beside the fields that say otherwise once
 * somebody wants to change it. A stored key is never shown: the host says only whether there is one.
 */
export function ModelChoice({ usual, from, chosen, onChange, onTypeUrl, onKeep }: ModelChoiceProps) {
  const isChanged = Boolean(chosen.model) || Boolean(chosen.baseUrl)
  const lineButton = useRef<HTMLButtonElement>(null)
  const remarkId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const showsFields = isOpen || usual === null || isChanged
  const model = chosen.model || (usual?.model ?? '')
  const baseUrl = chosen.baseUrl || (usual?.baseUrl ?? '')
  const { info } = useEndpoint(baseUrl, model, false)
  const needsKey = info ? !info.keyIsOptional : providerOf(baseUrl).needsKey
  const lacksKey = info !== null && needsKey && !info.hasKey
  const back = () => {
    setIsOpen(false)
    onChange({})
  }
  const keep = async (isKept: Promise<boolean>) => {
    if (!(await isKept)) return
    back()
    lineButton.current?.focus()
  }
  const choose = (part: ChosenModel) => {
    // Also when what was typed is taken away again: nobody is done before they say so.
    setIsOpen(true)
    onChange({ ...chosen, ...part })
  }
  const typeUrl = (typed: string) => {
    onTypeUrl(typed.trim())
    choose({ baseUrl: typed })
  }
  return (
    <fieldset className={styles.model}>
      <legend className={controls.label}>{words.model}</legend>
      {usual && (
        <div className={styles.line}>
          <p className={styles.said}>
            <ModelName model={model} baseUrl={baseUrl} />
            {isChanged && (
              <span className={styles.instead}>
                {words.forThisRun} {words.from[from].says} <ModelName model={usual.model} baseUrl={usual.baseUrl} />.
              </span>
            )}
          </p>
          <button
            ref={lineButton}
            type="button"
            className={controls.button}
            onClick={showsFields ? back : () => setIsOpen(true)}
          >
            {showsFields ? words.from[from].back : words.change}
          </button>
        </div>
      )}
      {showsFields && (
        <>
          <div className={styles.pair}>
            <ProviderChoice
              value={providerOf(baseUrl)}
              onChoose={(address) => choose({ baseUrl: address === usual?.baseUrl ? undefined : address })}
            />
            <Input
              label={words.baseUrl}
              type="url"
              pattern="\s*[Hh][Tt]{2}[Pp][Ss]?://.+"
              title={words.baseUrlKind}
              value={chosen.baseUrl ?? ''}
              placeholder={usual?.baseUrl ?? words.asUsual}
              maxLength={2000}
              spellCheck={false}
              onChange={({ target }) => typeUrl(target.value)}
            />
          </div>
          <Input
            label={words.model}
            value={chosen.model ?? ''}
            placeholder={usual?.model ?? words.asUsual}
            aria-describedby={remarkId}
            maxLength={200}
            spellCheck={false}
            autoFocus={isOpen}
            onChange={({ target }) => choose({ model: target.value })}
          />
          <p id={remarkId} role="status" className={`${controls.hint} ${styles.remark}`}>
            {chosen.baseUrl && !chosen.model && usual ? words.stillUsual : ''}
          </p>
          {isChanged && onKeep && (
            <HostButton className={`${controls.button} ${styles.keep}`} onClick={() => void keep(onKeep())}>
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
        />
      )}
    </fieldset>
  )
}

/** A host says more at a glance than a whole address, which its field has. */
function ModelName({ model, baseUrl }: UsualModel) {
  return (
    <span className={styles.name}>
      <bdi>{model}</bdi> {words.at} <bdi>{URL.parse(baseUrl)?.host || baseUrl}</bdi>
    </span>
  )
}
