import { Plus, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { describeInput, type FormField, initialValue } from '@shared/base/form/form-field'
import { isRecord } from '@shared/base/json/is-record'
import { Button } from '../Button'
import { IconButton } from '../IconButton'
import { kitStrings } from '../strings'
import { Line } from '../text/Prose'
import { FieldControl, tableOf } from './FieldControl'
import { TableField, useRowFocus } from './TableField'
import controls from '../controls.module.css'
import styles from './form.module.css'

const words = kitStrings.form

interface FormRowProps {
  readonly field: FormField
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly fault?: string | null
  readonly placeholder?: string
  /** A sheet that opens focuses this field. */
  readonly isFirst?: boolean
  /** Shown beside the control. */
  readonly button?: ReactNode
  /** Says who receives a secret that is typed here. By default, that is the server that asks for it. */
  readonly secretHint?: string | undefined
}

/** A field: name, control, description and error. */
export function FormRow({
  field,
  value,
  onChange,
  fault = null,
  placeholder,
  isFirst = false,
  button,
  secretHint,
}: FormRowProps) {
  const id = useId()
  const { title, description, isRequired, input } = field
  const isSwitch = input.kind === 'boolean' && input.fallback !== null
  const accepts = input.kind === 'choice' || input.kind === 'boolean' ? '' : describeInput(field)
  const hint = [accepts, isRequired && input.fallback === null ? words.required : '']
    .filter((part) => part !== '')
    .join(', ')
  const accepted =
    hint === '' || isSwitch ? null : (
      <span id={`${id}-accepts`} className={controls.hint}>
        {' · '}
        {hint}
      </span>
    )
  const about = (
    <>
      {description !== '' && (
        <span id={`${id}-about`} className={`${controls.hint} ${styles.about}`}>
          <Line text={description} />
        </span>
      )}
      {input.kind === 'text' && input.isSecret && <SecretHint text={secretHint} />}
      {fault !== null && (
        <span id={`${id}-fault`} className={controls.error} role="alert">
          <Line text={fault} />
        </span>
      )}
    </>
  )
  const describedBy =
    [accepted && `${id}-accepts`, description && `${id}-about`, fault !== null && `${id}-fault`]
      .filter(Boolean)
      .join(' ') || undefined
  if (holdsSeveral(field))
    return (
      <fieldset className={styles.rows} aria-describedby={describedBy}>
        <legend className={controls.label}>
          {title}
          {accepted}
        </legend>
        <SeveralValues field={field} value={value} onChange={onChange} isFirst={isFirst} />
        {about}
      </fieldset>
    )
  const control = (
    <FieldControl
      field={field}
      value={value}
      onChange={onChange}
      id={id}
      placeholder={placeholder}
      aria-invalid={fault !== null || undefined}
      aria-describedby={describedBy}
      data-first-stop={isFirst || undefined}
    />
  )
  return (
    <div className={controls.field}>
      {isSwitch ? (
        <label htmlFor={id} className={controls.check}>
          {control}
          <span>{title}</span>
        </label>
      ) : (
        <div>
          <label htmlFor={id} className={controls.label}>
            {title}
          </label>
          {accepted}
        </div>
      )}
      {!isSwitch &&
        (button === undefined ? (
          control
        ) : (
          <div className={styles.row}>
            {control}
            {button}
          </div>
        ))}
      {about}
    </div>
  )
}

const SecretHint = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? (
    <span className={styles.warning}>
      <TriangleAlert size={12} aria-hidden />
      {words.secret}
    </span>
  ) : (
    <span className={controls.hint}>{text}</span>
  )

/** The controls of a field that holds several values. */
export function SeveralValues({
  field,
  value,
  onChange,
  isFirst,
}: Required<Pick<FormRowProps, 'field' | 'value' | 'onChange' | 'isFirst'>>) {
  const { input } = field
  switch (input.kind) {
    case 'list':
      return <ListField item={input.item} value={Array.isArray(value) ? value : []} onChange={onChange} />
    case 'table':
      return <Table rows={tableOf(value)} onChange={onChange} />
    case 'group':
      return (
        <div className={styles.nested}>
          <SchemaForm fields={input.fields} value={isRecord(value) ? value : {}} onChange={onChange} />
        </div>
      )
    default:
      return <FieldControl field={field} value={value} onChange={onChange} data-first-stop={isFirst || undefined} />
  }
}

export const holdsSeveral = ({ input }: FormField): boolean =>
  ['choices', 'list', 'table', 'group'].includes(input.kind)

interface ListFieldProps {
  readonly item: FormField
  readonly value: readonly unknown[]
  readonly onChange: (value: readonly unknown[]) => void
}

/** One row for each item. A new item gets the focus; when an item is removed, the focus stays in the list. */
function ListField({ item, value, onChange }: ListFieldProps) {
  const { rows, goTo } = useRowFocus(value.length)
  const isSingle = ['text', 'number', 'boolean', 'choice'].includes(item.input.kind)
  const add = () => {
    goTo(value.length)
    onChange([...value, initialValue(item)])
  }
  const remove = (index: number) => {
    goTo(index)
    onChange(value.toSpliced(index, 1))
  }
  return (
    <div ref={rows} className={styles.list}>
      <ol>
        {value.map((each, index) => {
          const name = words.item(item.title, index + 1)
          const set = (next: unknown) => onChange(value.with(index, next))
          return (
            // Removing an item changes the key, which resets the rows of items that hold typed text.
            <li key={isSingle ? index : `${value.length} ${index}`} className={styles.row}>
              {isSingle ? (
                <FieldControl field={item} value={each} onChange={set} aria-label={name} />
              ) : (
                <div className={styles.item}>
                  <FormRow field={{ ...item, title: name }} value={each} onChange={set} />
                </div>
              )}
              <IconButton icon={X} label={words.removeItem(name)} isQuiet onClick={() => remove(index)} />
            </li>
          )
        })}
      </ol>
      <Button className={styles.add} onClick={add}>
        <Plus size={15} aria-hidden />
        {words.addItem(item.title)}
      </Button>
    </div>
  )
}

interface TableProps {
  readonly rows: Readonly<Record<string, string>>
  readonly onChange: (rows: Readonly<Record<string, string>>) => void
}

function Table({ rows, onChange }: TableProps) {
  const entries = Object.entries(rows)
  return (
    <TableField
      rows={rows}
      onSet={(name, value) =>
        onChange(
          value === undefined
            ? Object.fromEntries(entries.filter(([each]) => each !== name))
            : { ...rows, [name]: value },
        )
      }
      onRename={(name, to) =>
        onChange(Object.fromEntries(entries.map(([each, value]) => [each === name ? to : each, value])))
      }
    />
  )
}

interface SchemaFormProps {
  readonly fields: readonly FormField[]
  readonly value: Readonly<Record<string, unknown>>
  readonly onChange: (value: Readonly<Record<string, unknown>>) => void
  readonly faults?: Readonly<Record<string, string>>
  /** A sheet that opens focuses the first field of this form. */
  readonly startsHere?: boolean
  readonly secretHint?: string
}

/** The fields of an object. An optional field that is empty is left out of the value. */
export function SchemaForm({ fields, value, onChange, faults = {}, startsHere = false, secretHint }: SchemaFormProps) {
  const set = ({ name, isRequired }: FormField, next: unknown) => {
    const { [name]: _, ...others } = value
    const isEmpty = next === undefined || (!isRequired && (next === '' || (Array.isArray(next) && next.length === 0)))
    onChange(isEmpty ? others : { ...value, [name]: next })
  }
  return (
    <div className={styles.schema}>
      {fields.map((field, index) => (
        <FormRow
          key={field.name}
          field={field}
          // An untrusted name may be one that every object inherits, such as "constructor".
          value={Object.hasOwn(value, field.name) ? value[field.name] : undefined}
          fault={Object.hasOwn(faults, field.name) ? (faults[field.name] ?? null) : null}
          isFirst={startsHere && index === 0}
          secretHint={secretHint}
          onChange={(next) => set(field, next)}
        />
      ))}
    </div>
  )
}
