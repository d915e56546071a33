import { describe, expect, it } from 'vitest'
import { isRecord } from '@shared/base/json/is-record'
import { SCHEMA_RULES, type SchemaForm } from './schema-rules'
import { toWireSchema } from './tool-schema'

type Schema = Readonly<Record<string, unknown>>

/** The error of each kind of endpoint; null if it takes the schema. */
const JUDGES: Readonly<Record<'openai' | 'anthropic' | 'gemini', (schema: Schema) => string | null>> = {
  openai(schema) {
    for (const key of ['oneOf', 'anyOf', 'allOf', 'enum', 'not']) if (key in schema) return `${key} at the root`
    if (!isRecord(schema.properties)) return 'object schema missing properties'
    return first(schema, (each) => {
      if (each.type === 'array' && !isRecord(each.items)) return 'array schema missing items'
      if (each.required !== undefined && !Array.isArray(each.required)) return 'required is not of type array'
      return Object.values(isRecord(each.properties) ? each.properties : {}).every(isRecord)
        ? null
        : 'True is no object'
    })
  },
  anthropic(schema) {
    for (const key of ['oneOf', 'anyOf', 'allOf']) if (key in schema) return `${key} at the root`
    const names = Object.keys(schema.properties as Schema)
    if (!names.every((name) => /^[a-zA-Z0-9_.-]{1,64}$/.test(name))) return 'Property keys should match pattern'
    return first(schema, (each) => {
      if (Array.isArray(each.items)) return 'items must be an object'
      if (typeof each.exclusiveMinimum === 'boolean') return 'exclusiveMinimum must be a number'
      if (each.required !== undefined && !Array.isArray(each.required)) return 'required must be a list'
      return [each.type].flat().every((type) => type === undefined || TYPES.includes(type as string)) ? null : 'type'
    })
  },
  gemini(schema) {
    return first(schema, (each) => {
      const unknown = Object.keys(each).find((key) => !GEMINI_KEYS.includes(key))
      if (unknown !== undefined) return `Unknown name "${unknown}"`
      if (each.anyOf !== undefined) return Object.keys(each).length === 1 ? null : 'any_of must be the only field set'
      if (typeof each.type !== 'string' || !TYPES.includes(each.type) || each.type === 'null')
        return 'no schema type field'
      if (each.type === 'array' && !isRecord(each.items)) return 'items: missing field'
      if (each.type !== 'object' && (each.properties ?? each.required)) return 'only allowed for OBJECT type'
      if (
        each.format !== undefined &&
        !['enum', 'date-time', 'float', 'double', 'int32', 'int64'].includes(each.format as string)
      )
        return 'only "enum" and "date-time" are supported'
      if (
        Array.isArray(each.enum) &&
        (each.type !== 'string' || each.enum.some((word) => typeof word !== 'string' || word === ''))
      )
        return 'enum[0]: cannot be empty'
      const names = Object.keys(isRecord(each.properties) ? each.properties : {})
      const required = (each.required ?? []) as readonly string[]
      return required.every((name) => names.includes(name)) ? null : 'required[0]: property is not defined'
    })
  },
}
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
const GEMINI_KEYS = [
  'type',
  'description',
  'enum',
  'items',
  'properties',
  'required',
  'nullable',
  'format',
  'minItems',
  'maxItems',
  'anyOf',
]

/** The first fault of a schema and of those inside it. */
function first(schema: Schema, judge: (schema: Schema) => string | null): string | null {
  const inside = [
    ...Object.values(isRecord(schema.properties) ? schema.properties : {}),
    ...(isRecord(schema.items) ? [schema.items] : []),
    ...(Array.isArray(schema.anyOf) ? (schema.anyOf as unknown[]) : []),
  ]
  return (
    judge(schema) ??
    inside
      .filter(isRecord)
      .map((each) => first(each, judge))
      .find((fault) => fault !== null) ??
    null
  )
}

const property = (schema: unknown): Schema => ({ type: 'object', properties: { x: schema }, required: ['x'] })

/** Schemas of real servers, by the report that has them. */
const MEMBERS: readonly { readonly source: string; readonly schema: Schema; readonly says?: string }[] = [
  { source: 'gemini-cli#2237: a format', schema: property({ type: 'string', format: 'uri' }), says: 'Format: uri' },
  { source: 'mcp-digitalocean#265, aichat#1049: an array without items', schema: property({ type: 'array' }) },
  {
    source: 'opencode#5846: an empty word',
    schema: property({ type: 'string', enum: ['', 'a'] }),
    says: 'It may be empty',
  },
  { source: 'an empty word alone', schema: property({ type: 'string', enum: [''] }) },
  { source: 'words that are numbers', schema: property({ type: 'integer', enum: [1, 2] }), says: 'One of: 1, 2' },
  {
    source: 'a tuple of draft 7',
    schema: property({ type: 'array', items: [{ type: 'string' }, { type: 'number' }] }),
  },
  { source: 'a tuple of 2020-12', schema: property({ type: 'array', prefixItems: [{ type: 'string' }] }) },
  { source: 'a boolean schema', schema: property(true) },
  { source: 'items that are anything', schema: property({ type: 'array', items: true }) },
  {
    source: 'required names without a property',
    schema: { type: 'object', properties: { a: {} }, required: ['a', 'b'] },
  },
  { source: 'mcp-gsuite#34: required as a flag', schema: property({ type: 'string', required: false }) },
  {
    source: 'Ombre-Brain#119: an optional of Pydantic',
    schema: property({ anyOf: [{ type: 'string' }, { type: 'null' }], default: '' }),
  },
  { source: 'aoci-code#61: a list of types', schema: property({ type: ['null', 'array'] }) },
  {
    source: 'opencode#11889: properties of a string',
    schema: property({ type: 'string', properties: {}, required: ['x'] }),
  },
  { source: 'gitlab-mcp#166: an empty type in a branch', schema: property({ anyOf: [{ type: '' }, { enum: ['a'] }] }) },
  { source: 'gemini-cli#6632: a property without a type', schema: property({ description: 'the date' }) },
  {
    source: 'google_workspace_mcp#1099: const in oneOf',
    schema: property({ oneOf: [{ type: 'object', properties: { k: { const: 'a' } } }, { type: ['string', 'null'] }] }),
  },
  { source: 'several types', schema: property({ type: ['string', 'number'] }) },
  { source: 'copilot-cli#2223: no properties', schema: { type: 'object' } },
  { source: 'no type', schema: { properties: { x: { type: 'string' } } } },
  { source: 'types of Python', schema: property({ type: 'float', description: null }) },
  { source: 'draft 4: an exclusive minimum', schema: property({ type: 'number', minimum: 0, exclusiveMinimum: true }) },
  {
    source: 'allOf',
    schema: property({ allOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { required: ['a'] }] }),
  },
  {
    source: 'a recursive reference',
    schema: {
      ...property({ $ref: '#/$defs/n' }),
      $defs: { n: { type: 'object', properties: { n: { $ref: '#/$defs/n' } } } },
    },
  },
  {
    source: 'mcp-server-gemini#12: oneOf of required names at the root',
    schema: { ...property({ type: 'string' }), oneOf: [{ required: ['x'] }, { required: ['y'] }] },
    says: 'Give exactly one of: x; or y',
  },
  {
    source: 'notion-mcp-server#340: anyOf alone at the root',
    schema: {
      anyOf: [
        { type: 'object', properties: { kind: { const: 'url' }, url: { type: 'string' } }, required: ['kind', 'url'] },
        { type: 'object', properties: { kind: { const: 'file' }, id: { type: 'string' } }, required: ['kind', 'id'] },
      ],
    },
    says: 'kind = "url", url; or kind = "file", id',
  },
  {
    source: 'claude-code#95504: allOf with if and then at the root',
    schema: {
      ...property({ type: 'string' }),
      allOf: [JSON.parse('{ "if": { "properties": { "x": { "const": "a" } } }, "then": { "required": ["x"] } }')],
    },
    says: 'Rule:',
  },
  {
    source: 'claude-code#79418, composio#3500: names of properties',
    schema: {
      type: 'object',
      properties: { $top: { type: 'integer' }, 'filter[id]': { type: 'string' } },
      required: ['$top'],
    },
  },
]

describe.each(['openai', 'anthropic', 'gemini'] as const)('a schema for %s', (form) => {
  it.each(MEMBERS)('has only the keywords of its subset: $source', ({ schema, says }) => {
    const wire = toWireSchema(schema, SCHEMA_RULES[form])
    if (typeof wire === 'string') throw new Error(wire)
    expect(wire.schema === undefined ? null : JUDGES[form](wire.schema)).toBeNull()
    const isFlattened = form === 'gemini' || wire.notes.length > 0
    if (says !== undefined && isFlattened)
      expect(`${wire.notes.join(' ')} ${JSON.stringify(wire.schema)}`).toContain(says)
    const names = Object.keys(isRecord(schema.properties) ? schema.properties : {})
    const sent = Object.keys(isRecord(wire.schema?.properties) ? (wire.schema?.properties as Schema) : {})
    expect(sent.map((name) => wire.renamed.get(name) ?? name)).toEqual(expect.arrayContaining(names))
  })
})

describe('a tool', () => {
  it.each(['openai', 'anthropic', 'gemini', 'full'] as readonly SchemaForm[])(
    'whose parameters are no object cannot be sent to %s',
    (form) => {
      expect(toWireSchema({ type: 'string' }, SCHEMA_RULES[form])).toBe(
        'its parameters are of type "string", and only an object can be sent',
      )
    },
  )

  it('keeps the words of two branches and the names of renamed properties', () => {
    const wire = toWireSchema(
      MEMBERS.find(({ source }) => source.startsWith('notion'))?.schema ?? {},
      SCHEMA_RULES.openai,
    )
    expect(wire).toMatchObject({ schema: { properties: { kind: { enum: ['url', 'file'] } }, required: ['kind'] } })
  })
})
