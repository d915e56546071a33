import { describe, expect, it } from 'vitest'
import { createOutputCheck } from './check-output'

/** A small schema and a small answer whose check would take years. */
const doubled = (times: number, schema: object): object =>
  times === 0 ? schema : doubled(times - 1, { anyOf: [schema, schema] })
const chain = Object.fromEntries(
  Array.from({ length: 40 }, (_, step) => [
    `d${step}`,
    { allOf: [{ $ref: `#/$defs/d${step + 1}` }, { $ref: `#/$defs/d${step + 1}` }] },
  ]),
)
const bombs: Readonly<Record<string, readonly [schema: object, content: unknown]>> = {
  'a pattern that backtracks': [
    { properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
    { a: `${'a'.repeat(40)}!` },
  ],
  'a pattern of keys that backtracks': [
    { patternProperties: { '^(a|aa)+$': { type: 'number' } } },
    { [`${'a'.repeat(60)}!`]: 1 },
  ],
  'references that double': [{ $defs: { ...chain, d40: {} }, $ref: '#/$defs/d0' }, {}],
  'choices that double': [{ properties: { a: doubled(22, { type: 'number' }) } }, { a: 'x' }],
  'a list whose items are compared with each other': [
    { properties: { a: { type: 'array', uniqueItems: true } } },
    { a: Array.from({ length: 80_000 }, (_, number) => ({ number })) },
  ],
  'a schema that holds itself': [{ $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } }, $ref: '#/$defs/a' }, {}],
}

describe('the check of an answer by its own schema', () => {
  it('reports invalid and missing content', () => {
    const check = createOutputCheck(
      { name: 't', outputSchema: { type: 'object', properties: { n: { type: 'number' }, word: { pattern: '^a+$' } } } },
      () => {},
    )
    expect(check({ n: 1, word: 'aaa' })).toBeNull()
    expect(check({ n: 'x', word: 'aab' })).toMatch(
      /the structured content does not fit the tool's own schema: .*n must be number.*word must match pattern/,
    )
    expect(check(undefined)).toBe('the tool promises structured content and gave none')
  })

  it.each(Object.entries(bombs))(
    'stops checking %s, reports it once, and accepts the answer',
    (_what, [schema, content]) => {
      const warnings: string[] = []
      const check = createOutputCheck({ name: 't', outputSchema: { type: 'object', ...schema } }, (text) =>
        warnings.push(text),
      )
      expect([check(content), check(content), check(content)]).toEqual([null, null, null])
      expect(warnings).toHaveLength(1)
      expect(warnings[0]).toMatch(
        /^The answers of t are not checked by its own output schema: (it took more than 500 ms|Maximum call stack)/,
      )
    },
  )
})
