import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LoggedEvent } from '../log/event'
import { arbitraryEpisode } from '../state/arbitrary-episode.testkit'
import { emptyEpisode } from '../state/episode'
import { reduceEpisode } from '../state/reduce-episode'
import { foldEvents, sampleEpisode } from '../state/sample-episode.testkit'
import { summarizeEpisode } from './summary'
import { episodeSummary } from './summary-schema'

describe('summary of an episode', () => {
  const events = sampleEpisode({ turns: 20 })
  const summary = summarizeEpisode(foldEvents(events))

  it('counts the calls of each tool', () => {
    const calls = events.filter(({ event_type }) => event_type === 'mcp_tool_call').length
    expect(calls).toBeGreaterThan(20)
    expect(summary).toMatchObject({ toolCalls: calls, toolUse: { 'thoughtbox.think': calls } })
  })

  it('names the furthest room, and adds up the duration of its own turns', () => {
    const took = (from: number) =>
      events
        .filter((event) => event.event_type === 'turn_completed' && event.turn > from)
        .reduce((sum, event) => sum + (event as { readonly duration_ms: number }).duration_ms, 0)
    expect(took(0)).toBeGreaterThan(took(12))
    const names = events.flatMap((event) => (event.event_type === 'observation_made' ? event.location?.name : []))
    expect(names).toContain(summary?.furthest)
    expect(summary?.playedMs).toBe(took(0))
    const forkedFrom = { episodeId: 'other', turn: 12 }
    expect(summarizeEpisode({ ...foldEvents(events), forkedFrom })?.playedMs).toBe(took(12))
  })

  it('names the part that a cut copy has, unless the copy was continued', () => {
    const { manifest, ...rest } = foldEvents(events)
    if (manifest === null) throw new Error('no manifest')
    const partOf = (to_turn: number) =>
      summarizeEpisode({ ...rest, ended: null, manifest: { ...manifest, cut: { from_turn: 5, to_turn, turns: 90 } } })
    expect(partOf(20)?.part).toEqual({ from: 5, to: 20, of: 90 })
    expect(partOf(19)?.part).toBeUndefined()
  })

  it('has the first action after a fork, and whether the fork has another seed', () => {
    const state = { ...foldEvents(events), forkedFrom: { episodeId: 'other', turn: 12 } }
    const { action } = state.turns[12]?.action ?? {}
    expect(summarizeEpisode(state)?.forkedFrom).toEqual({ episodeId: 'other', turn: 12, action })
    const unplayed = { ...state, turns: state.turns.slice(0, 12), reseeds: [{ turn: 12, seed: 5 }] }
    expect(summarizeEpisode(unplayed)?.forkedFrom).toEqual({ episodeId: 'other', turn: 12, hasOwnSeed: true })
  })

  it('names the unit of a resumed episode, and none in a fork of it', () => {
    const unit = { experiment: 'lamps', arm: 'grue', repeat: 1 }
    const played = events.map((event) => (event.event_type === 'episode_started' ? { ...event, unit } : event))
    const { manifest, seq } = foldEvents(played)
    if (manifest === null) throw new Error('no manifest')
    const { at, episode_id, app_version, player, prompt_sha256, sampling, settings } = manifest
    const next = { at, episode_id, seq: seq + 1, app_version, turn_limit: 40 }
    const unitAfter = (event: LoggedEvent) => summarizeEpisode(foldEvents([...played, event]))?.unit
    expect(unitAfter({ ...next, event_type: 'episode_resumed', from_turn: 20 })).toMatchObject({ arm: 'grue' })
    const fork = { event_type: 'episode_forked', parent_episode_id: 'p', parent_turn: 20 } as const
    expect(unitAfter({ ...next, ...fork, player, prompt_sha256, sampling, settings })).toBeNull()
  })

  it('distinguishes an episode without tools from one that called none', () => {
    const without = (...types: readonly string[]) =>
      summarizeEpisode(foldEvents(events.filter(({ event_type }) => !types.includes(event_type))))?.toolUse
    expect(without('mcp_tool_call', 'mcp_tool_result', 'mcp_tool_error')).toEqual({})
    expect(without('mcp_tool_call', 'mcp_tool_result', 'mcp_tool_error', 'mcp_session_started')).toBeNull()
  })

  it('has a bounded size and finite figures, whatever the log contains', () => {
    const long = 'long '.repeat(400_000)
    const hostile = events.map((event): LoggedEvent => {
      if (event.event_type === 'episode_started')
        return {
          ...event,
          episode_id: long,
          game: { ...event.game, title: long, sha256: long, serial: long },
          player: { ...event.player, label: long, model: long },
        }
      if (event.event_type === 'mcp_tool_call') return { ...event, tool_name: `${event.seq}${long}` }
      if (event.event_type === 'llm_response')
        return { ...event, cost_usd: 1e308, usage: { ...event.usage, input: Number.MAX_SAFE_INTEGER } }
      return event.event_type === 'episode_ended' ? { ...event, reason: long } : event
    })
    const calls = (from: number) =>
      Array.from(
        { length: 300 },
        (_, index): LoggedEvent =>
          ({
            ...hostile.find(({ event_type }) => event_type === 'mcp_tool_call')!,
            seq: from + index,
            call_id: `more-${index}`,
            tool_name: `many.tool-${index}`,
          }) as LoggedEvent,
      )
    const at = hostile.findIndex(({ event_type }) => event_type === 'mcp_tool_call')
    const summary = summarizeEpisode(
      foldEvents([...hostile.slice(0, at + 1), ...calls(at + 1), ...hostile.slice(at + 1)]),
    )
    expect(episodeSummary.parse(summary)).toEqual(summary)
    expect(JSON.stringify(summary).length).toBeLessThan(250_000)
    expect(Object.keys(summary?.toolUse ?? {})).toHaveLength(200)
  })

  it('does not depend on the turns that were summarized before', () => {
    fc.assert(
      fc.property(arbitraryEpisode, ({ whole }) => {
        let state = emptyEpisode
        const states = whole.map((event) => (state = reduceEpisode(state, event)))
        for (const seen of [...states, ...states.slice(-20)])
          expect(summarizeEpisode(seen)).toEqual(summarizeEpisode(structuredClone(seen)))
      }),
      { numRuns: 20 },
    )
  })

  it('is valid for any log', () => {
    fc.assert(
      fc.property(arbitraryEpisode, ({ whole, cutTurn }) => {
        const summary = summarizeEpisode([...whole, ...cutTurn].reduce(reduceEpisode, emptyEpisode))
        expect(episodeSummary.nullable().parse(JSON.parse(JSON.stringify(summary)))).toEqual(summary)
      }),
    )
  })
})
