import { expect, it } from 'vitest'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { figuresOf, partsOf } from './figures'

const events = sampleEpisode({ turns: 5 })
const turn = events.filter((event) => 'turn' in event && event.turn === 3)

it('returns every model call and tool call in order, without overlap', () => {
  const parts = partsOf(turn)
  expect(parts.filter(({ kind }) => kind === 'model')).toHaveLength(
    turn.filter(({ event_type }) => event_type === 'llm_response').length,
  )
  expect(parts.filter(({ kind }) => kind === 'tool')).toHaveLength(
    turn.filter(({ event_type }) => event_type === 'mcp_tool_result').length,
  )
  const ends = parts.flatMap(({ start, end }) => [start, end])
  for (const [index, end] of ends.entries()) expect(end).toBeGreaterThanOrEqual((ends[index - 1] ?? 0) - 0.01)
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...ends)).toBeLessThanOrEqual(1)
})

it('returns nothing for a turn without duration', () => {
  expect(partsOf([])).toEqual([])
  expect(partsOf(turn.slice(0, 1))).toEqual([])
})

it('counts tokens of models only, because a fork may have turns of the explorer', () => {
  const mixed = events.map((event) =>
    event.event_type === 'llm_response' && event.turn > 3 ? { ...event, model: 'test/lantern' } : event,
  )
  const { opening, turns } = foldEvents(mixed)
  const { tokens } = figuresOf(opening, turns)
  expect(tokens.map((each) => each !== null)).toEqual([false, false, false, false, true, true])
})
