import { describeInput, type QuestionField, type TextFormat } from '@shared/base/form/form-field'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import controls from '../../kit/controls.module.css'
import type { Draft } from '../../sheets/questions/field-drafts'
import styles from '../../sheets/questions/QuestionSheet.module.css'
import { questionStrings as words } from '../../sheets/questions/strings'

interface FieldRowProps {
  readonly field: QuestionField
  readonly draft: Draft
  /** What is wrong with it, or null. */
  readonly fault: string | null
  /** The focus begins here. */
  readonly isFirst: boolean
  readonly onChange: (draft: Draft) => void
}

/** One field of a question, by the kind of what it takes. */
export function FieldRow({ field, draft, fault, isFirst, onChange }: FieldRowProps) {
  const id = useId()
  const { title, description, isRequired, input } = field
  const takes = input.kind === 'yes_no' ? '' : describeInput(field)
  const hint = [takes, isRequired && input.fallback === null ? words.needed : '']
    .filter((part) => part !== '')
    .join(', ')
  const isGroup = input.kind === 'choices'
  const isCheck = input.kind === 'yes_no' && typeof draft === 'boolean'
  const about = (
    <>
      {description !== '' && <span className={`${controls.hint} ${styles.description}`}>{description}</span>}
      {input.kind === 'text' && input.isSecret && (
        <span className={styles.secret}>
          <TriangleAlert size={12} aria-hidden />
          {words.secret}
        </span>
      )}
      {fault !== null && (
        <span id={`${id}-fault`} className={controls.error} role="alert">
          {words.fault(title, fault)}
        </span>
      )}
    </>
  )
  if (isGroup)
    return (
      <fieldset className={styles.group} aria-describedby={fault === null ? undefined : `${id}-fault`}>
        <legend className={controls.label}>
          {title}
          {hint !== '' && <span className={controls.hint}> · {hint}</span>}
        </legend>
        {input.options.map((option, index) => (
          <label key={option.value} className={controls.check}>
            <input
              type="checkbox"
              checked={Array.isArray(draft) && draft.includes(option.value)}
              data-first-stop={isFirst && index === 0 ? '' : undefined}
              onChange={({ target }) =>
                onChange(toggled(Array.isArray(draft) ? draft : [], option.value, target.checked))
              }
            />
            <span>{option.title}</span>
          </label>
        ))}
        {about}
      </fieldset>
    )
  if (isCheck)
    return (
      <div className={controls.field}>
        <label className={controls.check}>
          <input
            type="checkbox"
            checked={draft === true}
            data-first-stop={isFirst ? '' : undefined}
            onChange={({ target }) => onChange(target.checked)}
          />
          <span>{title}</span>
        </label>
        {about}
      </div>
    )
  const common = {
    id,
    value: typeof draft === 'string' ? draft : '',
    'aria-invalid': fault !== null,
    'aria-describedby': fault === null ? undefined : `${id}-fault`,
    'data-first-stop': isFirst ? '' : undefined,
  }
  const control = () => {
    if (input.kind === 'choice' || input.kind === 'yes_no')
      return (
        <select {...common} className={controls.input} onChange={({ target }) => onChange(target.value)}>
          {(common.value === '' || !isRequired) && <option value="">{words.leftOut}</option>}
          {(input.kind === 'choice' ? input.options : YES_OR_NO).map(({ value, title: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )
    if (input.kind === 'text' && input.isLong)
      return (
        <textarea
          {...common}
          className={`${controls.input} ${styles.long}`}
          rows={4}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    return (
      <input
        {...common}
        className={controls.input}
        type={typeOf(field)}
        inputMode={input.kind === 'number' ? 'decimal' : undefined}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    )
  }
  return (
    <div className={controls.field}>
      <label htmlFor={id} className={controls.label}>
        {title}
        {hint !== '' && <span className={controls.hint}> · {hint}</span>}
      </label>
      {control()}
      {about}
    </div>
  )
}

const YES_OR_NO = [
  { value: 'yes', title: words.yes },
  { value: 'no', title: words.no },
]
const TYPES: Readonly<Record<TextFormat, string>> = { email: 'email', uri: 'url', date: 'date', 'date-time': 'text' }

function typeOf({ input }: QuestionField): string {
  if (input.kind !== 'text') return 'text'
  if (input.isSecret) return 'password'
  return input.format === null ? 'text' : TYPES[input.format]
}

const toggled = (chosen: readonly string[], value: string, on: boolean): readonly string[] =>
  on ? [...chosen, value] : chosen.filter((each) => each !== value)
