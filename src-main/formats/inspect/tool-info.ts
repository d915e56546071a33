import type { ToolDefinition } from '@shared/episode/log/chat'
import { isRecord } from '@shared/base/json/is-record'

/** A tool as offered to the model, with the part of its schema that Inspect supports. */
export function toolInfo({ function: { name, description, parameters } }: ToolDefinition) {
  return {
    name,
    description,
    parameters: {
      type: 'object',
      properties: schemasIn(parameters.properties) ?? {},
      required: textsIn(parameters.required) ?? [],
      additionalProperties: parameters.additionalProperties !== false,
    },
  }
}

const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']
const isType = (value: unknown): boolean => TYPES.some((type) => type === value)

function schemaOf(value: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return { default: null }
  const { type, description, format, items, properties, required, anyOf, additionalProperties: others } = value
  const isKnown = isType(type) || (Array.isArray(type) && type.length > 0 && type.every(isType))
  return {
    ...(isKnown && { type }),
    ...(typeof description === 'string' && { description }),
    ...(typeof format === 'string' && { format }),
    ...(Array.isArray(value.enum) && { enum: value.enum }),
    ...(isRecord(items) && { items: schemaOf(items) }),
    ...(isRecord(properties) && { properties: schemasIn(properties) }),
    ...(Array.isArray(required) && { required: textsIn(required) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(schemaOf) }),
    ...(typeof others === 'boolean' && { additionalProperties: others }),
    default: value.default ?? null,
  }
}

const schemasIn = (properties: unknown) =>
  isRecord(properties)
    ? Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, schemaOf(schema)]))
    : null

const textsIn = (list: unknown): readonly string[] | null =>
  Array.isArray(list) ? list.filter((item) => typeof item === 'string') : null
