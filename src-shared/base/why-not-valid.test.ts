import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { whyNotValid, whyNotValidIn } from './why-not-valid'

const why = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value)
  return error?.issues.map(whyNotValid)
}

const oneOrMore = (item: z.ZodType) => z.union([item, z.array(item).min(1)])

describe('what is wrong with a value', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['must not be empty', z.string().min(1), ''],
    ['must not be empty', z.array(z.string()).min(1), []],
    ['takes at least 8 characters', z.string().min(8), 'short'],
    ['takes at most 1 character', z.string().max(1), 'ab'],
    ['takes at most 2 entries', z.array(z.number()).max(2), [1, 2, 3]],
    ['takes at least 1', z.number().min(1), 0],
    ['takes more than 0', z.number().positive(), 0],
    ['takes less than 1', z.number().lt(1), 1],
    ['takes a whole number', z.int(), 1.5],
    ['takes true or false', z.boolean(), 'yes'],
    ['takes a list', z.array(z.string()), 'a'],
    ['is missing', z.object({ name: z.string() }), {}],
    ['is missing', z.object({ seeds: oneOrMore(z.number()) }), {}],
    ['is missing', z.object({ level: oneOrMore(z.enum(['a', 'b'])) }), {}],
    ['takes one of: a, b', z.enum(['a', 'b']), 'c'],
    ['has nothing by the name of b, c', z.strictObject({ a: z.number() }), { a: 1, b: 2, c: 3 }],
    ['takes an address, such as https://example.com', z.url(), 'example'],
    ['is not in the form that is wanted here', z.string().regex(/^[a-z]+$/), 'A'],
    ['takes letters alone', z.string().regex(/^[a-z]+$/, 'takes letters alone'), '1'],
    ['takes text or a number', z.union([z.string(), z.number()]), true],
    ['takes text or a list', z.union([z.union([z.string()]), z.array(z.string())]), true],
    ['takes one of: a, b', oneOrMore(z.enum(['a', 'b'])), 'c'],
    ['takes one of: a, b', oneOrMore(z.enum(['a', 'b'])), ['a', 'c']],
    ['must not be empty', oneOrMore(z.enum(['a', 'b'])), []],
    ['takes at least 0', oneOrMore(z.number().min(0)), -1],
    [
      'takes one of: a, b',
      z.discriminatedUnion('is', [z.object({ is: z.literal('a') }), z.object({ is: z.literal('b') })]),
      { is: 'c' },
    ],
    ['is odd', z.number().refine((value) => value % 2 === 0, 'is odd'), 1],
  ])('is reported as: %s', (clause, schema, value) => {
    expect(why(schema, value)).toEqual([clause])
  })

  it.each<[string, z.ZodType, unknown]>([
    ['takes one of: a, b, not "c"', oneOrMore(z.enum(['a', 'b'])), ['a', 'c']],
    ['takes one of: a, b, not 1', z.enum(['a', 'b']), 1],
    ['takes a number, not "x"', oneOrMore(z.number().min(0)), [1, 'x']],
    ['takes text or a number, not true', z.union([z.string(), z.number()]), true],
    ['takes one of: a, b, not NaN', z.enum(['a', 'b']), NaN],
    ['takes text or a list, not Infinity', z.union([z.string(), z.array(z.string())]), Infinity],
    ['takes one of: a, b', z.enum(['a', 'b']), 'c'.repeat(100)],
  ])('names the value, if the schema reports it: %s', (clause, schema, value) => {
    const { error } = schema.safeParse(value, { reportInput: true })
    expect(error?.issues.map(whyNotValid)).toEqual([clause])
  })

  it('is reported with its path', () => {
    const { error } = z.object({ name: z.string().min(1), tags: z.array(z.int()) }).safeParse({ name: '', tags: [1.5] })
    expect(error && whyNotValidIn('it', error)).toBe('name: must not be empty; tags.0: takes a whole number')
    const { error: whole } = z.string().safeParse(1)
    expect(whole && whyNotValidIn('it', whole)).toBe('it: takes text')
  })
})
