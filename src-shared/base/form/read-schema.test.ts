import { describe, expect, it } from 'vitest'
import { initialValue } from './form-field'
import { readField } from './read-schema'

const fieldOf = (schema: unknown) => readField('x', schema, true)
const kind = (schema: unknown) => fieldOf(schema).input.kind

describe('readField', () => {
  it('has a kind for every value that a form can show', () => {
    expect(
      [
        { type: 'string' },
        { type: 'number' },
        { type: 'integer' },
        { type: 'boolean' },
        { enum: ['a', 1] },
        { const: 'x' },
        { type: 'array', items: { type: 'string' } },
        { type: 'array', items: { enum: ['a', 'b'] } },
        { type: 'object', additionalProperties: { type: 'string' } },
        { type: 'object', properties: {} },
      ].map((schema) => kind(schema)),
    ).toEqual(['text', 'number', 'number', 'boolean', 'choice', 'choice', 'list', 'choices', 'table', 'group'])
  })

  it('reads a nullable type, and the first of several types', () => {
    expect(fieldOf({ anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'How many' })).toMatchObject({
      input: { kind: 'number', isInteger: true },
      description: 'How many',
    })
    expect([{ type: ['null', 'string'] }, { type: ['boolean', 'string'] }].map((schema) => kind(schema))).toEqual([
      'text',
      'boolean',
    ])
  })

  it('reads other values, and recursive schemas, as JSON', () => {
    expect(
      [
        { $ref: '#/x' },
        { oneOf: [{ type: 'string' }, { type: 'number' }] },
        { type: 'object' },
        { type: 'array' },
        true,
      ].map((schema) => kind(schema)),
    ).toEqual(Array.from({ length: 5 }, () => 'json'))
    const endless: Record<string, unknown> = { type: 'object' }
    endless.properties = { again: endless }
    expect(JSON.stringify(fieldOf(endless))).toContain('"json"')
  })
})

describe('initialValue', () => {
  it('has defaults, and the simplest values of required fields; other fields are omitted', () => {
    const schema = {
      type: 'object',
      required: ['text', 'on', 'list', 'inner', 'pick', 'count'],
      properties: {
        text: { type: 'string' },
        on: { type: 'boolean' },
        list: { type: 'array', items: { type: 'string' } },
        pick: { enum: ['a', 'b'] },
        count: { type: 'integer' },
        inner: { type: 'object', required: ['x'], properties: { x: { type: 'string' }, y: { type: 'string' } } },
        optional: { type: 'string' },
        preset: { type: 'integer', default: 3 },
      },
    }
    expect(initialValue(fieldOf(schema))).toEqual({
      text: '',
      on: false,
      list: [],
      pick: 'a',
      inner: { x: '' },
      preset: 3,
    })
  })
})
