import { describe, expect, it } from 'vitest'
import type { ToolCall, Turn } from '@shared/episode/state/episode'
import { emptyEpisode } from '@shared/episode/state/episode'
import { reduceEvents } from '@shared/episode/state/reduce-episode'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { type CallFilter, calledTools, callsOf, type EpisodeCall, filterCalls, latenciesOf } from './episode-calls'

const call = (turn: number, toolName: string, more: Partial<ToolCall> = {}): EpisodeCall => {
  const [serverName = ''] = toolName.split('.')
  const result = { status: 'ok', result: 'Taken.', durationMs: 10 } as const
  return { turn, call: { callId: `${turn}`, toolName, serverName, arguments: { turn }, ...result, ...more } }
}
const calls = [
  call(1, 'lamp.light', { durationMs: 30 }),
  call(2, 'map.look', { status: 'failed', result: 'No such room.', durationMs: 20 }),
  call(3, 'map.look'),
  call(3, 'map.way', { status: 'timeout', result: null, durationMs: 9000 }),
  call(4, 'map.look', { status: 'running', result: null, durationMs: null }),
]
const all: CallFilter = { text: '', server: null, tool: null, onlyFailed: false, order: 'turn' }
const turnsOf = (filter: Partial<CallFilter>) => filterCalls(calls, { ...all, ...filter }).map(({ turn }) => turn)

describe('the calls of an episode', () => {
  it('are those of all turns, cached for unchanged turns', () => {
    const state = reduceEvents(emptyEpisode, sampleEpisode({ turns: 3 }))
    const found = callsOf(state)
    expect(found.length).toBe(
      state.turns.reduce((sum, turn: Turn) => sum + turn.iterations.flatMap(({ toolCalls }) => toolCalls).length, 0),
    )
    expect(found.length).toBeGreaterThan(0)
    expect(callsOf(state)[0]).toBe(found[0])
  })

  it('are counted by server and tool, most calls first', () => {
    expect(calledTools(calls)).toEqual([
      { server: 'map', tool: null, calls: 4 },
      { server: 'map', tool: 'look', calls: 3 },
      { server: 'map', tool: 'way', calls: 1 },
      { server: 'lamp', tool: null, calls: 1 },
      { server: 'lamp', tool: 'light', calls: 1 },
    ])
  })

  it('are filtered by server, tool, outcome and text', () => {
    expect(turnsOf({})).toEqual([1, 2, 3, 3, 4])
    expect(turnsOf({ server: 'map' })).toEqual([2, 3, 3, 4])
    expect(turnsOf({ server: 'map', tool: 'look' })).toEqual([2, 3, 4])
    expect(turnsOf({ onlyFailed: true })).toEqual([2, 3])
    expect(turnsOf({ text: ' SUCH room' })).toEqual([2])
    expect(turnsOf({ text: '"turn": 4' })).toEqual([4])
    expect(turnsOf({ text: 'light' })).toEqual([1])
  })

  it('are sorted by duration, running ones last', () => {
    expect(turnsOf({ order: 'latency' })).toEqual([3, 1, 2, 3, 4])
    expect(latenciesOf(calls)).toEqual({ median: 20, longest: 9000 })
    expect(latenciesOf(calls.slice(4))).toBeNull()
  })
})
