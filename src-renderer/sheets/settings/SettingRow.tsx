import type { SettingField } from '@shared/settings/describe-settings'
import { useId, useState } from 'react'
import controls from '../../kit/controls.module.css'
import { describeDefault, fieldText, parseField } from './field-text'
import styles from './SettingRow.module.css'
import { settingsStrings as words } from './strings'
import type { SettingsDraft } from './use-settings'

interface SettingRowProps {
  readonly field: SettingField
  readonly settings: SettingsDraft
  /** What is to be said of it here, beside its sentence. */
  readonly remark?: string | undefined
}

/** One setting: its name, its value, its unit, its sentence and its default; under it, what is wrong with the value. */
export function SettingRow({ field, settings, remark }: SettingRowProps) {
  const { path, title, description, unit } = field
  const id = useId()
  const fault = settings.faults[path]
  const isOwn = settings.draft[path] !== null && (path in settings.draft || settings.file?.given[path] !== undefined)
  return (
    <div className={styles.row} data-setting={path}>
      <label htmlFor={id} className={styles.title}>
        {title}
      </label>
      <div className={styles.control}>
        <Control
          id={id}
          field={field}
          settings={settings}
          describedBy={`${id}-about${fault ? ` ${id}-fault` : ''}`}
          isWrong={fault !== undefined}
        />
        {unit !== null && <span className={styles.unit}>{unit}</span>}
        {isOwn && (
          <button
            type="button"
            className={`${controls.button} ${controls.quiet}`}
            aria-label={`${words.reset}: ${title}`}
            onClick={() => settings.change(path, null)}
          >
            {words.reset}
          </button>
        )}
      </div>
      <p id={`${id}-about`} className={`${controls.hint} ${styles.about}`}>
        {description} {words.byDefault(describeDefault(field))}. <code>{path}</code>
        {remark !== undefined && <strong className={styles.remark}> {remark}</strong>}
      </p>
      {fault !== undefined && (
        <p id={`${id}-fault`} role="alert" className={`${controls.error} ${styles.about}`}>
          {fault}
        </p>
      )}
    </div>
  )
}

interface ControlProps extends SettingRowProps {
  readonly id: string
  readonly describedBy: string
  readonly isWrong: boolean
}

function Control({ id, field, settings, describedBy, isWrong }: ControlProps) {
  const value = settings.valueOf(field)
  const common = { id, 'aria-describedby': describedBy, 'aria-invalid': isWrong || undefined }
  if (field.kind === 'boolean')
    return (
      <input
        {...common}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={value === true}
        onChange={({ target }) => settings.change(field.path, target.checked)}
      />
    )
  if (field.kind !== 'choice')
    return (
      <TextControl key={String(settings.draft[field.path] === null)} {...common} field={field} settings={settings} />
    )
  return (
    <select
      {...common}
      className={`${controls.input} ${styles.choice}`}
      value={fieldText(value)}
      onChange={({ target }) => settings.change(field.path, target.value)}
    >
      {field.choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  )
}

/** What is typed is kept as it was typed: a value that cannot be read yet would lose its end at every key. */
function TextControl({ field, settings, ...attributes }: Omit<SettingRowProps, 'remark'> & { readonly id: string }) {
  const [typed, setTyped] = useState<string | null>(null)
  const { kind, path } = field
  const isNumber = kind === 'integer' || kind === 'number'
  const text = typed !== null && path in settings.draft ? typed : fieldText(settings.valueOf(field))
  const change = (next: string) => {
    setTyped(next)
    const parsed = parseField(kind, next)
    if ('fault' in parsed) settings.change(path, next, parsed.fault)
    else settings.change(path, parsed.value)
  }
  if (kind === 'list' || kind === 'table')
    return (
      <textarea
        {...attributes}
        className={`${controls.input} ${styles.lines}`}
        rows={2}
        spellCheck={false}
        placeholder={kind === 'list' ? words.onePerLine : words.pairPerLine}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
    )
  return (
    <input
      {...attributes}
      className={`${controls.input} ${isNumber ? styles.number : styles.text}`}
      inputMode={isNumber ? 'decimal' : undefined}
      spellCheck={false}
      value={text}
      onChange={({ target }) => change(target.value)}
    />
  )
}
