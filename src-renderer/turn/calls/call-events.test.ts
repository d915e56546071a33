import { describe, expect, it } from 'vitest'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { emptyHistory, extendHistory } from '../../session/episode/history'
import { eventsOfCall } from './call-text'

const events = sampleEpisode({ turns: 3 })
const history = extendHistory(emptyHistory(), events)
const made = events.find((event) => event.event_type === 'mcp_tool_call')

describe('eventsOfCall', () => {
  it('finds the events of a call in its turn only', () => {
    if (made === undefined) throw new Error('The sample has no tool call.')
    const { turn, call_id: callId } = made
    const found = eventsOfCall(history, { turn, callId, seq: history.latest.seq })
    expect(found.map(({ event_type }) => event_type)).toEqual(['mcp_tool_call', 'mcp_tool_result'])
    expect(eventsOfCall(history, { turn: turn + 1, callId, seq: history.latest.seq })).toEqual([])
    expect(eventsOfCall(history, { turn, callId, seq: made.seq }), 'not beyond the playhead').toEqual([made])
  })
})
