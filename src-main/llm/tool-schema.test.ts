import { describe, expect, it } from 'vitest'
import { toWireSchema } from './tool-schema'

describe('the parameters of a tool on the wire', () => {
  it('are an object with properties and without $schema', () => {
    expect(toWireSchema({ $schema: 'http://json-schema.org/draft-07/schema#' }, 'full')).toEqual({
      type: 'object',
      properties: {},
    })
  })

  it('are otherwise what the server says (P36)', () => {
    const schema = {
      type: 'object',
      properties: { n: { type: 'integer', minimum: 1 } },
      required: ['n'],
      additionalProperties: false,
    }
    expect(toWireSchema(schema, 'full')).toEqual(schema)
  })

  it('are cut to the keys that a narrow endpoint reads', () => {
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
    expect(toWireSchema(schema, 'narrow')).toEqual({
      type: 'object',
      properties: {
        count: { type: 'integer', nullable: true },
        mode: { enum: ['fast'] },
        item: { type: 'object', properties: { next: { type: 'object' }, tag: { type: 'string' } } },
        either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      },
    })
  })
})
