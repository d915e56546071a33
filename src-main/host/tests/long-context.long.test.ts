import { describe, expect, it, onTestFinished } from 'vitest'
import { chunksOf, type ScriptedReply } from '../../llm/scripted-endpoint.testkit'
import { startScriptedEpisode } from '../episode/scripted-episode.testkit'

const WALK = ['north', 'look', 'south', 'inventory', 'examine me', 'take all', 'wait', 'east', 'west'] as const

/** An endpoint with a context window of `window` tokens, which counts those of a request and refuses longer ones. */
function endpointWith(window: number) {
  const refused: number[] = []
  const replies = (request: Record<string, unknown>, index: number): ScriptedReply => {
    const tokens = Math.ceil(JSON.stringify(request.messages).length / 4)
    if (tokens + 1000 <= window) {
      const content = JSON.stringify({
        thinking: `step ${index}`,
        action: WALK[index % WALK.length],
        new_objective: null,
      })
      const usage = { prompt_tokens: tokens, completion_tokens: 20, total_tokens: tokens + 20 }
      return { kind: 'stream', chunks: [...chunksOf({ content }), { choices: [], usage }] }
    }
    refused.push(tokens)
    const message = `This model's maximum context length is ${window} tokens, but ${tokens} were sent.`
    return { kind: 'error', status: 400, body: { error: { message, code: 'context_length_exceeded' } } }
  }
  return { replies, refused }
}

const start = { turnLimit: 300, mcp: false } as const

describe('an episode against a model with a small window', () => {
  it('of 300 turns is never refused for its length, and its chronicle names its turns', async () => {
    const { replies, refused } = endpointWith(8000)
    const mind = { preset: 'none', on: ['context'], context_tokens: 8000 }
    const episode = await startScriptedEpisode({ replies, mind, start })
    onTestFinished(() => episode.close())
    const { state, of } = await episode.follow()
    expect(state.ended?.ended).toBe('turn_limit')
    expect(refused).toEqual([])
    const compacted = of('context_compacted')
    expect(compacted.length).toBeGreaterThan(1)
    for (const { text, to_turn: last, tokens_after: after, tokens_before: before } of compacted) {
      expect(after).toBeLessThan(before)
      const turns = [...text.matchAll(/^T(\d+)(?:–(\d+))?/gm)].map(([, from, to]) => Number(to ?? from))
      expect(turns.at(-1)).toBe(last)
    }
  })

  it('learns a smaller window than the settings say, and continues', async () => {
    const { replies, refused } = endpointWith(6000)
    const mind = { preset: 'none', on: ['context'], context_tokens: 32_000 }
    const episode = await startScriptedEpisode({ replies, mind, start: { ...start, turnLimit: 200 } })
    onTestFinished(() => episode.close())
    const { state } = await episode.follow()
    expect(state.ended?.ended).toBe('turn_limit')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(5)
  })
})
