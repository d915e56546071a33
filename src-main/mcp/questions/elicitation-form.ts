import { type FlatInput, type FormField, type QuestionField, whyNot } from '@shared/base/form/form-field'
import { LONGEST_TITLE, readField, visibleBeginning } from '@shared/base/form/read-schema'
import { isRecord } from '@shared/base/json/is-record'
import { visibleLine } from '@shared/base/visible-text'
import { namesASecret } from '@shared/mcp/mcp-expansion'

const MAX_FIELDS = 20
const MAX_OPTIONS = 100
const MAX_NAME = 100
const MAX_MESSAGE = 2000

/** Thrown for a form or an address that is not shown to the user. The message is a clause about the fault. */
export class BadForm extends Error {
  override readonly name = 'BadForm'
}

/** The message of a question with hidden characters made visible, cut if it is long. */
export const readMessage = (message: string): string => visibleBeginning(message, MAX_MESSAGE)

/**
 * The fields of a form (MCP revision 2025-11-25, "Elicitation", form mode: a flat object of primitive values). Throws
 * `BadForm`.
 */
export function readForm(schema: unknown): readonly QuestionField[] {
  if (!isRecord(schema) || !isRecord(schema.properties)) throw new BadForm('its form is not an object with properties')
  const properties = Object.entries(schema.properties)
  if (properties.length > MAX_FIELDS)
    throw new BadForm(`its form has ${properties.length} fields; at most ${MAX_FIELDS} are allowed`)
  const required = Array.isArray(schema.required) ? (schema.required as unknown[]) : []
  return properties.map(([name, property]) => readQuestion(name, property, required.includes(name)))
}

function readQuestion(name: string, schema: unknown, isRequired: boolean): QuestionField {
  if (name.length > MAX_NAME || visibleLine(name) !== name || name === '__proto__')
    throw new BadForm(`its field name "${visibleLine(name, MAX_NAME)}" is not allowed`)
  if (!isRecord(schema)) throw new BadForm(`its field "${name}" has no schema`)
  for (const list of [schema, schema.items].flatMap((part) =>
    isRecord(part) ? [part.enum, part.oneOf, part.anyOf] : [],
  ))
    if (Array.isArray(list) && list.length > MAX_OPTIONS)
      throw new BadForm(`one of its fields has ${list.length} options; at most ${MAX_OPTIONS} are allowed`)
  const field = readField(name, schema, isRequired)
  if (!isQuestion(field)) throw new BadForm(`its field "${name}" is of an unknown kind`)
  const isValid = whyNot(field, field.input.fallback ?? undefined) === null
  const input = withSecrecy(isValid ? field.input : { ...field.input, fallback: null }, [name, field.title])
  return { ...field, input }
}

const withSecrecy = (input: FlatInput, words: readonly string[]): FlatInput =>
  input.kind === 'text'
    ? { ...input, isSecret: words.some((word) => namesASecret(word.trim().replaceAll(/\s+/g, '_'))) }
    : input

function isQuestion(field: FormField): field is QuestionField {
  const { input } = field
  if (input.kind === 'choice' || input.kind === 'choices')
    return input.options.every(({ value }) => typeof value === 'string' && value.length <= LONGEST_TITLE)
  return input.kind === 'text' || input.kind === 'number' || input.kind === 'boolean'
}
