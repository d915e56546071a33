import { isRecord } from '@shared/base/json/is-record'

export type Schema = Readonly<Record<string, unknown>>
export type Draft = Record<string, unknown>

/** Types that servers write although no draft of JSON Schema has them. */
const TYPES: Readonly<Record<string, string>> = {
  int: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  str: 'string',
  text: 'string',
  date: 'string',
  datetime: 'string',
  enum: 'string',
  bool: 'boolean',
  dict: 'object',
  map: 'object',
  struct: 'object',
  list: 'array',
  tuple: 'array',
}
const KNOWN_TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
export const SCHEMA_LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
export const SCHEMA_MAPS = ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas']
export const SCHEMAS = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']

/**
 * Converts a schema to JSON Schema 2020-12: replaces keywords of earlier drafts, removes keywords that are null, and
 * repairs mistakes of servers. A valid schema does not change, except that boolean schemas become `{}` or are removed.
 */
export function mend(schema: Schema): Schema {
  const mended: Draft = {}
  for (const [key, value] of Object.entries(schema)) {
    if (value === null && key !== 'const' && key !== 'default') continue
    if (key === 'type') Object.assign(mended, mendType(value))
    else if (key === 'properties' && !isRecord(value)) continue
    else if (key === 'required') Object.assign(mended, mendRequired(value, schema.properties))
    else if (key === 'enum' && Array.isArray(value)) mended.enum = [...new Set(value)]
    // In draft 4, this is a flag that makes the limit beside it exclusive.
    else if (key === 'exclusiveMinimum' && typeof value === 'boolean') {
      if (value) mended.exclusiveMinimum = schema.minimum
    } else if (key === 'exclusiveMaximum' && typeof value === 'boolean') {
      if (value) mended.exclusiveMaximum = schema.maximum
    } else if (key === 'items' && Array.isArray(value)) mended.prefixItems = value.map(mendAny)
    else if (SCHEMA_LISTS.includes(key) && Array.isArray(value)) mended[key] = value.map(mendAny)
    else if (SCHEMA_MAPS.includes(key) && isRecord(value)) mended[key] = mendMap(value)
    else if (SCHEMAS.includes(key) && isRecord(value)) mended[key] = mend(value)
    else if (key === 'items' && typeof value === 'boolean') mended.items = {}
    else mended[key] = value
  }
  return mended
}

export const mendAny = (schema: unknown): Schema => (isRecord(schema) ? mend(schema) : {})

/** A property that accepts no value is removed. */
const mendMap = (map: Schema): Schema =>
  Object.fromEntries(
    Object.entries(map).flatMap(([name, schema]) => (schema === false ? [] : [[name, mendAny(schema)]])),
  )

function mendType(type: unknown): Schema {
  const types = [type]
    .flat()
    .filter((name) => typeof name === 'string')
    .map((name) => TYPES[name.toLowerCase()] ?? name.toLowerCase())
    .filter((name) => KNOWN_TYPES.has(name))
  if (types.length === 0) return {}
  return { type: Array.isArray(type) && types.length > 1 ? [...new Set(types)] : types[0] }
}

/** Removes draft 3's flag, names without a property, and an empty list, because endpoints refuse them. */
export function mendRequired(value: unknown, properties: unknown): Schema {
  if (!Array.isArray(value)) return {}
  const known = value.filter((name) => !isRecord(properties) || (typeof name === 'string' && name in properties))
  return known.length === 0 ? {} : { required: [...new Set(known)] }
}

/**
 * Resolves `$ref`. A recursive or unknown one stands for any object. Keywords beside `$ref` replace those of its
 * target.
 */
export function resolve(schema: Schema, root: Schema, open: ReadonlySet<string>): Schema {
  const { $ref, ...rest } = schema
  if (typeof $ref !== 'string') return schema
  const target = open.has($ref) ? null : lookUp(root, $ref)
  return target === null ? { type: 'object', ...rest } : { ...mend(target), ...rest }
}

function lookUp(root: Schema, reference: string): Schema | null {
  if (!reference.startsWith('#/')) return null
  let found: unknown = root
  for (const step of reference.slice(2).split('/'))
    found = isRecord(found) ? found[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  return isRecord(found) ? found : null
}
