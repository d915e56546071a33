import { IconButton } from '../../kit/IconButton'
import { isRecord } from '@shared/base/json/is-record'
import { parseJson } from '@shared/base/json/bound-json'
import { Plus, X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import controls from '../../kit/controls.module.css'
import styles from '../../mcp/form/form.module.css'
import { emptyValue, type SchemaField } from '../../../src-shared/base/form/read-schema'
import { configStrings as words } from '../../mcp/strings'

interface InputProps {
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** Told of each field, by its id, whether what is typed there cannot be sent. Always the same function. */
  readonly onFault: (field: string, isFaulty: boolean) => void
}

/** The members of an object, each with the input that its schema calls for. What is left empty is left out. */
export function SchemaForm({ field, value, onChange, onFault }: InputProps & { readonly field: SchemaField }) {
  if (field.kind !== 'group')
    return <JsonField label={words.argumentsAsJson} value={value} onChange={onChange} onFault={onFault} />
  const members = isRecord(value) ? value : {}
  if (field.members.length === 0) return <p className={controls.hint}>{words.wantsNothing}</p>
  const set = (name: string, next: unknown) => {
    const { [name]: _, ...others } = members
    onChange(next === undefined ? others : { ...members, [name]: next })
  }
  return (
    <div className={styles.schema}>
      {field.members.map(({ name, required, field: member }) => (
        <Member
          key={name}
          name={name}
          required={required}
          field={member}
          value={members[name]}
          onChange={(next) => set(name, next)}
          onFault={onFault}
        />
      ))}
    </div>
  )
}

function Member({
  name,
  required,
  field,
  ...input
}: InputProps & { readonly name: string; readonly required: boolean; readonly field: SchemaField }) {
  const label = required ? words.required(name) : name
  if (field.kind === 'group' || field.kind === 'list') {
    return (
      <fieldset className={styles.rows}>
        <legend className={controls.label}>{label}</legend>
        {field.description !== '' && <span className={controls.hint}>{field.description}</span>}
        <div className={styles.nested}>
          {field.kind === 'group' ? (
            <SchemaForm field={field} {...input} />
          ) : (
            <List name={name} item={field.item} {...input} />
          )}
        </div>
      </fieldset>
    )
  }
  return (
    <div className={controls.field}>
      <span className={controls.label} aria-hidden>
        {label}
      </span>
      <Single label={label} required={required} field={field} {...input} />
      {field.description !== '' && <span className={controls.hint}>{field.description}</span>}
    </div>
  )
}

function List({
  name,
  item,
  value,
  onChange,
  onFault,
}: InputProps & { readonly name: string; readonly item: SchemaField }) {
  const items = Array.isArray(value) ? (value as unknown[]) : []
  return (
    <>
      <ol>
        {items.map((each, index) => (
          // A field keeps its text: when a place is taken away the ones after it begin anew, with the values that are
          // there now.
          <li key={`${items.length} ${index}`} className={styles.row}>
            <div className={styles.item}>
              <Member
                name={words.item(name, index + 1)}
                required
                field={item}
                value={each}
                onChange={(next) => onChange(items.with(index, next))}
                onFault={onFault}
              />
            </div>
            <IconButton
              icon={X}
              label={words.removeItem(name, index + 1)}
              isQuiet
              onClick={() => onChange(items.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      <button
        type="button"
        className={`${controls.button} ${styles.add}`}
        onClick={() => onChange([...items, emptyValue(item, true)])}
      >
        <Plus size={15} aria-hidden />
        {words.addItem(name)}
      </button>
    </>
  )
}

function Single({
  label,
  required,
  field,
  value,
  onChange,
  onFault,
}: InputProps & { readonly label: string; readonly required: boolean; readonly field: SchemaField }) {
  switch (field.kind) {
    case 'text':
      return (
        <input
          className={controls.input}
          aria-label={label}
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => onChange(target.value === '' && !required ? undefined : target.value)}
        />
      )
    case 'number':
    case 'integer':
      return (
        <input
          className={controls.input}
          type="number"
          step={field.kind === 'integer' ? 1 : 'any'}
          aria-label={label}
          value={typeof value === 'number' ? value : ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
        />
      )
    case 'boolean':
      return <Choice label={label} required={required} options={[true, false]} value={value} onChange={onChange} />
    case 'choice':
      return <Choice label={label} required={required} options={field.options} value={value} onChange={onChange} />
    default:
      return <JsonField label={label} value={value} onChange={onChange} onFault={onFault} />
  }
}

function Choice({
  label,
  required,
  options,
  value,
  onChange,
}: Omit<InputProps, 'onFault'> & {
  readonly label: string
  readonly required: boolean
  readonly options: readonly unknown[]
}) {
  return (
    <select
      className={controls.input}
      aria-label={label}
      value={options.indexOf(value)}
      onChange={({ target }) => onChange(options[Number(target.value)])}
    >
      {(!required || !options.includes(value)) && <option value={-1}>{words.leftOut}</option>}
      {options.map((option, index) => (
        <option key={index} value={index}>
          {typeof option === 'string' ? option : JSON.stringify(option)}
        </option>
      ))}
    </select>
  )
}

/** What no form can show. Half-typed JSON stays here and is not sent. */
export function JsonField({ label, value, onChange, onFault }: InputProps & { readonly label: string }) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  const [fault, setFault] = useState<string | null>(null)
  const id = useId()
  const isFaulty = fault !== null
  useEffect(() => {
    onFault(id, isFaulty)
    return () => onFault(id, false)
  }, [id, isFaulty, onFault])
  const type = (typed: string) => {
    setText(typed)
    try {
      onChange(typed.trim() === '' ? undefined : parseJson(typed))
      setFault(null)
    } catch (error) {
      setFault((error as Error).message)
    }
  }
  return (
    <>
      <textarea
        className={`${controls.input} ${styles.json}`}
        aria-label={label}
        aria-invalid={fault !== null}
        spellCheck={false}
        rows={4}
        value={text}
        onChange={({ target }) => type(target.value)}
      />
      {fault !== null && (
        <span className={controls.error} role="status">
          {words.notJson(fault)}
        </span>
      )}
    </>
  )
}
