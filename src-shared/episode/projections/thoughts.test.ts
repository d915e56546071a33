import { describe, expect, it } from 'vitest'
import type { ToolCall, Turn } from '../state/episode'
import { plainObservation, plainTurn } from '../state/plain-turn.testkit'
import { foldEvents, sampleEpisode } from '../state/sample-episode.testkit'
import { conclusionOf, thinkingOf, thinkingTexts, thoughtOf } from './thoughts'

const call = (given: unknown, callId = 'a'): ToolCall => ({
  callId,
  toolName: 'thoughtbox.think',
  serverName: 'thoughtbox',
  arguments: given,
  status: 'ok',
  result: null,
  durationMs: 1,
})
const turnWith = (toolCalls: readonly ToolCall[]): Turn => ({
  ...plainTurn(1, 'look', plainObservation('')),
  iterations: [{ number: 1, request: null, response: null, toolCalls, draft: null }],
})

describe('thoughtOf', () => {
  it('is null for a call that is no thought', () => {
    for (const given of [null, 'text', 7, [], {}, { thought: 7 }]) expect(thoughtOf(call(given))).toBeNull()
  })

  it('tolerates invalid numbers', () => {
    expect(thoughtOf(call({ thought: 'So.', thoughtNumber: 'one', totalThoughts: Number.NaN }))).toMatchObject({
      number: 1,
      total: 1,
      text: 'So.',
    })
  })
})

describe('thinkingOf', () => {
  it('links a revised thought and its revision both ways', () => {
    const steps = thinkingOf(
      turnWith([
        call({ thought: 'North.', thoughtNumber: 1, totalThoughts: 2 }),
        call({ thought: 'No, south.', thoughtNumber: 2, totalThoughts: 2, isRevision: true, revisesThought: 1 }, 'b'),
      ]),
    )
    expect(steps).toMatchObject([
      { number: 1, revisedIn: 2, revises: null },
      { number: 2, revises: 1, revisedIn: null },
    ])
  })

  it('links a revision of a revision, and never a thought to itself', () => {
    const steps = thinkingOf(
      turnWith([
        call({ thought: 'North.', thoughtNumber: 1 }),
        call({ thought: 'No, south.', thoughtNumber: 2, isRevision: true, revisesThought: 1 }, 'b'),
        call({ thought: 'East then.', thoughtNumber: 3, isRevision: true, revisesThought: 2 }, 'c'),
        call({ thought: 'East, now.', thoughtNumber: 3, isRevision: true, revisesThought: 3 }, 'd'),
      ]),
    )
    expect(steps).toMatchObject([
      { revisedIn: 2 },
      { revises: 1, revisedIn: 3 },
      { revises: 2, revisedIn: 3 },
      { revises: 3, revisedIn: null },
    ])
  })

  it('returns the thoughts of a turn in order', () => {
    const turn = foldEvents(sampleEpisode({ turns: 30 })).turns.find(({ iterations }) => iterations.length > 3)
    const numbers = turn && thinkingOf(turn).map((step) => step.kind === 'thought' && step.number)
    expect(numbers).toEqual([1, 2, 3])
  })

  it('folds to the last thought', () => {
    expect(
      conclusionOf(thinkingOf(turnWith([call({ thought: 'First.' }), call({ thought: 'Therefore south.' }, 'b')]))),
    ).toBe('Therefore south.')
    expect(conclusionOf([])).toBeNull()
  })
})

describe('thinkingTexts', () => {
  it('are those of all steps of thinking', () => {
    const { turns } = foldEvents(sampleEpisode({ turns: 40 }))
    expect(turns.flatMap(thinkingTexts).filter((text) => text !== '')).toEqual(
      turns.flatMap(thinkingOf).map(({ text }) => text),
    )
    expect(turns.flatMap(thinkingTexts).length).toBeGreaterThan(40)
  })
})
