import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startReply } from './reply-assembly'
import { chunksOf } from './scripted-endpoint.testkit'
import { createToolNames } from './tool-names'

const names = createToolNames(['thoughtbox.think', 'thoughtbox.list'])

function assemble(chunks: readonly unknown[]) {
  const reply = startReply('asked-for', names)
  const deltas = chunks.flatMap((chunk) => reply.add(chunk))
  return { ...reply.finish(), deltas, isFinished: reply.isFinished() }
}
const delta = (change: unknown, finish_reason: string | null = null) => ({ choices: [{ delta: change, finish_reason }] })
const callPiece = (piece: unknown) => delta({ tool_calls: [piece] })

describe('a reply assembled from a stream', () => {
  it('P12: has content or tool calls, never both (R4.3, R4.4), and loses neither text nor arguments (P11)', () => {
    const call = fc.record({ name: fc.constantFrom('thoughtbox__think', 'thoughtbox__list', 'made_up'), arguments: fc.json() })
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.array(call, { maxLength: 6 }), (content, reasoning, calls) => {
        const reply = assemble(chunksOf({ content, reasoning, calls }))
        expect(reply.toolCalls.map((made) => made.function)).toEqual(calls.map((made) => ({ name: names.decode(made.name), arguments: made.arguments })))
        const spoken = content.trim() === '' ? null : content
        expect(reply.content).toBe(calls.length > 0 ? null : spoken)
        expect(reply.accompanyingText).toBe(calls.length > 0 ? spoken : null)
        expect(reply.reasoning).toBe(reasoning || null)
        expect(reply.isFinished).toBe(true)
        expect(new Set(reply.toolCalls.map(({ id }) => id)).size).toBe(calls.length)
        const text = (part: string) => reply.deltas.filter((piece) => piece.part === part).map((piece) => piece.text).join('')
        expect(text('content')).toBe(content)
        expect(text('tool_arguments')).toBe(calls.map((made) => made.arguments).join(''))
      }),
      { numRuns: 300 },
    )
  })

  it('takes calls whose pieces are interleaved, by index', () => {
    const { toolCalls } = assemble([
      callPiece({ index: 1, id: 'b', function: { name: 'thoughtbox__list', arguments: '' } }),
      callPiece({ index: 0, id: 'a', function: { name: 'thoughtbox__think', arguments: '{"n"' } }),
      callPiece({ index: 1, function: { arguments: '{}' } }),
      callPiece({ index: 0, function: { arguments: ':1}' } }),
      delta({}, 'stop'),
    ])
    expect(toolCalls.map(({ id, function: { arguments: text } }) => [id, text])).toEqual([['a', '{"n":1}'], ['b', '{}']])
  })

  it('takes whole calls without index and id, and arguments sent as an object', () => {
    const { toolCalls } = assemble([delta({ tool_calls: [{ function: { name: 'thoughtbox__think', arguments: { thought: 'x' } } }, { function: { name: 'thoughtbox__list' } }] }, 'stop')])
    expect(toolCalls).toEqual([
      { id: 'call_0', type: 'function', function: { name: 'thoughtbox.think', arguments: '{"thought":"x"}' } },
      { id: 'call_1', type: 'function', function: { name: 'thoughtbox.list', arguments: '' } },
    ])
  })

  it('tells calls apart by id where every index is 0, and repairs an id that is used twice', () => {
    const whole = (id: string) => callPiece({ index: 0, id, function: { name: 'thoughtbox__think', arguments: '{}' } })
    expect(assemble([whole('a'), whole('b'), delta({}, 'tool_calls')]).toolCalls.map(({ id }) => id)).toEqual(['a', 'b'])
    const twice = assemble([delta({ tool_calls: [{ index: 0, id: '', function: { name: 'x', arguments: '' } }, { index: 1, id: '', function: { name: 'y', arguments: '' } }] }, 'tool_calls')])
    expect(twice.toolCalls.map(({ id }) => id)).toEqual(['call_0', 'call_1'])
  })

  it('joins pieces that repeat id and name', () => {
    const piece = (text: string) => callPiece({ index: 0, id: 'a', function: { name: 'thoughtbox__think', arguments: text } })
    expect(assemble([piece('{"a"'), piece(':1}'), delta({}, 'tool_calls')]).toolCalls).toEqual([{ id: 'a', type: 'function', function: { name: 'thoughtbox.think', arguments: '{"a":1}' } }])
  })

  it('keeps what a reasoning model must get back, as it came', () => {
    const detail = (piece: object) => delta({ reasoning: 'x', reasoning_details: [{ index: 0, type: 'reasoning.text', ...piece }] })
    expect(assemble([detail({ text: 'First ' }), detail({ text: 'second.' }), detail({ signature: 's1' }), delta({}, 'stop')]).reasoningToEcho).toEqual({ reasoning_details: [{ index: 0, type: 'reasoning.text', text: 'First second.', signature: 's1' }] })
    expect(assemble([delta({ reasoning_content: 'hm' }), delta({ reasoning_content: 'm' }, 'stop')]).reasoningToEcho).toEqual({ reasoning_content: 'hmm' })
    expect(assemble([delta({ content: 'x' }, 'stop')]).reasoningToEcho).toBeNull()
  })

  it('reads usage, price and fingerprint where they are given', () => {
    const usage = { prompt_tokens: 9, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 8 }, completion_tokens_details: { reasoning_tokens: 3 }, cost: 0.25, estimated: true }
    expect(assemble(chunksOf({ content: 'x', usage }))).toMatchObject({ model: 'scripted-1', systemFingerprint: 'fp_1', costUsd: 0.25, usage: { input: 9, output: 4, cached: 8, reasoning: 3, estimated: true } })
    expect(assemble([delta({ content: 'x' }, 'stop')])).toMatchObject({ model: 'asked-for', systemFingerprint: null, costUsd: null, usage: { input: null, output: null, estimated: false } })
  })

  it('is not finished before the endpoint says why it stopped', () => {
    expect(assemble([delta({ content: 'x' })]).isFinished).toBe(false)
  })
})
