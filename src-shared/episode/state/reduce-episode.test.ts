import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EpisodeEvent, type EventBody, isDraft, loggedEvent } from '../log/event'
import { arbitraryEpisode, stampAll } from './arbitrary-episode.testkit'
import { emptyEpisode, type EpisodeState, levelOf, MAX_HINTS, MAX_RESEEDS } from './episode'
import { reduceEpisode, reduceEvents } from './reduce-episode'
import { serverMessageText } from './strings'

const fold = (events: readonly EpisodeEvent[], from: EpisodeState = emptyEpisode) => events.reduce(reduceEpisode, from)

describe('reduceEpisode', () => {
  it('gives the same state with and without drafts once a turn is complete', () => {
    fc.assert(
      fc.property(arbitraryEpisode, ({ whole }) => {
        expect(fold(whole)).toEqual(fold(whole.filter((event) => !isDraft(event))))
      }),
    )
  })

  it('gives the same state from a log that went through JSON', () => {
    fc.assert(
      fc.property(arbitraryEpisode, ({ whole }) => {
        const logged = whole.filter((event) => !isDraft(event))
        const read = logged.map((event) => loggedEvent.parse(JSON.parse(JSON.stringify(event))))
        expect(fold(read)).toEqual(fold(logged))
      }),
    )
  })

  it('can be split anywhere: a keyframe and the rest give the whole', () => {
    fc.assert(
      fc.property(arbitraryEpisode, fc.nat(), ({ whole }, cut) => {
        const at = cut % (whole.length + 1)
        expect(fold(whole.slice(at), fold(whole.slice(0, at)))).toEqual(fold(whole))
      }),
    )
  })

  it('gives the same state for many events at once as one by one, even across a resume', () => {
    fc.assert(
      fc.property(arbitraryEpisode, fc.nat(), ({ whole, cutTurn, turns }, cut) => {
        const at = cut % (whole.length + 1)
        const resume = stampAll(
          [
            { event_type: 'episode_resumed', from_turn: turns, turn_limit: null, app_version: '0.0.0' },
            { event_type: 'turn_started', turn: turns + 1 },
          ],
          fold([...whole, ...cutTurn]).seq + 1,
        )
        const rest = [...whole.slice(at), ...cutTurn, ...resume]
        expect(reduceEvents(fold(whole.slice(0, at)), rest)).toEqual(fold(rest, fold(whole.slice(0, at))))
      }),
    )
  })

  it('ignores hints and seeds of a log beyond the limits', () => {
    const forked: EventBody = {
      event_type: 'episode_forked',
      parent_episode_id: 'p',
      parent_turn: 0,
      seed: 7,
      app_version: '0.0.0',
      player: { kind: 'llm', label: 'm', model: 'm', base_url: null, profile: null },
      turn_limit: null,
      prompt_sha256: null,
      sampling: null,
      settings: {},
    }
    const more = Array.from({ length: MAX_HINTS + 1 }, (): EventBody => ({
      event_type: 'hint_given',
      turn: 1,
      text: 'x',
    }))
    const forks = Array.from({ length: MAX_RESEEDS + 1 }, () => forked)
    const { hints, reseeds } = fold(stampAll([...more, ...forks]))
    expect([hints.length, reseeds.length]).toEqual([MAX_HINTS, MAX_RESEEDS])
  })

  it('drops an interrupted turn on resume, but no pause rule and no hint', () => {
    fc.assert(
      fc.property(arbitraryEpisode, ({ whole, cutTurn, turns }) => {
        const before = fold(whole)
        const cut = fold(cutTurn, before)
        const [resumed] = stampAll(
          [{ event_type: 'episode_resumed', from_turn: turns, turn_limit: null, app_version: '0.0.0' }],
          cut.seq + 1,
        )
        const after = fold(resumed ? [resumed] : [], cut)
        expect({ ...after, seq: 0, totals: null, control: null, continuedFrom: 0 }).toEqual({
          ...before,
          pauseRules: cut.pauseRules,
          // Named by their hash, as tools offered are: a later request may refer to them.
          sentTools: cut.sentTools,
          hints: cut.hints.map((hint) => ({ ...hint, turn: Math.min(hint.turn, turns + 1) })),
          seq: 0,
          totals: null,
          control: null,
        })
      }),
    )
  })

  it('R6.9, R6.10: keeps a server disabled after a resume and in a fork', () => {
    fc.assert(
      fc.property(arbitraryEpisode, fc.nat(), ({ whole, cutTurn, turns }, at) => {
        const from = at % (turns + 1)
        const state = fold([...whole, ...cutTurn])
        const after = (body: EventBody) =>
          new Set(fold(stampAll([body], state.seq + 1), state).serversOff.map(({ serverName }) => serverName))
        const offUntil = (until: number) =>
          new Set(
            [...whole, ...cutTurn].flatMap((event) =>
              event.event_type === 'mcp_disabled_fallback' && event.turn <= until ? [event.server_name] : [],
            ),
          )
        expect(
          after({ event_type: 'episode_resumed', from_turn: from, turn_limit: null, app_version: '0.0.0' }),
        ).toEqual(offUntil(from))
        expect(
          after({
            event_type: 'episode_forked',
            parent_episode_id: 'p',
            parent_turn: turns,
            app_version: '0.0.0',
            player: { kind: 'llm', label: 'm', model: 'm', base_url: null, profile: null },
            turn_limit: null,
            prompt_sha256: null,
            sampling: null,
            settings: {},
          }),
        ).toEqual(offUntil(Infinity))
      }),
    )
  })

  it('returns the same object for a draft piece that changes nothing', () => {
    fc.assert(
      fc.property(arbitraryEpisode, ({ whole }) => {
        const state = fold(whole)
        const late = {
          event_type: 'llm_delta',
          turn: 1,
          iteration: 1,
          offset: 0,
          part: 'content',
          tool_index: 0,
          text: 'late',
        } as const
        expect(reduceEpisode(state, late)).toBe(state)
      }),
    )
  })

  it('does not change the state it was given', () => {
    fc.assert(
      fc.property(arbitraryEpisode, ({ whole }) => {
        const frozen = (state: EpisodeState): EpisodeState =>
          Object.freeze({
            ...state,
            turns: Object.freeze([...state.turns]),
            totals: Object.freeze({ ...state.totals }),
          })
        expect(() =>
          whole.reduce((state, event) => frozen(reduceEpisode(state, event)), frozen(emptyEpisode)),
        ).not.toThrow()
      }),
    )
  })

  it('puts messages of servers into the turn, and progress into the call', () => {
    const ref = { turn: 1, iteration: 1, call_id: 'a', tool_name: 's.walk', server_name: 's' }
    const { openTurn, totals } = fold(
      stampAll([
        { event_type: 'turn_started', turn: 1 },
        { event_type: 'mcp_log', turn: 1, server_name: 's', level: 'warning', logger: null, text: 'the lamp is dim' },
        { event_type: 'mcp_iteration_start', turn: 1, iteration: 1, max_iterations: 20 },
        { event_type: 'mcp_tool_call', ...ref, arguments: {} },
        { event_type: 'mcp_progress', ...ref, progress: 1, total: 4, message: null },
        { event_type: 'mcp_progress', ...ref, progress: 2, total: 4, message: null },
        {
          event_type: 'mcp_server_request',
          turn: 1,
          server_name: 's',
          method: 'sampling/createMessage',
          outcome: 'answered',
          request: '[]',
          answer: 'yes',
          usage: { input: 7, output: 3, cached: null, reasoning: null, estimated: false },
          cost_usd: 0.5,
        },
      ]),
    )
    expect(openTurn?.serverMessages?.map((message) => [levelOf(message), serverMessageText(message)])).toEqual([
      ['warning', 'the lamp is dim'],
      ['notice', 'sampling/createMessage: answered'],
    ])
    expect(openTurn?.iterations[0]?.toolCalls[0]?.progress).toEqual({ progress: 2, total: 4, message: null })
    expect(totals).toMatchObject({ tokensIn: 7, tokensOut: 3, costUsd: 0.5, problems: 0 })
  })

  it('has one objective for two texts that differ only in case', () => {
    fc.assert(
      fc.property(arbitraryEpisode, ({ whole }) => {
        const texts = fold(whole).objectives.map(({ text }) => text.toLowerCase())
        expect(new Set(texts).size).toBe(texts.length)
      }),
    )
  })

  it('collects the pieces of a streaming reply, and counts a repeated piece once', () => {
    const events = stampAll([
      { event_type: 'turn_started', turn: 1 },
      { event_type: 'mcp_iteration_start', turn: 1, iteration: 1, max_iterations: 20 },
      {
        event_type: 'llm_request',
        turn: 1,
        iteration: 1,
        model: 'm',
        messages_kept: 0,
        messages_added: [],
        tool_set: null,
        tool_choice: null,
        response_format: null,
        sampling: { temperature: null, top_p: null, top_k: null, min_p: null, max_tokens: null, seed: null },
        forced: false,
      },
      { event_type: 'llm_delta', turn: 1, iteration: 1, offset: 0, part: 'prompt', tool_index: 0, text: '43' },
      { event_type: 'llm_delta', turn: 1, iteration: 1, offset: 2, part: 'content', tool_index: 0, text: 'Go ' },
      { event_type: 'llm_delta', turn: 1, iteration: 1, offset: 2, part: 'content', tool_index: 0, text: 'Go ' },
      { event_type: 'llm_delta', turn: 1, iteration: 1, offset: 5, part: 'content', tool_index: 0, text: 'north' },
      { event_type: 'llm_delta', turn: 1, iteration: 1, offset: 10, part: 'tool_name', tool_index: 0, text: 'think' },
    ])
    expect(fold(events).openTurn?.iterations[0]?.draft).toEqual({
      content: 'Go north',
      reasoning: '',
      toolCalls: [{ name: 'think', arguments: '' }],
      promptRead: 43,
      length: 15,
    })
  })
})
