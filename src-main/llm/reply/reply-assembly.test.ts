import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ZodError } from 'zod'
import { createToolNames } from '../request/tool-names'
import { chunksOf } from '../scripted-endpoint.testkit'
import { startReply } from './reply-assembly'

const names = createToolNames(['thoughtbox.think', 'thoughtbox.list'])

function assemble(chunks: readonly unknown[], maxBytes = 1e6) {
  const reply = startReply('asked-for', names, maxBytes)
  const deltas = chunks.flatMap((chunk) => reply.add(chunk))
  return { ...reply.finish(), deltas, isFinished: reply.isFinished() }
}
const delta = (change: unknown, finish_reason: string | null = null) => ({
  choices: [{ delta: change, finish_reason }],
})
const callPiece = (piece: unknown) => delta({ tool_calls: [piece] })

describe('a reply assembled from a stream', () => {
  it('P12: has content or tool calls, never both (R4.3, R4.4), and loses neither text nor arguments (P11)', () => {
    const call = fc.record({
      name: fc.constantFrom('thoughtbox__think', 'thoughtbox__list', 'made_up'),
      arguments: fc.json(),
    })
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.array(call, { maxLength: 6 }), (content, reasoning, calls) => {
        const reply = assemble(chunksOf({ content, reasoning, calls }))
        expect(reply.toolCalls.map((made) => made.function)).toEqual(
          calls.map((made) => ({ name: names.decode(made.name), arguments: made.arguments })),
        )
        const spoken = content.trim() === '' ? null : content
        expect(reply.content).toBe(calls.length > 0 ? null : spoken)
        expect(reply.accompanyingText).toBe(calls.length > 0 ? spoken : null)
        expect(reply.reasoning).toBe(reasoning || null)
        expect(reply.isFinished).toBe(true)
        expect(new Set(reply.toolCalls.map(({ id }) => id)).size).toBe(calls.length)
        const text = (part: string) =>
          reply.deltas
            .filter((piece) => piece.part === part)
            .map((piece) => piece.text)
            .join('')
        expect(text('content')).toBe(content)
        expect(text('tool_arguments')).toBe(calls.map((made) => made.arguments).join(''))
      }),
      { numRuns: 300 },
    )
  })

  it('gives every call a different id, whatever ids the endpoint sent or left out', () => {
    const idsOf = (...ids: readonly (string | undefined)[]) =>
      assemble(
        ids.map((id, index) =>
          callPiece({
            index,
            ...(id !== undefined && { id }),
            function: { name: 'thoughtbox__list', arguments: '{}' },
          }),
        ),
      ).toolCalls.map(({ id }) => id)
    expect(idsOf('a', 'b')).toEqual(['a', 'b'])
    for (const ids of [
      [undefined, undefined],
      [undefined, 'call_0'],
      ['call_1', undefined],
      ['call_2', undefined, undefined],
    ]) {
      const given = idsOf(...ids)
      expect([ids, new Set(given).size]).toEqual([ids, ids.length])
      expect(given).not.toContain('')
    }
  })

  it('accepts interleaved pieces of calls by index', () => {
    const { toolCalls } = assemble([
      callPiece({ index: 1, id: 'b', function: { name: 'thoughtbox__list', arguments: '' } }),
      callPiece({ index: 0, id: 'a', function: { name: 'thoughtbox__think', arguments: '{"n"' } }),
      callPiece({ index: 1, function: { arguments: '{}' } }),
      callPiece({ index: 0, function: { arguments: ':1}' } }),
      delta({}, 'stop'),
    ])
    expect(toolCalls.map(({ id, function: { arguments: text } }) => [id, text])).toEqual([
      ['a', '{"n":1}'],
      ['b', '{}'],
    ])
  })

  it('accepts whole calls without index and id, and arguments sent as an object', () => {
    const { toolCalls } = assemble([
      delta(
        {
          tool_calls: [
            { function: { name: 'thoughtbox__think', arguments: { thought: 'x' } } },
            { function: { name: 'thoughtbox__list' } },
          ],
        },
        'stop',
      ),
    ])
    expect(toolCalls).toEqual([
      { id: 'call_0', type: 'function', function: { name: 'thoughtbox.think', arguments: '{"thought":"x"}' } },
      { id: 'call_1', type: 'function', function: { name: 'thoughtbox.list', arguments: '' } },
    ])
  })

  it('distinguishes calls by id if every index is 0, and repairs duplicate ids', () => {
    const whole = (id: string) => callPiece({ index: 0, id, function: { name: 'thoughtbox__think', arguments: '{}' } })
    expect(assemble([whole('a'), whole('b'), delta({}, 'tool_calls')]).toolCalls.map(({ id }) => id)).toEqual([
      'a',
      'b',
    ])
    const twice = assemble([
      delta(
        {
          tool_calls: [
            { index: 0, id: '', function: { name: 'x', arguments: '' } },
            { index: 1, id: '', function: { name: 'y', arguments: '' } },
          ],
        },
        'tool_calls',
      ),
    ])
    expect(twice.toolCalls.map(({ id }) => id)).toEqual(['call_0', 'call_1'])
  })

  it('joins pieces that repeat id and name', () => {
    const piece = (text: string) =>
      callPiece({ index: 0, id: 'a', function: { name: 'thoughtbox__think', arguments: text } })
    expect(assemble([piece('{"a"'), piece(':1}'), delta({}, 'tool_calls')]).toolCalls).toEqual([
      { id: 'a', type: 'function', function: { name: 'thoughtbox.think', arguments: '{"a":1}' } },
    ])
  })

  it('keeps the fields that a reasoning model must get back unchanged', () => {
    const detail = (piece: object) =>
      delta({ reasoning: 'x', reasoning_details: [{ index: 0, type: 'reasoning.text', ...piece }] })
    expect(
      assemble([
        detail({ text: 'First ' }),
        detail({ text: 'second.' }),
        detail({ signature: 's1' }),
        delta({}, 'stop'),
      ]).providerFields,
    ).toEqual({ reasoning_details: [{ index: 0, type: 'reasoning.text', text: 'First second.', signature: 's1' }] })
    expect(
      assemble([delta({ reasoning_content: 'hm' }), delta({ reasoning_content: 'm' }, 'stop')]).providerFields,
    ).toEqual({ reasoning_content: 'hmm' })
    expect(assemble([delta({ content: 'x' }, 'stop')]).providerFields).toBeNull()
  })

  // Time that grows with the square of their number would exceed the limit of the runner.
  it('assembles a long list of details', () => {
    const count = 40_000
    const wide = { index: 0, ...Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, key])) }
    const pieces = Array.from({ length: count }, (_, index) => [{ index: 0, text: 'x' }, { index }]).flat()
    const { providerFields } = assemble([delta({ reasoning_details: [wide, ...pieces] }, 'stop')], 1e7)
    const echoed = providerFields as { readonly reasoning_details: readonly unknown[] }
    expect(echoed.reasoning_details).toHaveLength(count)
    expect(echoed.reasoning_details[0]).toEqual({ ...wide, text: 'x'.repeat(count) })
  })

  it('reads usage, price and fingerprint where they are given', () => {
    const usage = {
      prompt_tokens: 9,
      completion_tokens: 4,
      prompt_tokens_details: { cached_tokens: 8 },
      completion_tokens_details: { reasoning_tokens: 3 },
      cost: 0.25,
      estimated: true,
    }
    expect(assemble(chunksOf({ content: 'x', usage }))).toMatchObject({
      model: 'scripted-1',
      systemFingerprint: 'fp_1',
      costUsd: 0.25,
      usage: { input: 9, output: 4, cached: 8, reasoning: 3, estimated: true },
    })
    expect(assemble([delta({ content: 'x' }, 'stop')])).toMatchObject({
      model: 'asked-for',
      systemFingerprint: null,
      costUsd: null,
      usage: { input: null, output: null, estimated: false },
    })
  })

  it('is not finished before the finish reason', () => {
    expect(assemble([delta({ content: 'x' })]).isFinished).toBe(false)
  })

  it('is rejected if its name, reason or ids are too long', () => {
    const long = 'x'.repeat(1001)
    for (const chunk of [{ model: long }, { system_fingerprint: long }, delta({}, long)])
      expect(() => assemble([chunk])).toThrow(ZodError)
    const id = 'x'.repeat(600)
    expect(() => assemble([callPiece({ index: 0, id, function: { name: 'a' } })], 500)).toThrow('longer than 500 bytes')
    const late = [callPiece({ index: 0, function: { name: 'a' } }), callPiece({ index: 0, id })]
    expect(() => assemble(late, 500)).toThrow('longer than 500 bytes')
  })

  it('is rejected if its parts together exceed the limit', () => {
    const pieces: readonly unknown[] = [
      { content: 'é'.repeat(50) },
      { reasoning: 'x'.repeat(100) },
      { reasoning_details: [{ data: 'x'.repeat(89) }] },
      { tool_calls: [{ index: 0, function: { arguments: 'x'.repeat(100) } }] },
    ]
    const whole = assemble(
      pieces.map((piece) => delta(piece)),
      400,
    )
    expect(whole.reasoning).toHaveLength(100)
    for (const piece of pieces)
      expect(() =>
        assemble(
          [...pieces, piece].map((each) => delta(each)),
          400,
        ),
      ).toThrow('the reply is longer than 400 bytes')
    expect(() =>
      assemble(
        Array.from({ length: 129 }, (_, index) => callPiece({ index, id: `c${index}`, function: { name: 'x' } })),
      ),
    ).toThrow('the reply calls more than 128 tools at once')
  })
})
