import { isRecord } from '@shared/base/json/is-record'
import { namesASecret } from '@shared/mcp/mcp-expansion'
import {
  type AnswerValue,
  type FieldInput,
  type Option,
  type QuestionField,
  TEXT_FORMATS,
  whyNot,
} from '@shared/base/form/form-field'
import { visibleLine, visibleText } from '@shared/base/visible-text'

/** What of a form a person may be asked to look at. */
const MOST_FIELDS = 20
const MOST_OPTIONS = 100
const LONGEST_NAME = 100
const LONGEST_TITLE = 200
const LONGEST_DESCRIPTION = 1000
const LONGEST_MESSAGE = 2000
const LONGEST_ANSWER = 10_000

type Schema = Readonly<Record<string, unknown>>

/** A form that no person is to be shown: the message says what is wrong with it. */
export class BadForm extends Error {
  override readonly name = 'BadForm'
}

/** The text of a question, cut where it is long. */
export const readMessage = (message: string): string => beginningOf(message, LONGEST_MESSAGE)

/**
 * The fields that a server asks for (MCP revision 2025-11-25, "Elicitation", form mode: a flat object of primitive
 * values). Throws a `BadForm`.
 */
export function readForm(schema: unknown): readonly QuestionField[] {
  if (!isRecord(schema) || !isRecord(schema.properties)) throw new BadForm('its form is no object with properties')
  const properties = Object.entries(schema.properties)
  if (properties.length > MOST_FIELDS)
    throw new BadForm(`its form has ${properties.length} fields; at most ${MOST_FIELDS} are shown`)
  const required = Array.isArray(schema.required) ? (schema.required as unknown[]) : []
  return properties.map(([name, property]) => readField(name, property, required.includes(name)))
}

function readField(name: string, schema: unknown, isRequired: boolean): QuestionField {
  if (name.length > LONGEST_NAME || visibleLine(name) !== name || name === '__proto__')
    throw new BadForm(`it has a field with the name "${visibleLine(name, LONGEST_NAME)}"`)
  if (!isRecord(schema)) throw new BadForm(`its field "${name}" has no schema`)
  const title = textOf(schema.title) || name
  const input = readInput(name, title, schema)
  if (input === null) throw new BadForm(`its field "${name}" is of a kind that no form has`)
  const field = {
    name,
    title: visibleLine(title, LONGEST_TITLE),
    description: beginningOf(textOf(schema.description), LONGEST_DESCRIPTION),
    isRequired,
    input,
  }
  // A default that the field itself would not take is none.
  return whyNot(field, input.fallback ?? undefined) === null ? field : { ...field, input: { ...input, fallback: null } }
}

function readInput(name: string, title: string, schema: Schema): FieldInput | null {
  const fallback = <Value extends AnswerValue>(is: (value: unknown) => value is Value): Value | null =>
    is(schema.default) ? schema.default : null
  switch (schema.type) {
    case 'string': {
      const options = readOptions(schema.enum ?? schema.oneOf, schema.enumNames)
      if (options) return { kind: 'choice', options, fallback: fallback(isText) }
      const maxLength = Math.min(countOf(schema.maxLength) ?? LONGEST_ANSWER, LONGEST_ANSWER)
      return {
        kind: 'text',
        format: TEXT_FORMATS.find((format) => format === schema.format) ?? null,
        minLength: countOf(schema.minLength) ?? 0,
        maxLength,
        isLong: maxLength >= LONG_TEXT && countOf(schema.maxLength) !== null,
        isSecret: [name, title].some((word) => namesASecret(word.trim().replaceAll(/\s+/g, '_'))),
        fallback: fallback(isText),
      }
    }
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        isInteger: schema.type === 'integer',
        minimum: numberOf(schema.minimum),
        maximum: numberOf(schema.maximum),
        fallback: fallback(isNumber),
      }
    case 'boolean':
      return { kind: 'yes_no', fallback: fallback(isBoolean) }
    case 'array': {
      const options = isRecord(schema.items) ? readOptions(schema.items.enum ?? schema.items.anyOf, undefined) : null
      return (
        options && {
          kind: 'choices',
          options,
          minItems: countOf(schema.minItems) ?? 0,
          maxItems: Math.min(countOf(schema.maxItems) ?? options.length, options.length),
          fallback: fallback(isTexts),
        }
      )
    }
    default:
      return null
  }
}

/** Longer ones get a field of several lines. */
const LONG_TEXT = 200

/**
 * Values with or without titles: `enum` (with the older `enumNames`), or a list of `{ const, title }`. Null if there
 * are none.
 */
function readOptions(list: unknown, names: unknown): readonly Option[] | null {
  if (!Array.isArray(list) || list.length === 0) return null
  if (list.length > MOST_OPTIONS)
    throw new BadForm(`one of its fields has ${list.length} choices; at most ${MOST_OPTIONS} are shown`)
  return list.map((each: unknown, index): Option => {
    const value = isRecord(each) ? each.const : each
    if (typeof value !== 'string' || value.length > LONGEST_TITLE)
      throw new BadForm('one of its choices is no short text')
    const name = Array.isArray(names) ? (names as unknown[])[index] : undefined
    const title = isRecord(each) ? each.title : name
    return { value, title: visibleLine(textOf(title) || value, LONGEST_TITLE) }
  })
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const textOf = (value: unknown): string => (isText(value) ? value : '')
const numberOf = (value: unknown): number | null => (isNumber(value) ? value : null)
const countOf = (value: unknown): number | null =>
  isNumber(value) && Number.isInteger(value) && value >= 0 ? value : null
/** Of a text without an end no more is looked at than is shown. */
function beginningOf(text: string, most: number): string {
  const seen = visibleText(text.slice(0, most))
  return text.length > most || seen.length > most ? `${seen.slice(0, most)}… (${text.length} characters)` : seen
}
