import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createModelFacts, looksToolCapable } from './model-facts'

/** The facts of an endpoint with this list of models; null for one that is not asked. */
const factsOf = (readModels: ((signal: AbortSignal) => Promise<unknown>) | null) =>
  createModelFacts(readModels && { profile: 'generic', readModels, readServer: () => async () => null })

const REASONING = [
  'openai/o1-mini',
  'o3-mini',
  'qwen/QwQ-32B',
  'deepseek/deepseek-r1-0528',
  'deepseek-reasoner',
  'phi-4-reasoning',
  'r1-1776',
]
const CAPABLE = [
  'gpt-4o',
  'gpt-3.5-turbo',
  'anthropic/claude-3.5-sonnet',
  'claude-sonnet-4',
  'claude-opus-4',
  'claude-haiku-4',
  'google/gemini-2.5-pro',
  'mistral-large',
  'mixtral-8x7b',
  'meta-llama/llama-3.1-70b',
  'llama-3.2-3b',
  'cohere/command-r-plus',
]

describe('tool support by the name of a model', () => {
  it.each(REASONING)('R12.1, R12.2: %s has none', (model) => expect(looksToolCapable(model)).toBe(false))
  it.each(CAPABLE)('R12.3: %s has it', (model) => expect(looksToolCapable(model)).toBe(true))
  it('is assumed for an unlisted model', () => expect(looksToolCapable('deepseek/deepseek-v3.2-exp')).toBe(true))

  it('P13: a pattern matches at any position in the name, in any case of letters', () => {
    const pattern = fc.constantFrom('o1-', 'o3-', 'qwq', 'deepseek-r1', 'deepseek-reasoner', '-reasoning', 'r1-')
    fc.assert(
      fc.property(fc.string(), pattern, fc.string(), fc.boolean(), (before, reasoning, after, upper) => {
        expect(looksToolCapable(before + (upper ? reasoning.toUpperCase() : reasoning) + after)).toBe(false)
      }),
      { numRuns: 200 },
    )
  })
})

describe('tool support by the endpoint itself', () => {
  const { signal } = new AbortController()
  const list = {
    data: [
      { id: 'deepseek/deepseek-r1', supported_parameters: ['tools', 'temperature'] },
      { id: 'gpt-4o', supported_parameters: ['temperature'] },
      { id: 'qwq', name: 'says nothing' },
    ],
  }

  it('wins over the name, for variants of a model too', async () => {
    const { takesTools: supportsTools } = factsOf(async () => list)
    expect(await supportsTools('deepseek/deepseek-r1', signal)).toBe(true)
    expect(await supportsTools('deepseek/deepseek-r1:nitro', signal)).toBe(true)
    expect(await supportsTools('gpt-4o', signal)).toBe(false)
  })

  it('is asked once', async () => {
    let asked = 0
    const { takesTools: supportsTools } = factsOf(async () => (asked++, list))
    await Promise.all([supportsTools('gpt-4o', signal), supportsTools('m', signal)])
    await supportsTools('gpt-4o', signal)
    expect(asked).toBe(1)
  })

  it.each([
    ['it publishes none', null],
    ['it cannot be had', () => Promise.reject(new Error('503'))],
    ['it is something else', async () => ({ error: 'no' })],
    ['it does not list the model', async () => ({ data: [] })],
    ['it says nothing of the model', async () => list],
  ])('is replaced by the name when %s', async (_when, readModels) => {
    const { takesTools: supportsTools } = factsOf(readModels)
    expect(await supportsTools('qwq', signal)).toBe(false)
    expect(await supportsTools('claude-3-opus', signal)).toBe(true)
  })

  it('P13: is replaced by the name for any list that cannot be read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.string(), async (junk, model) => {
        expect(await factsOf(async () => ({ data: [junk] })).takesTools(model, signal)).toBe(looksToolCapable(model))
      }),
      { numRuns: 100 },
    )
  })

  it('is not waited for once the turn is stopped', async () => {
    const reason = new Error('stopped by you')
    await expect(factsOf(async () => list).takesTools('gpt-4o', AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})
