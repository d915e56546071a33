import { describe, expect, it } from 'vitest'
import type { ToolCall, Turn } from '../state/episode'
import { foldEvents, sampleEpisode } from '../state/sample-episode.testkit'
import { memoryNotesOf } from './memory-notes'

const state = foldEvents(sampleEpisode({ turns: 4 }))
/** The sample episode with these calls in its turns, by turn number, instead of its own. */
function withCalls(calls: Readonly<Record<number, readonly unknown[]>>, status: ToolCall['status'] = 'ok') {
  const turns = state.turns.map((turn): Turn => ({
    ...turn,
    iterations: [
      {
        number: 1,
        request: null,
        response: null,
        draft: null,
        toolCalls: (calls[turn.number] ?? []).map((given, index) => ({
          callId: `${turn.number} ${index}`,
          toolName: 'memory.write',
          serverName: 'memory',
          arguments: given,
          status,
          result: null,
          durationMs: 1,
        })),
      },
    ],
  }))
  return { ...state, turns }
}
const written = { entities: [{ name: 'lamp', entityType: 'thing', observations: ['It needs oil.', 'It is brass.'] }] }

describe('the notes of an agent', () => {
  it('are what it wrote with a memory tool, with the room and the turn', () => {
    const notes = memoryNotesOf(
      withCalls({ 1: [written], 3: [{ observations: [{ entityName: 'troll', contents: ['It wants food.'] }] }] }),
    )
    expect(notes.map(({ about, text, turn }) => [about, text, turn])).toEqual([
      ['lamp', 'It needs oil.', 1],
      ['lamp', 'It is brass.', 1],
      ['troll', 'It wants food.', 3],
    ])
    expect(notes.map(({ location }) => location)).toEqual(
      [state.opening, state.opening, state.turns[1]?.observation].map((observation) => observation?.location?.id),
    )
  })

  it('stay when they are deleted, with the turn of the deletion', () => {
    const one = memoryNotesOf(
      withCalls({ 1: [written], 2: [{ deletions: [{ entityName: 'lamp', observations: ['It needs oil.'] }] }] }),
    )
    expect(one.map(({ deletedIn }) => deletedIn)).toEqual([2, null])
    const all = memoryNotesOf(
      withCalls({
        1: [written],
        2: [{ deletions: [{ entityName: 'lamp', observations: ['It needs oil.'] }] }],
        4: [{ entityNames: ['lamp'] }, written],
      }),
    )
    expect(all.map(({ deletedIn }) => deletedIn)).toEqual([2, 4, null, null])
  })

  it('ignore failed calls, and calls that only resemble notes', () => {
    expect(memoryNotesOf(withCalls({ 1: [written] }, 'failed'))).toEqual([])
    expect(
      memoryNotesOf(
        withCalls({
          1: [
            null,
            'entities',
            { entities: [null, 3, { name: 1, observations: ['x'] }, { name: 'a', observations: 'x' }] },
            { observations: [{ entityName: 'a', contents: [2] }] },
            { deletions: [null] },
          ],
        }),
      ),
    ).toEqual([])
  })
})
