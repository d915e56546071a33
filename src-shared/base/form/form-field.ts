/**
 * One thing to fill in: MCP revision 2025-11-25, "Elicitation", the primitive schemas of a form. Titles and
 * descriptions hide nothing.
 */
export interface QuestionField {
  /** Of the answer, as the server gave it. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly isRequired: boolean
  readonly input: FieldInput
}

/** `fallback`: what it begins with; null for nothing. */
export type FieldInput =
  | {
      readonly kind: 'text'
      readonly format: TextFormat | null
      readonly minLength: number
      readonly maxLength: number
      /** Of several lines. */
      readonly isLong: boolean
      /** It sounds like a secret: not shown while it is typed, nor in a log. */
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
  | { readonly kind: 'yes_no'; readonly fallback: boolean | null }
  | { readonly kind: 'choice'; readonly options: readonly Option[]; readonly fallback: string | null }
  | {
      readonly kind: 'choices'
      readonly options: readonly Option[]
      readonly minItems: number
      readonly maxItems: number
      readonly fallback: readonly string[] | null
    }

export interface Option {
  readonly value: string
  readonly title: string
}

export const TEXT_FORMATS = ['email', 'uri', 'date', 'date-time'] as const
export type TextFormat = (typeof TEXT_FORMATS)[number]

export type AnswerValue = string | number | boolean | readonly string[]
export type AnswerContent = Readonly<Record<string, AnswerValue>>

/** None of them takes more than linear time. */
const FORMATS: Readonly<Record<TextFormat, { readonly isMet: (text: string) => boolean; readonly what: string }>> = {
  email: { isMet: (text) => /^[^\s@]+@[^\s@]+$/.test(text), what: 'an e-mail address' },
  uri: { isMet: (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text), what: 'an address such as https://example.org' },
  date: { isMet: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDate(text), what: 'a date such as 2026-01-31' },
  'date-time': {
    isMet: (text) =>
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/i.test(text) && isDate(text),
    what: 'a time such as 2026-01-31T18:00:00Z',
  },
}

/** February has no thirtieth, which `Date.parse` lets pass. */
const isDate = (text: string): boolean =>
  !Number.isNaN(Date.parse(text)) &&
  Number(text.slice(8, 10)) <= new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate()

/** Why this cannot be the answer of the field, as the end of a sentence about it; null if it can. Undefined is none. */
export function whyNot({ input, isRequired }: QuestionField, value: AnswerValue | undefined): string | null {
  if (value === undefined) return isRequired ? 'is needed' : null
  switch (input.kind) {
    case 'text': {
      if (typeof value !== 'string') return 'takes text'
      if (isRequired && value === '') return 'is needed'
      if (value.length < input.minLength) return `takes at least ${input.minLength} characters`
      if (value.length > input.maxLength) return `takes at most ${input.maxLength} characters`
      return input.format === null || FORMATS[input.format].isMet(value) ? null : `takes ${FORMATS[input.format].what}`
    }
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'takes a number'
      if (input.isInteger && !Number.isInteger(value)) return 'takes a whole number'
      if (input.minimum !== null && value < input.minimum) return `takes at least ${input.minimum}`
      return input.maximum !== null && value > input.maximum ? `takes at most ${input.maximum}` : null
    }
    case 'yes_no':
      return typeof value === 'boolean' ? null : 'takes yes or no'
    case 'choice':
      return input.options.some((option) => option.value === value) ? null : 'takes one of its choices'
    case 'choices': {
      if (
        !Array.isArray(value) ||
        new Set(value).size < value.length ||
        !value.every((each) => input.options.some((option) => option.value === each))
      )
        return 'takes some of its choices, each once'
      if (value.length < input.minItems) return `takes at least ${input.minItems} of its choices`
      return value.length > input.maxItems ? `takes at most ${input.maxItems} of its choices` : null
    }
    default:
      return input satisfies never
  }
}

const YES_OR_NO: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'yes', 'true'].map((word) => [word, true] as const),
  ...['n', 'no', 'false'].map((word) => [word, false] as const),
])

/** What a person typed as the value of a field; undefined where it is left out. */
export function readTyped({ input }: QuestionField, typed: string): AnswerValue | undefined {
  if (input.kind === 'text') return typed === '' ? undefined : typed
  const text = typed.trim()
  if (text === '') return undefined
  if (input.kind === 'number') return Number(text.replace(',', '.'))
  if (input.kind === 'yes_no') return YES_OR_NO.get(text.toLowerCase()) ?? text
  const find = (word: string): string =>
    (input.options[Number(word) - 1] ?? input.options.find(({ value, title }) => [value, title].includes(word)))
      ?.value ?? word
  return input.kind === 'choice' ? find(text) : text.split(',').map((word) => find(word.trim()))
}

function describeRange(minimum: number | null, maximum: number | null): string {
  if (minimum === null) return maximum === null ? '' : ` at most ${maximum}`
  return maximum === null ? ` at least ${minimum}` : ` from ${minimum} to ${maximum}`
}

/** What the field takes, in words, for a line behind its title; empty if anything will do. */
export function describeInput({ input }: QuestionField): string {
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
    case 'yes_no':
      return 'yes or no'
    case 'choice':
      return 'one of these'
    case 'choices':
      return input.minItems > 0 || input.maxItems < input.options.length
        ? `${input.minItems} to ${input.maxItems} of these`
        : 'any of these'
    default:
      return input satisfies never
  }
}
