/**
 * A field of a server's question (MCP revision 2025-11-25, "Elicitation"), a tool argument, an MCP entry or a setting.
 */
export interface FormField<Input extends FieldInput = FieldInput> {
  /** The key of the value in its object. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly isRequired: boolean
  readonly input: Input
}

/** `fallback`: the initial value; null for none. */
export type FieldInput =
  | FlatInput<unknown>
  | { readonly kind: 'list'; readonly item: FormField; readonly fallback: readonly unknown[] | null }
  | { readonly kind: 'table'; readonly fallback: Readonly<Record<string, string>> | null }
  | { readonly kind: 'group'; readonly fields: readonly FormField[]; readonly fallback: unknown }
  /** A value that has no form control and is typed as JSON. */
  | { readonly kind: 'json'; readonly fallback: unknown }

export type FlatInput<Value = string> =
  | {
      readonly kind: 'text'
      readonly format: TextFormat | null
      readonly minLength: number
      readonly maxLength: number
      readonly isLong: boolean
      /** True if its name suggests a secret, which is hidden while it is typed and masked in logs. */
      readonly isSecret: boolean
      readonly fallback: string | null
    }
  | {
      readonly kind: 'number'
      readonly isInteger: boolean
      readonly minimum: number | null
      readonly maximum: number | null
      readonly fallback: number | null
    }
  | { readonly kind: 'boolean'; readonly fallback: boolean | null }
  | { readonly kind: 'choice'; readonly options: readonly Option<Value>[]; readonly fallback: Value | null }
  | {
      readonly kind: 'choices'
      readonly options: readonly Option[]
      readonly minItems: number
      readonly maxItems: number
      readonly fallback: readonly string[] | null
    }

export interface Option<Value = string> {
  readonly value: Value
  readonly title: string
}

export type QuestionField = FormField<FlatInput>

export const TEXT_FORMATS = ['email', 'uri', 'date', 'date-time'] as const
export type TextFormat = (typeof TEXT_FORMATS)[number]

export type AnswerValue = string | number | boolean | readonly string[]
export type AnswerContent = Readonly<Record<string, AnswerValue>>

/** Every pattern runs in linear time. */
const FORMATS: Readonly<Record<TextFormat, { readonly isMet: (text: string) => boolean; readonly what: string }>> = {
  email: { isMet: (text) => /^[^\s@]+@[^\s@]+$/.test(text), what: 'an email address' },
  uri: { isMet: (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text), what: 'an address such as https://example.org' },
  date: { isMet: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDate(text), what: 'a date such as 2026-01-31' },
  'date-time': {
    isMet: (text) =>
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/i.test(text) && isDate(text),
    what: 'a time such as 2026-01-31T18:00:00Z',
  },
}

/** Checks the day too, because `Date.parse` accepts February 30. */
const isDate = (text: string): boolean =>
  !Number.isNaN(Date.parse(text)) &&
  Number(text.slice(8, 10)) <= new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate()

/**
 * The reason why the field rejects the value, as a predicate such as "must be text"; null if it accepts it. Undefined
 * means no value.
 */
export function whyNot({ input, isRequired }: QuestionField, value: AnswerValue | undefined): string | null {
  if (value === undefined) return isRequired ? 'is required' : null
  switch (input.kind) {
    case 'text': {
      if (typeof value !== 'string') return 'must be text'
      if (isRequired && value === '') return 'is required'
      if (value.length < input.minLength) return `must have at least ${input.minLength} characters`
      if (value.length > input.maxLength) return `must have at most ${input.maxLength} characters`
      return input.format === null || FORMATS[input.format].isMet(value)
        ? null
        : `must be ${FORMATS[input.format].what}`
    }
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number'
      if (input.isInteger && !Number.isInteger(value)) return 'must be a whole number'
      if (input.minimum !== null && value < input.minimum) return `must be at least ${input.minimum}`
      return input.maximum !== null && value > input.maximum ? `must be at most ${input.maximum}` : null
    }
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be yes or no'
    case 'choice':
      return input.options.some((option) => option.value === value) ? null : 'must be one of its options'
    case 'choices': {
      if (
        !Array.isArray(value) ||
        new Set(value).size < value.length ||
        !value.every((each) => input.options.some((option) => option.value === each))
      )
        return 'must be a selection of its options, each at most once'
      if (value.length < input.minItems) return `needs at least ${input.minItems} of its options`
      return value.length > input.maxItems ? `allows at most ${input.maxItems} of its options` : null
    }
    default:
      return input satisfies never
  }
}

const YES_OR_NO: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'yes', 'true'].map((word) => [word, true] as const),
  ...['n', 'no', 'false'].map((word) => [word, false] as const),
])

export const readNumber = (typed: string): number => Number(typed.trim().replace(',', '.'))

/**
 * Reads text that was typed for a field; undefined for no value. Text that cannot be read becomes a value that `whyNot`
 * rejects.
 */
export function readTyped({ input }: QuestionField, typed: string): AnswerValue | undefined {
  if (input.kind === 'text') return typed === '' ? undefined : typed
  const text = typed.trim()
  if (text === '') return undefined
  if (input.kind === 'number') return readNumber(text)
  if (input.kind === 'boolean') return YES_OR_NO.get(text.toLowerCase()) ?? text
  const find = (word: string): string =>
    (input.options[Number(word) - 1] ?? input.options.find(({ value, title }) => [value, title].includes(word)))
      ?.value ?? word
  return input.kind === 'choice' ? find(text) : text.split(',').map((word) => find(word.trim()))
}

function describeRange(minimum: number | null, maximum: number | null): string {
  if (minimum === null) return maximum === null ? '' : ` at most ${maximum}`
  return maximum === null ? ` at least ${minimum}` : ` from ${minimum} to ${maximum}`
}

/** The accepted values, as text after the title; empty if any value is accepted or the control shows them. */
export function describeInput({ input }: FormField): string {
  switch (input.kind) {
    case 'text':
      return [
        input.format === null ? '' : FORMATS[input.format].what,
        input.minLength > 1 ? `at least ${input.minLength} characters` : '',
        input.maxLength < 1000 ? `at most ${input.maxLength} characters` : '',
      ]
        .filter((part) => part !== '')
        .join(', ')
    case 'number':
      return `${input.isInteger ? 'a whole number' : 'a number'}${describeRange(input.minimum, input.maximum)}`
    case 'boolean':
      return 'yes or no'
    case 'choice':
      return 'one of these'
    case 'choices':
      return input.minItems > 0 || input.maxItems < input.options.length
        ? `${input.minItems} to ${input.maxItems} of these`
        : 'any of these'
    default:
      return ''
  }
}

/** The initial value: the default or, for a required field, the simplest valid value. Undefined if there is none. */
export function initialValue({ input, isRequired }: FormField): unknown {
  if (input.fallback !== null) return input.fallback
  if (input.kind === 'group') {
    const value = initialValues(input.fields)
    return isRequired || Object.keys(value).length > 0 ? value : undefined
  }
  if (!isRequired) return undefined
  if (input.kind === 'choice') return input.options[0]?.value
  return { text: '', boolean: false, list: [], choices: [], table: {}, number: undefined, json: undefined }[input.kind]
}

export const initialValues = (fields: readonly FormField[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = initialValue(field)
      return value === undefined ? [] : [[field.name, value] as const]
    }),
  )
