import { isRecord } from '../json/is-record'
import { visibleLine, visibleText } from '../visible-text'
import { cutText } from '../whole-characters'
import { type FieldInput, type FormField, type Option, TEXT_FORMATS } from './form-field'

/** Maximum number of characters of a title from an untrusted schema. */
export const LONGEST_TITLE = 200
const LONGEST_DESCRIPTION = 1000
/** Maximum number of characters that any field accepts. */
const LONGEST_TEXT = 10_000
/** A text field has several lines if its schema sets a maximum length of at least this. */
const LONG_TEXT = 200
/** Deeper values are typed as JSON, because a schema may refer to itself. */
const MAX_LEVELS = 6

type Schema = Readonly<Record<string, unknown>>

/**
 * Reads a JSON schema as a field. One that no control can show becomes a field for JSON. Hidden characters are made
 * visible.
 */
export function readField(name: string, schema: unknown, isRequired: boolean, level = 0): FormField {
  const known = isRecord(schema) && level <= MAX_LEVELS ? withoutNull(schema) : {}
  return {
    name,
    title: visibleLine(textOf(known.title) || name, LONGEST_TITLE),
    description: visibleBeginning(textOf(known.description), LONGEST_DESCRIPTION),
    isRequired,
    input: readInput(name, known, level),
  }
}

/** `anyOf` or `oneOf` of X and null, or of X and `''`, means X. Keywords of the schema around it take precedence. */
function withoutNull(schema: Schema): Schema {
  const [only, ...others] = [schema.anyOf, schema.oneOf]
    .flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
    .filter((each) => !isRecord(each) || (each.type !== 'null' && each.const !== ''))
  if (only === undefined || others.length > 0 || !isRecord(only) || 'const' in only) return schema
  const { anyOf: _any, oneOf: _one, ...around } = schema
  return { ...only, ...around }
}

function readInput(name: string, schema: Schema, level: number): FieldInput {
  const fallback = <Value>(is: (value: unknown) => value is Value): Value | null =>
    is(schema.default) ? schema.default : null
  const options = readOptions(schema)
  if (options !== null)
    return {
      kind: 'choice',
      options,
      fallback: options.find(({ value }) => value === schema.default)?.value ?? null,
    }
  const type = [schema.type].flat().find((each) => each !== 'null')
  switch (type) {
    case 'string': {
      const maxLength = Math.min(countOf(schema.maxLength) ?? LONGEST_TEXT, LONGEST_TEXT)
      return {
        kind: 'text',
        format: TEXT_FORMATS.find((format) => format === schema.format) ?? null,
        minLength: countOf(schema.minLength) ?? 0,
        maxLength,
        isLong: maxLength >= LONG_TEXT && countOf(schema.maxLength) !== null,
        isSecret: false,
        fallback: fallback(isText),
      }
    }
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        isInteger: type === 'integer',
        minimum: numberOf(schema.minimum),
        maximum: numberOf(schema.maximum),
        fallback: fallback(isNumber),
      }
    case 'boolean':
      return { kind: 'boolean', fallback: fallback((value) => typeof value === 'boolean') }
    case 'array':
      return isRecord(schema.items) ? readList(name, schema, schema.items, level) : jsonOf(schema)
    case 'object':
    case undefined: {
      if (isRecord(schema.properties))
        return { kind: 'group', fields: readFields(schema, level + 1), fallback: fallback(isRecord) }
      const holdsTexts = isRecord(schema.additionalProperties) && schema.additionalProperties.type === 'string'
      return holdsTexts ? { kind: 'table', fallback: fallback(isTable) } : jsonOf(schema)
    }
    default:
      return jsonOf(schema)
  }
}

export function readFields({ properties, required }: Schema, level = 0): readonly FormField[] {
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, schema]) =>
    readField(name, schema, needed.includes(name), level),
  )
}

function readList(name: string, schema: Schema, items: Schema, level: number): FieldInput {
  const options = readOptions(items)
  if (options?.every((option): option is Option => isText(option.value)))
    return {
      kind: 'choices',
      options,
      minItems: countOf(schema.minItems) ?? 0,
      maxItems: Math.min(countOf(schema.maxItems) ?? options.length, options.length),
      fallback: isTexts(schema.default) ? schema.default : null,
    }
  return {
    kind: 'list',
    item: readField(name, items, true, level + 1),
    fallback: Array.isArray(schema.default) ? schema.default : null,
  }
}

/** `enum` (with the older `enumNames`), a `const`, or a list of `{ const, title }`; null if there are none. */
function readOptions(schema: Schema): readonly Option<unknown>[] | null {
  if ('const' in schema) return [optionOf(schema.const, schema.title)]
  const titled = [schema.oneOf, schema.anyOf].find((list) => Array.isArray(list) && list.length > 0)
  if (Array.isArray(schema.enum) && schema.enum.length > 0) {
    const names: readonly unknown[] = Array.isArray(schema.enumNames) ? schema.enumNames : []
    return schema.enum.map((value: unknown, index) => optionOf(value, names[index]))
  }
  if (!Array.isArray(titled) || !titled.every((each) => isRecord(each) && 'const' in each)) return null
  return (titled as Schema[]).map(({ const: value, title }) => optionOf(value, title))
}

const optionOf = (value: unknown, title: unknown): Option<unknown> => ({
  value,
  title: visibleLine(textOf(title) || (isText(value) ? value : JSON.stringify(value)), LONGEST_TITLE),
})

const jsonOf = (schema: Schema): FieldInput => ({ kind: 'json', fallback: schema.default ?? null })

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isTable = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every(isText)
const textOf = (value: unknown): string => (isText(value) ? value : '')
const numberOf = (value: unknown): number | null => (isNumber(value) ? value : null)
const countOf = (value: unknown): number | null =>
  isNumber(value) && Number.isInteger(value) && value >= 0 ? value : null

/** Cuts before escaping, so that the cost is bounded by `most`. */
export function visibleBeginning(text: string, most: number): string {
  const seen = visibleText(cutText(text, most))
  return text.length > most || seen.length > most ? `${cutText(seen, most)}… (${text.length} characters)` : seen
}
