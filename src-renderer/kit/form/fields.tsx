import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react'
import { kitStrings } from '../strings'
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

export function Input({ label, hint, fault, isFaulty: isKnownFaulty = fault !== undefined, ...input }: InputProps) {
  const id = useId()
  const [sentFault, checks] = useSentFault()
  const isFaulty = isKnownFaulty || sentFault !== null
  const hasNotes = hint !== undefined || fault !== undefined || isFaulty
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        aria-invalid={isFaulty || undefined}
        aria-describedby={hasNotes ? `${id}-notes` : undefined}
        pattern={input.required ? NOT_BLANK : undefined}
        {...input}
        {...checks}
        className={controls.input}
      />
      {hasNotes && (
        <span id={`${id}-notes`} className={controls.notes}>
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
          {isFaulty && <Fault>{fault ?? sentFault}</Fault>}
        </span>
      )}
    </div>
  )
}

export const Fault = ({ id, children }: { readonly id?: string; readonly children: ReactNode }) => (
  <span id={id} role="alert" className={`${controls.hint} ${controls.error}`}>
    {children}
  </span>
)

/**
 * The fault with which the browser refuses to send a form, as a sentence in place of the browser's bubble, which would
 * cover the next field. Null until the form is sent, and when the value is valid again.
 */
export function useSentFault() {
  const [fault, setFault] = useState<string | null>(null)
  const checks = {
    onInvalid(event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) {
      event.preventDefault()
      const { currentTarget: control } = event
      setFault(faultOf(control))
      // Without its bubble, the browser moves no focus.
      const controlsOfForm = control.form?.querySelectorAll<HTMLInputElement>('input, textarea') ?? []
      if ([...controlsOfForm].find(({ validity }) => !validity.valid) === control) control.focus()
    },
    onInput({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) {
      if (fault !== null) setFault(currentTarget.validity.valid ? null : faultOf(currentTarget))
    },
  }
  return [fault, checks] as const
}

function faultOf(control: HTMLInputElement | HTMLTextAreaElement): string {
  if (control.type === 'number' && 'step' in control) {
    const { min, max, step } = control
    return kitStrings.form.notNumber(step !== 'any', min, max)
  }
  return control.value.trim() === '' ? kitStrings.form.missing : control.title || control.validationMessage
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
