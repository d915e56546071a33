import { describe, expect, it } from 'vitest'
import { SCHEMA_RULES, type SchemaForm } from './schema-rules'
import { toWireSchema } from './tool-schema'

function sent(schema: Readonly<Record<string, unknown>>, form: SchemaForm) {
  const wire = toWireSchema(schema, SCHEMA_RULES[form])
  return typeof wire === 'string' ? wire : wire.schema
}

describe('the parameters of a tool on the wire', () => {
  it('are an object with properties and without $schema', () => {
    expect(sent({ $schema: 'http://json-schema.org/draft-07/schema#' }, 'full')).toEqual({
      type: 'object',
      properties: {},
    })
  })

  it('are otherwise unchanged (P36)', () => {
    const schema = {
      type: 'object',
      properties: { n: { type: 'integer', minimum: 1 } },
      required: ['n'],
      additionalProperties: false,
    }
    expect(sent(schema, 'full')).toEqual(schema)
  })

  it('are cut to the keys that Gemini reads; the rest is in the descriptions', () => {
    const schema = {
      type: 'object',
      additionalProperties: false,
      properties: {
        count: { type: ['integer', 'null'], minimum: 1, enum: [1, 2] },
        mode: { const: 'fast', title: 'Mode' },
        item: { $ref: '#/$defs/item' },
        either: { oneOf: [{ type: 'string', pattern: 'x' }, { type: 'number' }] },
      },
      $defs: {
        item: { type: 'object', properties: { next: { $ref: '#/$defs/item' }, tag: { type: 'string', maxLength: 3 } } },
      },
    }
    expect(sent(schema, 'gemini')).toEqual({
      type: 'object',
      properties: {
        count: { type: 'integer', nullable: true, description: 'At least 1. One of: 1, 2.' },
        mode: { type: 'string', enum: ['fast'] },
        item: {
          type: 'object',
          properties: { next: { type: 'object' }, tag: { type: 'string', description: 'Most characters: 3.' } },
        },
        either: {
          anyOf: [{ type: 'string', description: 'It matches the pattern x.' }, { type: 'number' }],
        },
      },
    })
  })
})
