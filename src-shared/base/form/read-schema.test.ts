import { describe, expect, it } from 'vitest'
import { emptyValue, fieldOf } from './read-schema'

const kind = (schema: unknown) => fieldOf(schema).kind

describe('fieldOf', () => {
  it('knows what a form can show', () => {
    expect(
      [
        { type: 'string' },
        { type: 'number' },
        { type: 'integer' },
        { type: 'boolean' },
        { enum: ['a', 1] },
        { const: 'x' },
        { type: 'array', items: { type: 'string' } },
        { type: 'object', properties: {} },
      ].map((schema) => kind(schema)),
    ).toEqual(['text', 'number', 'integer', 'boolean', 'choice', 'choice', 'list', 'group'])
  })

  it('takes what may also be null, and the first of several types', () => {
    expect(fieldOf({ anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'How many' })).toMatchObject({
      kind: 'integer',
      description: 'How many',
    })
    expect([{ type: ['null', 'string'] }, { type: ['boolean', 'string'] }].map((schema) => kind(schema))).toEqual([
      'text',
      'boolean',
    ])
  })

  it('leaves to JSON what it cannot show, and what has no end', () => {
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

describe('emptyValue', () => {
  it('has the defaults and what must be there; the rest is left out', () => {
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
    expect(emptyValue(fieldOf(schema), true)).toEqual({
      text: '',
      on: false,
      list: [],
      pick: 'a',
      inner: { x: '' },
      preset: 3,
    })
  })
})
