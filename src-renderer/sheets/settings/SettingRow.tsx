import { useId } from 'react'
import { describeBytes } from '@shared/base/describe-bytes'
import { isRecord } from '@shared/base/json/is-record'
import type { SettingField, SettingValue } from '@shared/settings/describe-settings'
import { Button } from '../../kit/Button'
import { FieldControl } from '../../kit/form/FieldControl'
import { holdsSeveral, SeveralValues } from '../../kit/form/SchemaForm'
import { Line } from '../../kit/text/Prose'
import { settingsStrings as words } from './strings'
import { isChanged, type SettingsDraft } from './use-settings'
import controls from '../../kit/controls.module.css'
import styles from './SettingsSheet.module.css'

interface SettingRowProps {
  readonly field: SettingField
  readonly settings: SettingsDraft
  readonly remark?: string | undefined
}

export function SettingRow({ field, settings, remark }: SettingRowProps) {
  const { path, title, description, unit, shipped } = field
  const reset = shipped === null ? words.reset : words.resetShipped
  const id = useId()
  const fault = settings.faults[path]
  const differs = isChanged(settings, field)
  const isGroup = holdsSeveral(field)
  const value = settings.valueOf(field)
  const describedBy = `${id}-about${fault ? ` ${id}-fault` : ''}`
  const mayBeEmpty = field.input.kind === 'number' && !field.isRequired
  const change = (next: unknown) =>
    field.input.kind === 'number' && typeof next !== 'number' && !(mayBeEmpty && next === undefined)
      ? settings.change(path, typeof next === 'string' ? next : '', words.notANumber)
      : settings.change(path, (next ?? '') as SettingValue)
  return (
    <div className={styles.row} data-setting={path} data-changed={differs || undefined}>
      {isGroup ? (
        <span id={`${id}-name`} className={styles.title}>
          {title}
        </span>
      ) : (
        <label htmlFor={id} className={styles.title}>
          {title}
        </label>
      )}
      <div className={styles.control}>
        {isGroup ? (
          <div role="group" aria-labelledby={`${id}-name`} aria-describedby={describedBy} className={styles.several}>
            <SeveralValues field={field} value={value} onChange={change} isFirst={false} />
          </div>
        ) : (
          <FieldControl
            field={field}
            value={value}
            onChange={change}
            placeholder={mayBeEmpty ? words.notSent : undefined}
            id={id}
            aria-describedby={describedBy}
            aria-invalid={fault !== undefined || undefined}
          />
        )}
        {unit !== null && <span className={styles.unit}>{unitOf(unit, value)}</span>}
        {differs && (
          <Button
            look="quiet"
            aria-label={`${reset}: ${title}`}
            onClick={({ currentTarget }) => {
              // The focused button disappears.
              currentTarget.parentElement?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
              settings.change(path, shipped)
            }}
          >
            {reset}
          </Button>
        )}
      </div>
      <p id={`${id}-about`} className={`${controls.hint} ${styles.about}`}>
        {differs && <strong>{words.changed} </strong>}
        <Line text={description} /> {describeDefault(field)}. <code>{path}</code>
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

/** The unit of a value. Bytes are also given in a larger unit. */
const unitOf = (unit: string, value: unknown): string =>
  unit === 'bytes' && typeof value === 'number' && value >= 2 ** 20 ? `${unit} (${describeBytes(value)})` : unit

/** The value that a changed setting is compared with. */
const describeDefault = ({ default: byDefault, shipped, unit }: SettingField): string =>
  shipped === null ? words.byDefault(describeValue(byDefault, unit)) : words.asShipped(describeValue(shipped, unit))

function describeValue(value: SettingValue, unit: string | null): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  const text = isRecord(value) ? Object.keys(value).join(', ') : [value].flat().join(', ')
  if (text === '') return words.none
  if (unit === 'bytes' && typeof value === 'number') return describeBytes(value)
  return unit === null ? text : `${text} ${unit}`
}
