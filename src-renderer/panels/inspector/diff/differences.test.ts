import { describe, expect, it } from 'vitest'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { differencesOf, messageChanges } from './differences'

const state = foldEvents(sampleEpisode({ turns: 60 }))
const turn = state.turns.at(-1)
if (!turn) throw new Error('The sample has sixty turns.')
const of = (against: number) =>
  new Map(differencesOf(state, turn, against).map((difference) => [difference.key, difference]))

describe('the changes of a turn', () => {
  it('are relative to the previous turn', () => {
    const before = state.turns.at(-2)?.observation
    expect(of(59).get('location')).toEqual(
      before?.location?.id === turn.observation?.location?.id
        ? undefined
        : { key: 'location', before: before?.location?.name, after: turn.observation?.location?.name },
    )
    expect(of(60).size).toBe(0)
  })

  it('are relative to any earlier turn, or to the opening', () => {
    expect(of(0).get('moves')).toMatchObject({ before: '0', after: String(turn.observation?.moves) })
    expect(of(20).get('moves')?.before).toBe(String(state.turns[19]?.observation?.moves))
    expect(of(20).get('objectives')?.after).toBe(
      state.objectives
        .filter((objective) => objective.turn > 20)
        .map(({ text }) => text)
        .join(', '),
    )
  })

  it('include notes that the agent wrote and deleted', () => {
    const writes = (number: number, given: unknown) =>
      state.turns.map((before) =>
        before.number !== number
          ? before
          : {
              ...before,
              iterations: [
                {
                  number: 1,
                  request: null,
                  response: null,
                  draft: null,
                  toolCalls: [
                    {
                      callId: 'n',
                      toolName: 'memory.write',
                      serverName: 'memory',
                      arguments: given,
                      status: 'ok' as const,
                      result: null,
                      durationMs: 1,
                    },
                  ],
                },
              ],
            },
      )
    const written = { ...state, turns: writes(59, { entities: [{ name: 'lamp', observations: ['It is brass.'] }] }) }
    const nextToLast = state.turns[58] ?? turn
    expect(differencesOf(written, nextToLast, 58).find(({ key }) => key === 'notes')).toEqual({
      key: 'notes',
      before: null,
      after: 'lamp: It is brass.',
    })
    expect(differencesOf(written, turn, 59).find(({ key }) => key === 'notes')).toBeUndefined()
  })

  it('include the request, unless one of the two was never sent', () => {
    expect(messageChanges(state, 60, 59)?.map(({ role }) => role)).toEqual(['user'])
    expect(messageChanges(state, 60, 1)).not.toBeNull()
    expect(messageChanges(state, 60, 0)).toBeNull()
  })
})
