import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { supportsTools } from './model-support'

const REASONING = ['openai/o1-mini', 'o3-mini', 'qwen/QwQ-32B', 'deepseek/deepseek-r1-0528', 'deepseek-reasoner', 'phi-4-reasoning', 'r1-1776']
const CAPABLE = ['gpt-4o', 'gpt-3.5-turbo', 'anthropic/claude-3.5-sonnet', 'claude-sonnet-4', 'claude-opus-4', 'claude-haiku-4', 'google/gemini-2.5-pro', 'mistral-large', 'mixtral-8x7b', 'meta-llama/llama-3.1-70b', 'llama-3.2-3b', 'cohere/command-r-plus']

describe('tool support of a model', () => {
  it.each(REASONING)('R12.1, R12.2: %s has none', (model) => expect(supportsTools(model, false)).toBe(false))
  it.each(CAPABLE)('R12.3: %s has it', (model) => expect(supportsTools(model, false)).toBe(true))
  it('is assumed for a model that nobody has listed', () => expect(supportsTools('deepseek/deepseek-v3.2-exp', false)).toBe(true))
  it.each(REASONING)('R12.4: force_tool_support bypasses the guess for %s', (model) => expect(supportsTools(model, true)).toBe(true))

  it('P13: a pattern counts wherever it stands in the name and however it is written', () => {
    const pattern = fc.constantFrom('o1-', 'o3-', 'qwq', 'deepseek-r1', 'deepseek-reasoner', '-reasoning', 'r1-')
    fc.assert(
      fc.property(fc.string(), pattern, fc.string(), fc.boolean(), (before, reasoning, after, upper) => {
        expect(supportsTools(before + (upper ? reasoning.toUpperCase() : reasoning) + after, false)).toBe(false)
      }),
      { numRuns: 200 },
    )
  })
})
