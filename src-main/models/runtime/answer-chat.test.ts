import { describe, expect, it } from 'vitest'
import { type ChatRequestBody, RequestError } from '../../base/chat-endpoint/chat-request'
import { answerChat, type AnswerPiece } from './answer-chat'
import { EvaluatedPrompt } from './evaluated-prompt'
import { MAX_BATCH } from './native-model'
import { type ScriptedNative, scriptedNative } from './scripted-native.testkit'

const user = (content: string): ChatRequestBody['messages'] => [{ role: 'user', content }]
const tool = (name: string) => ({ type: 'function' as const, function: { name, parameters: { type: 'object' } } })

function openAnswerer(model: ScriptedNative) {
  const answerer = { model, prompt: new EvaluatedPrompt(model, () => 0), template: '', now: () => 0 }
  return async (request: Partial<ChatRequestBody>, signal = new AbortController().signal) => {
    const pieces: AnswerPiece[] = []
    for await (const piece of answerChat({ model: 'm', messages: user('Hi'), ...request }, answerer, signal))
      pieces.push(piece)
    return pieces
  }
}

const textIn = (pieces: readonly AnswerPiece[]) =>
  pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')
const endOf = (pieces: readonly AnswerPiece[]) => {
  const end = pieces.at(-1)
  if (end?.kind !== 'end') throw new Error('The answer has no end.')
  return end
}

describe('an answer', () => {
  it('comes piece by piece, with its counts', async () => {
    const pieces = await openAnswerer(scriptedNative({ answers: ['Hello'] }))({})
    expect(pieces.filter(({ kind }) => kind === 'text')).toHaveLength(5)
    expect(textIn(pieces)).toBe('Hello')
    expect(endOf(pieces)).toMatchObject({ reason: 'stop', counts: { cachedTokens: 0, answerTokens: 5 } })
  })

  it('has whole characters, also if a character is two tokens', async () => {
    const pieces = await openAnswerer(scriptedNative({ answers: ['a🗝b'] }))({})
    expect(pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []))).toEqual(['a', '🗝', 'b'])
  })

  it('ends at its limit, and at a full context', async () => {
    const model = scriptedNative({ answers: ['x'.repeat(500)], contextLength: 100 })
    const limited = await openAnswerer(model)({ max_tokens: 7 })
    expect(endOf(limited)).toMatchObject({ reason: 'length', counts: { answerTokens: 7 } })
    const full = endOf(await openAnswerer(model)({}))
    expect(full.reason).toBe('length')
    expect(full.counts.promptTokens + full.counts.answerTokens).toBe(100)
  })

  it('ends before a stop text, also one that comes in pieces', async () => {
    const pieces = await openAnswerer(scriptedNative({ answers: ['one\n\ntwo'] }))({ stop: ['\n\n'] })
    expect(textIn(pieces)).toBe('one')
    expect(endOf(pieces).reason).toBe('stop')
  })

  it('to a request that is too long is refused as llama.cpp refuses it', async () => {
    const ask = openAnswerer(scriptedNative({ answers: ['x'], contextLength: 20 }))
    await expect(ask({ messages: user('x'.repeat(30)) })).rejects.toMatchObject({
      status: 400,
      code: 'exceed_context_size_error',
    })
  })
})

describe('a prompt', () => {
  it('is read from where it differs from the one before', async () => {
    const model = scriptedNative({ answers: ['yes'] })
    const ask = openAnswerer(model)
    const first = endOf(await ask({ messages: user('Where am I?') }))
    const pieces = await ask({ messages: user('Where am I now?') })
    const same = '[{"role":"user","content":"Where am I'.length
    expect(endOf(pieces).counts.cachedTokens).toBe(same)
    expect(pieces[0]).toMatchObject({ kind: 'progress', progress: { cache: same, processed: same } })
    expect(model.evaluated.at(-4)).toBe(' now?"}]')
    expect(first.counts.cachedTokens).toBe(0)
  })

  it('that is repeated is read from its last token on', async () => {
    const ask = openAnswerer(scriptedNative({ answers: ['yes'] }))
    const { promptTokens } = endOf(await ask({})).counts
    expect(endOf(await ask({})).counts.cachedTokens).toBe(promptTokens - 1)
  })

  it('is read from its beginning by a model that cannot forget a part of it', async () => {
    const model = scriptedNative({ answers: ['yes'], forgetsAll: true })
    const ask = openAnswerer(model)
    await ask({ messages: user('One') })
    expect(endOf(await ask({ messages: user('Two') })).counts.cachedTokens).toBe(0)
  })

  it('is read in parts, with progress after each', async () => {
    const pieces = await openAnswerer(scriptedNative({ answers: ['yes'] }))({ messages: user('x'.repeat(300)) })
    const read = pieces.flatMap((piece) => (piece.kind === 'progress' ? [piece.progress.processed] : []))
    const total = endOf(pieces).counts.promptTokens
    expect(read).toEqual([0, MAX_BATCH, 2 * MAX_BATCH, total])
  })

  it('is read in smaller parts by a slow computer', async () => {
    let ms = 0
    const model = scriptedNative({ answers: ['yes'], onEvaluate: () => void (ms += 60_000) })
    const prompt = new EvaluatedPrompt(model, () => ms)
    const read: number[] = []
    for await (const { processed } of prompt.read(new Uint32Array(300), new AbortController().signal))
      read.push(processed)
    expect(read).toEqual([0, 128, 192, 224, 240, 248, 256, 264, 272, 280, 288, 296, 300])
  })

  it('stops between two parts, and keeps what it has read', async () => {
    const leaving = new AbortController()
    const model = scriptedNative({ answers: ['yes'], onEvaluate: () => leaving.abort() })
    const ask = openAnswerer(model)
    const messages = user('x'.repeat(300))
    await expect(ask({ messages }, leaving.signal)).rejects.toThrow(/abort/)
    expect(model.evaluated).toHaveLength(1)
    expect(endOf(await ask({ messages })).counts.cachedTokens).toBe(MAX_BATCH)
  })

  it('whose evaluation fails is forgotten from that point on', async () => {
    let fails = true
    const model = scriptedNative({
      answers: ['yes'],
      onEvaluate: () => {
        if (fails) throw new Error('Eval has failed')
      },
    })
    const ask = openAnswerer(model)
    await expect(ask({})).rejects.toThrow('Eval has failed')
    fails = false
    expect(endOf(await ask({})).counts.cachedTokens).toBe(0)
  })
})

describe('tools', () => {
  const call = '<tool_call>\n{"name": "think", "arguments": {"thought": "hm"}}\n</tool_call>'

  it('are called by what the model writes between marks', async () => {
    const pieces = await openAnswerer(scriptedNative({ answers: [`Let me see. ${call}`] }))({ tools: [tool('think')] })
    expect(textIn(pieces)).toBe('Let me see. ')
    expect(pieces.at(-2)).toMatchObject({ kind: 'calls', calls: [{ name: 'think', arguments: '{"thought":"hm"}' }] })
    expect(endOf(pieces).reason).toBe('tool_calls')
  })

  it('that were not offered are not called', async () => {
    const pieces = await openAnswerer(scriptedNative({ answers: [call] }))({ tools: [tool('other')] })
    expect(textIn(pieces)).toBe(call)
    expect(endOf(pieces).reason).toBe('stop')
  })

  it('that must be called are enforced by a grammar', async () => {
    const model = scriptedNative({ answers: [call] })
    await openAnswerer(model)({ tools: [tool('think'), tool('look')], tool_choice: 'required' })
    expect(model.samplings[0]?.grammar).toContain('"\\"think\\""')
    await openAnswerer(model)({
      tools: [tool('think'), tool('look')],
      tool_choice: { type: 'function', function: { name: 'look' } },
    })
    expect(model.samplings[1]?.grammar).not.toContain('think')
  })

  it('that must be called and are not offered are an error of the request', async () => {
    const ask = openAnswerer(scriptedNative({ answers: ['x'] }))
    await expect(ask({ tool_choice: 'required' })).rejects.toBeInstanceOf(RequestError)
  })
})

it('sampling uses the values of the request, else the defaults of llama.cpp', async () => {
  const model = scriptedNative({ answers: ['x'] })
  const ask = openAnswerer(model)
  await ask({ temperature: 0.2, top_p: 0.5, top_k: 3, min_p: 0.1, seed: -7 })
  await ask({})
  expect(model.samplings[0]).toEqual({ temperature: 0.2, topP: 0.5, topK: 3, minP: 0.1, seed: 7, grammar: null })
  expect(model.samplings[1]).toMatchObject({ temperature: 0.8, topP: 0.95, topK: 40, minP: 0.05 })
})
