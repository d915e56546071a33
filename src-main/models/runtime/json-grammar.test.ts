import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bindingName } from './binding-name'
import { grammarOf } from './json-grammar'
import { hasBinding } from './native-model'
import { CALL_MARKS } from './tool-call-reader'

const without = hasBinding() ? '' : ` (skipped: no llama.cpp for ${process.platform} on ${process.arch})`

interface Grammar {
  isTextCompatible(text: string): boolean
}

/** Whether llama.cpp accepts the text as a whole answer. */
function accepts(grammar: string, text: string): boolean {
  const require = createRequire(import.meta.url)
  const name = bindingName() ?? ''
  const bins = join(dirname(require.resolve(`@node-llama-cpp/${name}`)), '..', 'bins', name)
  const { AddonGrammar } = require(join(bins, 'llama-addon.node')) as { AddonGrammar: new (text: string) => Grammar }
  return new AddonGrammar(grammar).isTextCompatible(text)
}

const of = (schema: Readonly<Record<string, unknown>>) => grammarOf({ answer: schema, calls: [], marks: CALL_MARKS })

/** A schema, answers that fit it, and answers that do not. */
const SCHEMAS: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly string[], readonly string[]])[] =
  [
    [
      'an answer of a player',
      {
        type: 'object',
        properties: {
          thinking: { type: 'string' },
          action: { type: 'string' },
          new_objective: { type: ['string', 'null'] },
        },
        required: ['thinking', 'action', 'new_objective'],
      },
      [
        '{"thinking":"","action":"look","new_objective":null}',
        '{ "thinking": "It said \\"Hello\\".",\n  "action": "open mailbox", "new_objective": "Get in." }',
      ],
      [
        'look',
        '{"action":"look"}',
        '{"thinking":"","action":"look","new_objective":1}',
        '{"thinking":"","action":"look',
      ],
    ],
    [
      'optional properties',
      {
        type: 'object',
        properties: { a: { type: 'integer' }, b: { type: 'boolean' }, c: { type: 'number' } },
        required: ['b'],
      },
      ['{"b":true}', '{"a":-3,"b":false}', '{"b":true,"c":1.5e3}', '{"a":0,"b":true,"c":-0.5}'],
      ['{}', '{"a":1}', '{"b":true,}', '{,"b":true}', '{"a":01,"b":true}'],
    ],
    [
      'no required property',
      { type: 'object', properties: { a: { type: 'null' }, b: { type: 'null' } } },
      ['{}', '{"a":null}', '{"b":null}', '{"a":null, "b":null}'],
      ['{"b":null,"a":null}', '{"a":null "b":null}'],
    ],
    ['named values', { enum: ['north', 5, null] }, ['"north"', '5', 'null'], ['"south"', '"5"']],
    ['a constant with escapes', { const: 'a "b"\\\f\u2028' }, [JSON.stringify('a "b"\\\f\u2028')], ['"a"']],
    [
      'lists with bounds',
      { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 3 },
      ['[1]', '[1, 2,3]'],
      ['[]', '[1,2,3,4]', '[1,]'],
    ],
    ['an empty list', { type: 'array', items: {}, maxItems: 0 }, ['[]'], ['[1]']],
    ['a short string', { type: 'string', minLength: 1, maxLength: 3 }, ['"abc"', '"a"'], ['""', '"abcd"']],
    [
      'alternatives and references',
      {
        anyOf: [{ $ref: '#/$defs/point' }, { type: 'string' }],
        $defs: { point: { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'] } },
      },
      ['{"x":1}', '"none"'],
      ['{"y":1}', '1'],
    ],
    [
      'a schema that contains itself',
      { type: 'object', properties: { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } }, required: ['next'] },
      ['{"next":null}', '{"next":{"next":{"next":null}}}'],
      ['{"next":{}}'],
    ],
    ['anything', {}, ['{"a":[1,"x",null]}', '[]', '"x"', '-1.5'], ['x', '{a:1}']],
  ]

/** Schemas of careless or hostile servers, which allow nothing or have no end. */
const ODD: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['an empty list of values', { enum: [] }],
  ['an empty list of schemas', { anyOf: [] }],
  ['no type', { type: [] }],
  ['a reference to itself', { $ref: '#/properties/x' }],
  ['a choice between itself and text', { anyOf: [{ $ref: '#/properties/x' }, { type: 'string' }] }],
  ['a circle of references', { $ref: '#/$defs/a' }],
]

describe.skipIf(without !== '')(`a grammar${without}`, () => {
  it.each(SCHEMAS)('accepts what fits %s, and nothing else', (_name, schema, right, wrong) => {
    const grammar = of(schema)
    for (const text of right) expect([text, accepts(grammar, text)]).toEqual([text, true])
    for (const text of wrong) expect([text, accepts(grammar, text)]).toEqual([text, false])
  })

  it.each(ODD)('can be read and accepts any value for %s', (_name, x) => {
    const $defs = { a: { $ref: '#/$defs/b' }, b: { oneOf: [{ $ref: '#/$defs/a' }] } }
    const grammar = of({ type: 'object', properties: { x }, required: ['x'], $defs })
    for (const value of ['"any"', '3', '{}']) expect(accepts(grammar, `{"x":${value}}`)).toBe(true)
    expect(accepts(grammar, '{"y":3}')).toBe(false)
  })

  it('accepts any object if there is no schema', () => {
    const grammar = grammarOf({ answer: true, calls: [], marks: CALL_MARKS })
    expect(accepts(grammar, '{"a": {"b": []}}')).toBe(true)
    expect(accepts(grammar, '[]')).toBe(false)
  })

  it('accepts an answer or a call, and resolves the references of each tool in the schema of that tool', () => {
    const tool = (name: string, type: string) => ({
      name,
      parameters: {
        type: 'object',
        properties: { it: { $ref: '#/$defs/it' } },
        required: ['it'],
        $defs: { it: { type } },
      },
    })
    const grammar = grammarOf({
      answer: { type: 'object', properties: { action: { type: 'string' } }, required: ['action'] },
      calls: [tool('count', 'integer'), tool('say', 'string')],
      marks: CALL_MARKS,
    })
    const call = (name: string, it: string) =>
      `<tool_call>\n{"name": "${name}", "arguments": {"it": ${it}}}\n</tool_call>`
    expect(accepts(grammar, '{"action":"look"}')).toBe(true)
    expect(accepts(grammar, call('count', '3'))).toBe(true)
    expect(accepts(grammar, call('say', '"x"'))).toBe(true)
    expect(accepts(grammar, call('say', '3'))).toBe(false)
    expect(accepts(grammar, call('other', '3'))).toBe(false)
  })
})
