import { describe, expect, it } from 'vitest'
import { foldEvents, sampleEpisode } from './sample-episode.testkit'
import { summarizeEpisode } from './summary'

describe('summary of an episode', () => {
  const events = sampleEpisode({ turns: 20 })
  const summary = summarizeEpisode(foldEvents(events))

  it('counts the calls of each tool', () => {
    const calls = events.filter(({ event_type }) => event_type === 'mcp_tool_call').length
    expect(calls).toBeGreaterThan(20)
    expect(summary).toMatchObject({ toolCalls: calls, toolUse: { 'thoughtbox.think': calls } })
  })

  it('tells an episode without tools from one that called none', () => {
    const without = (...types: readonly string[]) => summarizeEpisode(foldEvents(events.filter(({ event_type }) => !types.includes(event_type))))?.toolUse
    expect(without('mcp_tool_call', 'mcp_tool_result', 'mcp_tool_error')).toEqual({})
    expect(without('mcp_tool_call', 'mcp_tool_result', 'mcp_tool_error', 'mcp_session_started')).toBeNull()
  })
})
