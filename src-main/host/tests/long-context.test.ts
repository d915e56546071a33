import { describe, expect, it, onTestFinished } from 'vitest'
import { acts } from '../../llm/scripted-endpoint.testkit'
import { startScriptedEpisode } from '../episode/scripted-episode.testkit'

const start = { turnLimit: 300, mcp: false } as const

describe('an episode against a model with a small window', () => {
  it('continues after a restart of its host, with its summary of earlier turns', async () => {
    const mind = { preset: 'none', on: ['context'], context_tokens: 4500 }
    const episode = await startScriptedEpisode({
      replies: (_, index) => acts(index % 2 === 0 ? 'wait' : 'look'),
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

  it('logs how stuck the player is, and ends at the limit of turns without progress', async () => {
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

  it('can be resumed, and then ends after as many turns again', async () => {
    const episode = await startScriptedEpisode({ replies: () => acts('wait'), mind, start })
    onTestFinished(() => episode.close())
    await episode.follow()
    await episode.host.api.resumeEpisode({ episodeId: episode.episodeId })
    const { state } = await episode.follow(({ turns, ended }) => turns.length > 20 && ended !== null)
    expect([state.ended?.ended, state.turns.length]).toEqual(['plateau', 40])
  })
})
