import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnswerContent } from '@shared/base/form/form-field'
import { faultsOf } from '@shared/mcp/questions/question'
import { BadForm, readForm, readMessage } from './elicitation-form'

const form = (properties: Readonly<Record<string, unknown>>, required: readonly string[] = []) =>
  readForm({ type: 'object', properties, required })
const one = (schema: unknown) => form({ field: schema }, ['field'])[0]

describe('the form of a server', () => {
  it('has every primitive of the protocol, with its default', () => {
    expect(
      form(
        {
          name: {
            type: 'string',
            title: 'Your name',
            description: 'Full',
            minLength: 2,
            maxLength: 40,
            default: 'Ann',
          },
          mail: { type: 'string', format: 'email' },
          note: { type: 'string', maxLength: 5000 },
          age: { type: 'integer', minimum: 0, maximum: 120, default: 42 },
          share: { type: 'number' },
          agree: { type: 'boolean', default: false },
          hero: { type: 'string', oneOf: [{ const: 'h1', title: 'Superman' }], default: 'h1' },
          pet: { type: 'string', enum: ['cat', 'dog'], enumNames: ['Cat', 'Dog'] },
          tools: {
            type: 'array',
            minItems: 1,
            maxItems: 9,
            items: { type: 'string', enum: ['saw', 'axe'] },
            default: ['axe'],
          },
          colors: { type: 'array', items: { anyOf: [{ const: 'r', title: 'Red' }] } },
        },
        ['name'],
      ),
    ).toMatchObject([
      {
        name: 'name',
        title: 'Your name',
        description: 'Full',
        isRequired: true,
        input: {
          kind: 'text',
          format: null,
          minLength: 2,
          maxLength: 40,
          isLong: false,
          isSecret: false,
          fallback: 'Ann',
        },
      },
      {
        name: 'mail',
        title: 'mail',
        isRequired: false,
        input: { kind: 'text', format: 'email', maxLength: 10_000, isLong: false, fallback: null },
      },
      { input: { kind: 'text', isLong: true } },
      { input: { kind: 'number', isInteger: true, minimum: 0, maximum: 120, fallback: 42 } },
      { input: { kind: 'number', isInteger: false, minimum: null } },
      { input: { kind: 'boolean', fallback: false } },
      { input: { kind: 'choice', options: [{ value: 'h1', title: 'Superman' }], fallback: 'h1' } },
      {
        input: {
          kind: 'choice',
          options: [
            { value: 'cat', title: 'Cat' },
            { value: 'dog', title: 'Dog' },
          ],
          fallback: null,
        },
      },
      {
        input: {
          kind: 'choices',
          options: [{ value: 'saw' }, { value: 'axe' }],
          minItems: 1,
          maxItems: 2,
          fallback: ['axe'],
        },
      },
      { input: { kind: 'choices', options: [{ value: 'r', title: 'Red' }], maxItems: 1 } },
    ])
  })

  it('drops a default that it would not accept', () => {
    for (const schema of [
      { type: 'integer', default: 1.5 },
      { type: 'string', maxLength: 2, default: 'abc' },
      { type: 'string', enum: ['a'], default: 'b' },
      { type: 'boolean', default: 'yes' },
    ])
      expect(one(schema)).toMatchObject({ input: { fallback: null } })
  })

  it.each(['password', 'apiToken', 'api_key'])('treats a field called %s as a secret', (name) => {
    expect(
      form({ [name]: { type: 'string' }, other: { type: 'string', title: 'API key' }, plain: { type: 'string' } }).map(
        ({ input }) => input.kind === 'text' && input.isSecret,
      ),
    ).toEqual([true, true, false])
  })

  it('shows hidden characters, and limits the length', () => {
    const hostile = '\u202eevil\u001b[8m\n'
    expect(
      form({ a: { type: 'string', title: hostile, description: `${hostile}${'x'.repeat(5000)}`, enum: ['\u200b'] } }),
    ).toMatchObject([
      {
        title: String.raw`\u{202e}evil\u{1b}[8m\u{a}`,
        description: expect.stringMatching(/^\\u\{202e\}evil\\u\{1b\}\[8m\nx+… \(\d+ characters\)$/),
        input: { options: [{ value: '\u200b', title: String.raw`\u{200b}` }] },
      },
    ])
    expect(readMessage('x'.repeat(10_000)).length).toBeLessThan(2100)
    // The hidden part is not made visible either, because that would take seconds for many megabytes.
    expect(readMessage('\u001b'.repeat(3000))).toMatch(/^(?:\\u\{1b\})+[^…]*… \(3000 characters\)$/)
  })

  it.each([
    ['no object', 'x'],
    ['nested', { type: 'object', properties: { a: { type: 'object', properties: {} } } }],
    [
      'endless',
      {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`f${index}`, { type: 'string' }])),
      },
    ],
    [
      'of a thousand choices',
      { type: 'object', properties: { a: { type: 'string', enum: Array.from({ length: 1000 }, String) } } },
    ],
    ['with a hidden name', { type: 'object', properties: { 'a\u202e': { type: 'string' } } }],
    ['of choices that are no text', { type: 'object', properties: { a: { type: 'string', enum: [1] } } }],
  ])('that is %s is refused', (_what, schema) => {
    expect(() => readForm(schema)).toThrow(BadForm)
  })

  it('is read or refused, whatever it contains', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), (value, properties) => {
        for (const schema of [
          value,
          { type: 'object', properties },
          { type: 'object', properties: { a: { ...properties, type: 'string' } } },
        ]) {
          try {
            readForm(schema)
          } catch (error) {
            expect(error).toBeInstanceOf(BadForm)
          }
        }
      }),
    )
  })
})

describe('an answer', () => {
  it.each([
    [{ type: 'string' }, 'x', null],
    [{ type: 'string' }, 5, 'must be text'],
    [{ type: 'string', minLength: 3 }, 'ab', 'must have at least 3 characters'],
    [{ type: 'string', maxLength: 1 }, 'ab', 'must have at most 1 characters'],
    [{ type: 'string', format: 'email' }, 'a@b', null],
    [{ type: 'string', format: 'email' }, 'a b@c', 'must be an email address'],
    [{ type: 'string', format: 'uri' }, 'example', 'must be an address such as https://example.org'],
    [{ type: 'string', format: 'date' }, '2026-02-28', null],
    [{ type: 'string', format: 'date' }, '2026-02-30', 'must be a date such as 2026-01-31'],
    [{ type: 'string', format: 'date-time' }, '2026-01-31T18:00:00Z', null],
    [{ type: 'string', format: 'date-time' }, '2026-01-31', 'must be a time such as 2026-01-31T18:00:00Z'],
    [{ type: 'integer' }, 1.5, 'must be a whole number'],
    [{ type: 'number', minimum: 1, maximum: 2 }, 3, 'must be at most 2'],
    [{ type: 'number' }, Number.NaN, 'must be a number'],
    [{ type: 'boolean' }, 'yes', 'must be yes or no'],
    [{ type: 'string', enum: ['a'] }, 'b', 'must be one of its options'],
    [
      { type: 'array', minItems: 1, items: { type: 'string', enum: ['a', 'b'] } },
      [],
      'needs at least 1 of its options',
    ],
    [
      { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      ['a', 'a'],
      'must be a selection of its options, each at most once',
    ],
    [
      { type: 'array', maxItems: 1, items: { type: 'string', enum: ['a', 'b'] } },
      ['a', 'b'],
      'allows at most 1 of its options',
    ],
  ] as const)('to %j: %j', (schema, value, fault) => {
    const fields = form({ field: schema }, ['field'])
    expect(faultsOf({ fields }, { field: value } as AnswerContent)).toEqual(fault === null ? {} : { field: fault })
  })

  it('that is required but missing is reported', () => {
    expect(faultsOf({ fields: form({ a: { type: 'string' }, b: { type: 'string' } }, ['a']) }, {})).toEqual({
      a: 'is required',
    })
  })
})
