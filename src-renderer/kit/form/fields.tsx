import { type ComponentProps, type ReactNode, useId } from 'react'
import controls from '../controls.module.css'

interface Labelled {
  readonly label: string
  readonly hint?: string | undefined
}

/** A control with its name above it. */
export function Field({ label, hint, children }: Labelled & { readonly children: ReactNode }) {
  return (
    <label className={controls.field}>
      <span className={controls.label}>{label}</span>
      {children}
      {hint !== undefined && <span className={controls.hint}>{hint}</span>}
    </label>
  )
}

interface InputProps extends Labelled, Omit<ComponentProps<'input'>, 'className'> {
  /** Why the value is not valid. It replaces the hint. */
  readonly fault?: string | undefined
  /** False keeps the place of the fault without showing it, so that nothing moves when it appears. */
  readonly isFaulty?: boolean
}

/** Blanks alone do not fill a required field, because values are trimmed before they are used. */
const NOT_BLANK = String.raw`.*\S.*`

export function Input({ label, hint, fault, isFaulty = fault !== undefined, ...input }: InputProps) {
  const id = useId()
  return (
    <Field label={label}>
      <input
        aria-invalid={isFaulty || undefined}
        aria-describedby={isFaulty ? id : undefined}
        pattern={input.required ? NOT_BLANK : undefined}
        {...input}
        className={controls.input}
      />
      {(hint !== undefined || fault !== undefined) && (
        <span className={controls.notes}>
          {hint !== undefined && (
            <span className={controls.hint} aria-hidden={isFaulty || undefined}>
              {hint}
            </span>
          )}
          {!isFaulty && fault !== undefined && (
            <span className={controls.hint} aria-hidden>
              {fault}
            </span>
          )}
          {isFaulty && (
            <span id={id} role="alert" className={`${controls.hint} ${controls.error}`}>
              {fault}
            </span>
          )}
        </span>
      )}
    </Field>
  )
}

interface SearchProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'placeholder'> {
  readonly label: string
  readonly onSearch: (text: string) => void
}

/** A search field, whose label is inside it. */
export const SearchField = ({ label, onSearch, className = '', ...input }: SearchProps) => (
  <input
    {...input}
    type="search"
    className={`${controls.input} ${className}`.trim()}
    aria-label={label}
    placeholder={label}
    onChange={({ target }) => onSearch(target.value)}
  />
)

interface FileInputProps extends Pick<ComponentProps<'input'>, 'ref' | 'accept'> {
  readonly label: string
  readonly onFile: (file: File) => void
}

/** A hidden control for one file; a button opens it. */
export const FileInput = ({ label, onFile, ...input }: FileInputProps) => (
  <input
    {...input}
    type="file"
    hidden
    aria-label={label}
    onChange={({ target }) => {
      const [file] = target.files ?? []
      target.value = ''
      if (file) onFile(file)
    }}
  />
)

interface ChoiceProps<Value extends string | number> {
  readonly value: Value
  readonly choices: readonly Value[]
  readonly nameOf: (choice: Value) => string
  readonly onChoose: (choice: Value) => void
  readonly className?: string | undefined
  /** For a select without a visible label. */
  readonly 'aria-label'?: string
  readonly title?: string
}

export function Choice<Value extends string | number>({
  choices,
  nameOf,
  onChoose,
  className = controls.input,
  ...select
}: ChoiceProps<Value>) {
  const choose = (text: string) => {
    const chosen = choices.find((choice) => String(choice) === text)
    if (chosen !== undefined) onChoose(chosen)
  }
  return (
    <select {...select} className={className} onChange={({ target }) => choose(target.value)}>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {nameOf(choice)}
        </option>
      ))}
    </select>
  )
}

export function ChoiceField<Value extends string | number>({ label, hint, ...choice }: Labelled & ChoiceProps<Value>) {
  return (
    <Field label={label} hint={hint}>
      <Choice {...choice} />
    </Field>
  )
}

interface CheckProps {
  readonly label: string
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
  /** A sheet that opens focuses this control. */
  readonly isFirstStop?: boolean
  readonly role?: 'switch'
}

/** A checkbox with its name beside it. */
export function Check({ label, isOn, onSwitch, isFirstStop = false, role }: CheckProps) {
  return (
    <label className={controls.check}>
      <input
        type="checkbox"
        role={role}
        checked={isOn}
        data-first-stop={isFirstStop || undefined}
        onChange={({ target }) => onSwitch(target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}

/** A check box whose change takes effect at once. */
export const Switch = (props: Omit<CheckProps, 'role'>) => <Check {...props} role="switch" />
