import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ToolThought } from './choice/think-tool'
import { playOverHttp, type Talk } from './endpoint/play-over-http.testkit'

/** The bench plays ten thousand turns like these: `npm run bench:explorer`. */
describe('turns played over HTTP', () => {
  let talk: Talk
  beforeAll(async () => {
    talk = await playOverHttp(resolve(import.meta.dirname, '../../build/story/glass-weather.z5'), {
      turns: 60,
      turnsAnEpisode: 30,
    })
  })

  it('follow the protocol, with and without tools', () => {
    expect(talk.troubles).toEqual([])
    expect(talk.turns).toBe(60)
    expect(talk.requests).toBe(talk.turns + talk.toolCalls.length)
    expect(talk.toolCalls.length).toBeGreaterThan(10)
  })

  it('record thoughts whose revisions and branches refer to a thought of the same turn', () => {
    const thoughts = talk.toolCalls.map(({ turn, arguments: given }) => ({
      turn,
      ...(given as unknown as ToolThought),
    }))
    for (const {
      turn,
      thoughtNumber,
      totalThoughts,
      nextThoughtNeeded,
      revisesThought,
      branchFromThought,
    } of thoughts) {
      const before = thoughts
        .filter((other) => other.turn === turn && other.thoughtNumber < thoughtNumber)
        .map((other) => other.thoughtNumber)
      expect(before).toHaveLength(thoughtNumber - 1)
      expect(nextThoughtNeeded).toBe(thoughtNumber < totalThoughts)
      for (const origin of [revisesThought, branchFromThought])
        if (origin !== undefined) expect(before).toContain(origin)
    }
    expect(thoughts.some(({ isRevision }) => isRevision)).toBe(true)
    expect(thoughts.some(({ branchId }) => branchId !== undefined)).toBe(true)
  })
})
