import { describe, expect, it, onTestFinished } from 'vitest'
import { acts, chunksOf, type ScriptedReply } from '../../llm/scripted-endpoint.testkit'
import { startScriptedEpisode } from '../episode/scripted-episode.testkit'

const WALK = ['north', 'look', 'south', 'inventory', 'examine me', 'take all', 'wait', 'east', 'west'] as const

/** An endpoint with a token window, which counts what it reads and refuses longer requests. */
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

  it('continues after its host ended as if it had not', async () => {
    const mind = { preset: 'none', on: ['context'], context_tokens: 4500 }
    const episode = await startScriptedEpisode({
      replies: () => acts('wait'),
      mind,
      start: { ...start, turnLimit: 90 },
    })
    onTestFinished(() => episode.close())
    await episode.follow(({ turns }) => turns.length >= 60)
    await episode.reopen()
    await episode.host.api.resumeEpisode({ episodeId: episode.episodeId })
    const { state } = await episode.follow()
    expect(state.turns).toHaveLength(90)
    const { messages } = episode.endpoint.requests.at(-1) as { messages: readonly { content: string }[] }
    expect(messages[1]?.content).toContain('The story so far in short, up to turn')
    expect(JSON.stringify(messages).length / 3.6).toBeLessThan(5000)
  })
})

describe('an episode without progress', () => {
  const mind = { preset: 'none', on: ['stuck'], plateau_turns: 20 }

  it('logs how stuck the player is, and ends on its plateau', async () => {
    const episode = await startScriptedEpisode({ replies: () => acts('wait'), mind, start })
    onTestFinished(() => episode.close())
    const { state, of } = await episode.follow()
    expect(state.ended).toEqual({ ended: 'plateau', reason: 'No progress in the last 20 turns' })
    expect(state.turns).toHaveLength(20)
    expect(of('stuck_noticed').map(({ turn, level }) => [turn, level])).toEqual([
      [3, 1],
      [5, 2],
      [15, 2],
    ])
    const { messages } = episode.endpoint.requests.at(-1) as { messages: readonly { content: string }[] }
    expect(messages.at(-1)?.content).toContain('You may be stuck: 19 turns without anything new')
  })

  it('can be resumed for as many turns again', async () => {
    const episode = await startScriptedEpisode({ replies: () => acts('wait'), mind, start })
    onTestFinished(() => episode.close())
    await episode.follow()
    await episode.host.api.resumeEpisode({ episodeId: episode.episodeId })
    const { state } = await episode.follow(({ turns, ended }) => turns.length > 20 && ended !== null)
    expect([state.ended?.ended, state.turns.length]).toEqual(['plateau', 40])
  })
})
