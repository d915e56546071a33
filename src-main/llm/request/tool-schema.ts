import { isRecord } from '@shared/base/json/is-record'
import { type Draft, mend, resolve, type Schema, SCHEMA_LISTS, SCHEMA_MAPS, SCHEMAS } from './mend-schema'
import { withoutRootUnions } from './root-unions'
import type { SchemaRules } from './schema-rules'
import { say, shortOf } from './schema-words'

/** A tool's parameters as an endpoint reads them. */
export interface WireParameters {
  /** Undefined for a tool without parameters if the endpoint refuses an empty schema. */
  readonly schema: Schema | undefined
  /** Rules that the schema cannot express: sentences for the tool's description. */
  readonly notes: readonly string[]
  /** Properties with another name on the wire: wire name to original name. */
  readonly renamed: ReadonlyMap<string, string>
}

/** The parameters, or a sentence that says why the tool cannot be offered. */
export function toWireSchema(schema: Schema, rules: SchemaRules): WireParameters | string {
  const types = [schema.type ?? 'object'].flat()
  if (!types.includes('object'))
    return `its parameters are of type ${JSON.stringify(schema.type)}, and only an object can be sent`
  const { $schema: _, ...rest } = mend(schema)
  const notes: string[] = []
  const rooted: Schema = { ...rest, type: 'object', properties: isRecord(rest.properties) ? rest.properties : {} }
  const flat = rules.rootUnions ? rooted : withoutRootUnions(rooted, rooted, notes)
  const narrowed = narrow(flat, { rules, root: rooted, open: new Set(), isRoot: true })
  const { schema: named, renamed } = withSafeNames(narrowed, rules.propertyNames)
  const isEmpty = Object.keys(named.properties as Schema).length === 0
  return { schema: isEmpty && !rules.emptyParameters ? undefined : named, notes, renamed }
}

interface Context {
  readonly rules: SchemaRules
  readonly root: Schema
  /** References being resolved: a recursive schema is cut there. */
  readonly open: ReadonlySet<string>
  readonly isRoot?: boolean
}

/** Keywords without meaning for a model. */
const SILENT = new Set([
  '$schema',
  '$id',
  '$comment',
  '$anchor',
  '$defs',
  'definitions',
  'title',
  'deprecated',
  'readOnly',
  'writeOnly',
  'additionalItems',
  'unevaluatedProperties',
  'xml',
  'externalDocs',
  'discriminator',
  'contentEncoding',
])

/** Converts a schema to the subset of the rules; the rest of its content moves into its description. */
function narrow(given: Schema, context: Context): Schema {
  const { rules, root } = context
  const inner = (schema: unknown, deeper: Context = { ...context, isRoot: false }) =>
    narrow(mendIfNeeded(schema), deeper)
  if (typeof given.$ref === 'string' && !rules.references) {
    const open = new Set(context.open).add(given.$ref)
    return narrow(resolve(given, root, context.open), { ...context, open })
  }
  let schema = given
  if (rules.needsType) {
    if (Array.isArray(schema.allOf)) {
      const { allOf, ...rest } = schema
      schema = (allOf as unknown[]).reduce<Schema>(
        (all, branch) => mergeAll(all, resolve(mendIfNeeded(branch), root, context.open)),
        rest,
      )
    }
    schema = asOneUnion(schema)
  }
  const notes: string[] = []
  const result: Draft = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'type') Object.assign(result, typeOf(value, rules))
    else if (key === 'properties' && isRecord(value)) result.properties = mapValues(value, inner)
    else if (key === 'items' && isRecord(value)) result.items = inner(value)
    else if (key === 'anyOf' && Array.isArray(value)) result.anyOf = value.map((branch) => inner(branch))
    else if (key === 'enum' && !rules.anyEnum && Array.isArray(value))
      Object.assign(result, wordsOnly(value, schema, notes))
    else if (key === 'const' && rules.keywords !== null) {
      if (typeof value === 'string' && value !== '') result.enum = [value]
      else notes.push(say(key, value))
    } else if (
      key === 'format' &&
      rules.formats !== null &&
      !(rules.formats[String(schema.type)] ?? []).includes(String(value))
    )
      notes.push(say(key, value))
    else if (key === 'prefixItems' && Array.isArray(value) && (rules.keywords !== null || rules.needsItems)) {
      result.items ??= tupleItems(value.map((item) => inner(item)))
      notes.push(`Its items in order: ${value.map((item) => shortOf(item)).join(', ')}.`)
    } else if (rules.keywords === null || rules.keywords.has(key)) result[key] = narrowKeyword(key, value, inner)
    else if (!SILENT.has(key) && !(key === 'additionalProperties' && typeof value === 'boolean'))
      notes.push(say(key, value))
  }
  finishType(result, rules, inner)
  const described = [result.description, ...notes].filter((text) => typeof text === 'string' && text !== '')
  if (described.length > 0) result.description = described.join(' ')
  return rules.needsType ? unionAlone(result) : result
}

const mapValues = (map: Schema, change: (value: unknown) => unknown): Schema =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]))

const mendIfNeeded = (schema: unknown): Schema => (isRecord(schema) ? schema : {})

/** A keyword that the endpoint reads, with the schemas in it narrowed. */
function narrowKeyword(key: string, value: unknown, inner: (schema: unknown) => Schema): unknown {
  if (SCHEMA_LISTS.includes(key) && Array.isArray(value)) return value.map((item) => inner(item))
  if (SCHEMA_MAPS.includes(key) && isRecord(value)) return mapValues(value, inner)
  return SCHEMAS.includes(key) && isRecord(value) ? inner(value) : value
}

/** Converts `oneOf` to `anyOf`, a list of types to a union, and a union of one branch to that branch. */
function asOneUnion(schema: Schema): Schema {
  const { oneOf, anyOf, ...rest } = schema
  const types = Array.isArray(rest.type) ? (rest.type as unknown[]).filter((type) => type !== 'null') : []
  const listed = types.length > 1 ? types.map((type) => ({ type })) : []
  const branches = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : [])).concat(listed)
  if (branches.length === 0) return schema
  if (listed.length > 0) delete (rest as Draft).type
  const isNull = (branch: unknown) => isRecord(branch) && branch.type === 'null'
  const others = branches.filter((branch) => !isNull(branch))
  const canBeNull = others.length < branches.length || (Array.isArray(schema.type) && schema.type.includes('null'))
  const nullable = canBeNull ? { nullable: true } : {}
  const [only] = others
  if (others.length === 0) return { ...rest, type: 'string', ...nullable }
  return others.length === 1 && isRecord(only)
    ? { ...asOneUnion(only), ...rest, ...nullable }
    : { ...rest, anyOf: others, ...nullable }
}

/** Gemini accepts no keywords beside `anyOf`, so they move into its branches or are dropped. */
function unionAlone(schema: Schema): Schema {
  if (!Array.isArray(schema.anyOf)) return schema
  const { anyOf, description, nullable, properties: _properties, required: _required, type: _type, ...rest } = schema
  const shared = { ...(nullable !== undefined && { nullable }) }
  return {
    anyOf: (anyOf as Schema[]).map((branch) => ({
      ...rest,
      ...branch,
      ...shared,
      ...(description !== undefined && { description: [branch.description, description].filter(Boolean).join(' ') }),
    })),
  }
}

function typeOf(type: unknown, { typeLists }: SchemaRules): Schema {
  if (typeLists || !Array.isArray(type)) return { type }
  const others = type.filter((name) => name !== 'null')
  return { type: others[0] ?? 'string', ...(others.length < type.length && { nullable: true }) }
}

/** An `enum` of non-empty strings; a list with other values becomes a note. */
function wordsOnly(values: readonly unknown[], { type }: Schema, notes: string[]): Schema {
  const others = values.filter((value) => value !== null)
  const words = others.filter((value) => typeof value === 'string' && value !== '')
  const nullable = others.length < values.length ? { nullable: true } : {}
  const isText = type === undefined || [type].flat().includes('string')
  if (!isText || words.length === 0 || others.some((value) => typeof value !== 'string')) {
    notes.push(`One of: ${others.map((value) => JSON.stringify(value)).join(', ')}.`)
    return nullable
  }
  if (words.length < others.length) notes.push('It may be empty.')
  return { enum: words, ...nullable }
}

const tupleItems = (items: readonly Schema[]): Schema => {
  const distinct = [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
  const [only] = distinct
  return distinct.length === 1 && only ? only : { anyOf: distinct }
}

/** Adds the type that other keywords imply, and the keywords that each type requires; removes those that it forbids. */
function finishType(result: Draft, rules: SchemaRules, inner: (schema: unknown) => Schema): void {
  if (rules.needsType && result.type === undefined && result.anyOf === undefined) {
    if (result.properties !== undefined) result.type = 'object'
    else if (result.items !== undefined) result.type = 'array'
    else result.type = 'string'
  }
  const types = [result.type].flat()
  if (types.includes('array') && rules.needsItems) result.items ??= rules.needsType ? inner({ type: 'string' }) : {}
  if (!rules.needsType) return
  if (result.type !== 'array') for (const key of ['items', 'minItems', 'maxItems']) delete result[key]
  if (result.type !== 'object') for (const key of ['properties', 'required']) delete result[key]
  if (result.enum !== undefined && result.type !== 'string') delete result.enum
}

/** A schema that requires both. */
function mergeAll(one: Schema, other: Schema): Schema {
  const merged: Draft = { ...one, ...other }
  if (isRecord(one.properties) && isRecord(other.properties))
    merged.properties = { ...one.properties, ...other.properties }
  if (Array.isArray(one.required) && Array.isArray(other.required))
    merged.required = [...new Set([...(one.required as unknown[]), ...(other.required as unknown[])])]
  return merged
}

/** Renames properties at the root whose names the endpoint refuses. */
function withSafeNames(schema: Schema, allowed: RegExp | null): { schema: Schema; renamed: Map<string, string> } {
  const renamed = new Map<string, string>()
  const properties = schema.properties as Schema
  if (allowed === null || Object.keys(properties).every((name) => allowed.test(name))) return { schema, renamed }
  const wireNames = new Map<string, string>()
  for (const name of Object.keys(properties)) {
    const plain = name.replaceAll(/[^a-zA-Z0-9_.-]+/g, '_').slice(0, LONGEST_NAME - 4) || '_'
    let wire = allowed.test(name) ? name : plain
    for (let number = 2; wire !== name && (wire in properties || renamed.has(wire)); number++)
      wire = `${plain}_${number}`
    wireNames.set(name, wire)
    if (wire !== name) renamed.set(wire, name)
  }
  const rename = (name: unknown) => (typeof name === 'string' ? (wireNames.get(name) ?? name) : name)
  return {
    schema: {
      ...schema,
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [rename(name), value])),
      ...(Array.isArray(schema.required) && { required: schema.required.map(rename) }),
    },
    renamed,
  }
}

const LONGEST_NAME = 64
