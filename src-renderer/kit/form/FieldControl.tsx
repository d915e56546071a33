import { createContext, type ReactNode, use, useEffect, useId, useState } from 'react'
import { type FormField, type Option, readNumber, type TextFormat } from '@shared/base/form/form-field'
import { parseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { kitStrings } from '../strings'
import controls from '../controls.module.css'
import styles from './form.module.css'

const words = kitStrings.form

/**
 * Receives whether the field with this id holds text that is not a value yet. Must be the same function on every
 * render.
 */
export type OnFault = (fieldId: string, isFaulty: boolean) => void
export const FormFaults = createContext<OnFault>(() => undefined)

export interface ControlProps {
  readonly field: FormField
  readonly value: unknown
  /** Receives the typed text instead of a number if it cannot be parsed. */
  readonly onChange: (value: unknown) => void
  readonly id?: string
  readonly placeholder?: string | undefined
  readonly 'aria-label'?: string | undefined
  readonly 'aria-invalid'?: boolean | undefined
  readonly 'aria-describedby'?: string | undefined
  /** A sheet that opens focuses the element with this attribute. */
  readonly 'data-first-stop'?: true | undefined
}

/** The control of a field with a single value; `FormRow` draws fields that hold several. */
export function FieldControl({ field, ...props }: ControlProps): ReactNode {
  const { input, isRequired } = field
  const { value, onChange, ...attributes } = props
  switch (input.kind) {
    case 'text': {
      const common = {
        ...attributes,
        value: typeof value === 'string' ? value : '',
        spellCheck: false,
        onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
      }
      return input.isLong ? (
        <textarea {...common} className={`${controls.input} ${styles.long}`} rows={4} />
      ) : (
        <input
          {...common}
          className={controls.input}
          type={input.isSecret ? 'password' : typeOf(input.format)}
          autoComplete="off"
        />
      )
    }
    case 'number':
      return <NumberControl {...props} />
    case 'boolean':
      return input.fallback === null ? (
        <OptionSelect {...props} options={YES_OR_NO} isOptional={!isRequired} />
      ) : (
        <input
          {...attributes}
          type="checkbox"
          role="switch"
          checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
        />
      )
    case 'choice':
      return <OptionSelect {...props} options={input.options} isOptional={!isRequired} />
    case 'choices':
      return <OptionChecks {...props} options={input.options} />
    case 'json':
      return <JsonControl {...props} />
    default:
      return null
  }
}

type SingleProps = Omit<ControlProps, 'field'>

const typeOf = (format: TextFormat | null): string =>
  ({ email: 'email', uri: 'url', date: 'date', 'date-time': 'text', none: 'text' })[format ?? 'none']

/** Typed text such as "1.50" is not reformatted while its value stays the same. */
function NumberControl({ value, onChange, ...attributes }: SingleProps) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: unknown } | null>(null)
  const isText = typeof value === 'string'
  useFault(isText)
  const change = (text: string) => {
    const number = readNumber(text)
    const read = Number.isFinite(number) ? number : text
    const next = text.trim() === '' ? undefined : read
    setTyped({ text, value: next })
    onChange(next)
  }
  const shown = typeof value === 'number' || isText ? String(value) : ''
  return (
    <input
      {...attributes}
      className={controls.input}
      aria-invalid={attributes['aria-invalid'] === true || isText || undefined}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      value={typed !== null && Object.is(typed.value, value) ? typed.text : shown}
      onChange={({ target }) => change(target.value)}
    />
  )
}

interface OptionSelectProps extends SingleProps {
  readonly options: readonly Option<unknown>[]
  readonly isOptional: boolean
}

function OptionSelect({ options, isOptional, value, onChange, ...attributes }: OptionSelectProps) {
  const index = options.findIndex((option) => option.value === value)
  return (
    <select
      {...attributes}
      className={controls.input}
      value={index}
      onChange={({ target }) => onChange(options[Number(target.value)]?.value)}
    >
      {(index === -1 || isOptional) && <option value={-1}>{words.leftOut}</option>}
      {options.map(({ title }, place) => (
        <option key={place} value={place}>
          {title}
        </option>
      ))}
    </select>
  )
}

const YES_OR_NO: readonly Option<boolean>[] = [
  { value: true, title: words.yes },
  { value: false, title: words.no },
]

interface OptionChecksProps extends SingleProps {
  readonly options: readonly Option[]
}

function OptionChecks({ options, value, onChange, 'data-first-stop': firstStop }: OptionChecksProps) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  return options.map((option, index) => (
    <label key={option.value} className={controls.check}>
      <input
        type="checkbox"
        checked={chosen.includes(option.value)}
        data-first-stop={index === 0 ? firstStop : undefined}
        onChange={({ target }) =>
          onChange(target.checked ? [...chosen, option.value] : chosen.filter((each) => each !== option.value))
        }
      />
      <span>{option.title}</span>
    </label>
  ))
}

/** Incomplete JSON stays in the control and is not passed on. */
export function JsonControl({ value, onChange, ...attributes }: SingleProps) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  const [fault, setFault] = useState<string | null>(null)
  useFault(fault !== null)
  const change = (typed: string) => {
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
        {...attributes}
        className={`${controls.input} ${styles.json}`}
        aria-invalid={fault !== null}
        spellCheck={false}
        rows={4}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      {fault !== null && (
        <span className={controls.error} role="status">
          {words.notJson(fault)}
        </span>
      )}
    </>
  )
}

function useFault(isFaulty: boolean): void {
  const report = use(FormFaults)
  const id = useId()
  useEffect(() => {
    report(id, isFaulty)
    return () => report(id, false)
  }, [id, isFaulty, report])
}

/** A record as the rows of a table; values that are not text are omitted. */
export const tableOf = (value: unknown): Readonly<Record<string, string>> =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).filter((row): row is [string, string] => typeof row[1] === 'string'))
    : {}
