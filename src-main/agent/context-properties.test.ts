import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wholeText, type ToolDefinition } from '@shared/episode/log/chat'
import type { EventBody, LoggedEvent } from '@shared/episode/log/event'
import { NO_MIND } from '@shared/episode/log/mind-schema'
import { arbitraryManifest, stampAll } from '@shared/episode/state/arbitrary-episode.testkit'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { sharedPrefix } from '@shared/episode/state/messages'
import { reduceEpisode, reduceEvents } from '@shared/episode/state/reduce-episode'
import { LlmError } from '../llm/chat-client'
import { buildPrompt } from './build-prompt'
import { createFittedPrompts } from './fit-prompt'
import type { Prompt, RestOfRequest } from './prompt'

/** The inputs that a prompt depends on: a model, its tools, and the texts of a story. */
interface Script {
  readonly contextTokens: number
  readonly replyTokens: number
  /** Characters per token as the endpoint counts them; null if it reports no counts. */
  readonly tokenizer: number | null
  readonly tools: readonly ToolDefinition[]
  readonly instructions: string | null
  readonly opening: string
  readonly turns: readonly Played[]
}
interface Played {
  readonly action: string
  readonly printed: string
  readonly thinking: string
  readonly room: number
  readonly scored: number
  readonly hint: string | null
}

/** One request of a played script: what was sent, and how many events of the log came before it. */
interface Asked {
  readonly turn: number
  readonly prompt: Prompt
  readonly before: number
}

/** Whether the turn at this index has the command and the text of the one before. */
const isRepeated = (turns: readonly Played[], at: number): boolean =>
  turns[at]?.action === turns[at - 1]?.action && turns[at]?.printed.trim() === turns[at - 1]?.printed.trim()

const OPTIONS = { historyTurns: 20 }
const sampling = { temperature: null, top_p: null, top_k: null, min_p: null, max_tokens: null, seed: null }

/** A log that grows like that of a host: every event is folded at once. */
function openLog(events: readonly LoggedEvent[]) {
  const log = { events: [...events], state: events.reduce(reduceEpisode, emptyEpisode) }
  return {
    get events(): readonly LoggedEvent[] {
      return log.events
    },
    get state() {
      return log.state
    },
    record(body: EventBody) {
      for (const event of stampAll([body], log.events.length) as readonly LoggedEvent[]) {
        log.events.push(event)
        log.state = reduceEpisode(log.state, event)
      }
    },
  }
}

const seen = ({ printed, room, scored }: Pick<Played, 'printed' | 'room' | 'scored'>) => ({
  text: printed,
  prompt: '>',
  input: 'line' as const,
  notices: [],
  fault: false,
  location: { id: room, name: `Room ${room}` },
  score: scored,
  max_score: 100,
  moves: 0,
  inventory: [],
  visible: [],
  victory: false,
  game_over: false,
})

const begun = ({ contextTokens, opening }: Script) =>
  stampAll([
    { ...arbitraryManifest, mind: { ...NO_MIND, parts: ['context'], context_tokens: contextTokens } },
    {
      event_type: 'observation_made',
      turn: 0,
      action: null,
      ...seen({ printed: opening, room: 1, scored: 0 }),
    },
  ]) as readonly LoggedEvent[]

/** Continues from the log to the last turn, or to the pause because the request is too long. */
function playOn(script: Script, from: readonly LoggedEvent[] = begun(script)) {
  const log = openLog(from)
  const prompts = createFittedPrompts({ ...OPTIONS, replyTokens: script.replyTokens, readWindow: () => null })
  const rest: RestOfRequest = { instructions: script.instructions, tools: script.tools, added: [] }
  const asked: Asked[] = []
  for (let turn = log.state.turns.length + 1; turn <= script.turns.length; turn++) {
    const played = script.turns[turn - 1] as Played
    log.record({ event_type: 'turn_started', turn })
    let prompt: Prompt
    try {
      prompt = prompts.compose(log, turn, rest)
    } catch (error) {
      return { events: log.events, asked, paused: error }
    }
    const before = log.events.length
    const previous = asked.at(-1)?.prompt.messages ?? []
    const kept = sharedPrefix(previous, prompt.messages)
    asked.push({ turn, prompt, before })
    const request = {
      event_type: 'llm_request' as const,
      turn,
      iteration: 1,
      model: 'm',
      messages_kept: kept,
      messages_added: prompt.messages.slice(kept),
      tool_set: null,
      tool_choice: null,
      response_format: null,
      sampling,
      forced: false,
    }
    log.record(prompt.sections ? { ...request, sections: [...prompt.sections] } : request)
    const content = JSON.stringify({ thinking: played.thinking, action: played.action, new_objective: null })
    log.record({
      event_type: 'llm_response',
      turn,
      iteration: 1,
      model: 'm',
      content,
      reasoning: null,
      tool_calls: [],
      finish_reason: 'stop',
      usage: {
        input: script.tokenizer === null ? null : Math.ceil(charsSent(prompt, rest) / script.tokenizer),
        output: 9,
        cached: null,
        reasoning: null,
        estimated: false,
      },
      cost_usd: null,
      time_to_first_token_ms: 1,
      duration_ms: 2,
      system_fingerprint: null,
    })
    const { action, thinking } = played
    if (played.hint !== null) log.record({ event_type: 'hint_given', turn: turn + 1, text: played.hint })
    log.record({ event_type: 'action_chosen', turn, action, reasoning: thinking, new_objective: null, source: 'model' })
    log.record({ event_type: 'observation_made', turn, action, ...seen(played) })
    log.record({ event_type: 'turn_completed', turn, duration_ms: 5, snapshot: null, state_hash: 'h' })
  }
  return { events: log.events, asked, paused: null }
}

/** Characters on the wire: the texts of the messages and the tools. */
const textOf = ({ messages }: Prompt) => messages.map(wholeText).join('')
const charsSent = (prompt: Prompt, { tools }: RestOfRequest) =>
  textOf(prompt).length + (tools?.length ? JSON.stringify(tools).length : 0)

const text = (most: number) =>
  fc.string({ maxLength: most, unit: fc.constantFrom('a', 'd', 'e', ' ', '. ', '\n', '"', '{', '}', 'é') })
const played: fc.Arbitrary<Played> = fc.record({
  action: fc.constantFrom('north', 'take lamp', 'open the big chest', 'wait', 'x'),
  printed: fc.oneof(
    { weight: 8, arbitrary: text(400) },
    { weight: 1, arbitrary: text(3000) },
    { weight: 1, arbitrary: fc.constant("You can't go that way.") },
  ),
  thinking: text(300),
  room: fc.integer({ min: 1, max: 5 }),
  scored: fc.integer({ min: 0, max: 3 }),
  hint: fc.option(text(40), { freq: 12 }),
})
const tool = text(200).map((description): ToolDefinition => ({
  type: 'function',
  function: { name: 's.t', description, parameters: {} },
}))
const script: fc.Arbitrary<Script> = fc.record({
  contextTokens: fc.integer({ min: 2000, max: 8000 }),
  replyTokens: fc.integer({ min: 100, max: 4000 }),
  tokenizer: fc.option(fc.double({ min: 2.5, max: 5, noNaN: true })),
  tools: fc.array(tool, { maxLength: 3 }),
  instructions: fc.option(text(300)),
  opening: text(1500),
  turns: fc.array(played, { minLength: 12, maxLength: 60, size: 'max' }),
})

const RUNS = { numRuns: 40 }
/** An estimate may be too low because of the frame of each message, which the app counts and this endpoint does not. */
const ESTIMATE = 1.02

describe('the prompt of any play', () => {
  it('never exceeds its budget by the endpoint’s count, or the episode pauses', () => {
    fc.assert(
      fc.property(script, (given) => {
        const { asked, paused } = playOn(given)
        const room = given.contextTokens - Math.min(given.replyTokens, Math.floor(given.contextTokens / 2))
        const rest = { instructions: null, tools: given.tools, added: [] }
        for (const [index, { prompt }] of asked.entries()) {
          // Before the first reply the number of characters per token is not known.
          const perToken = index === 0 ? 3.6 : (given.tokenizer ?? 3.6)
          expect(charsSent(prompt, rest) / perToken).toBeLessThanOrEqual(room * ESTIMATE)
        }
        if (paused !== null) {
          expect(paused).toBeInstanceOf(LlmError)
          expect(paused).toMatchObject({
            code: 'context_full',
            message: expect.stringContaining(`room for only ${room}`),
          })
        }
      }),
      RUNS,
    )
  })

  it('a compacted prompt is rebuilt byte for byte from the log before it', () => {
    let compactions = 0
    fc.assert(
      fc.property(script, (given) => {
        const { asked, events } = playOn(given)
        const rest = { instructions: given.instructions, tools: given.tools, added: [] }
        for (const { prompt, before } of asked)
          expect(buildPrompt(reduceEvents(emptyEpisode, events.slice(0, before)), OPTIONS, rest)).toEqual(prompt)
        compactions += events.filter(({ event_type: type }) => type === 'context_compacted').length
      }),
      RUNS,
    )
    expect(compactions).toBeGreaterThan(0)
  })

  it('begins with the one before it except its tail, unless turns were compacted or listed as a repetition', () => {
    fc.assert(
      fc.property(script, (given) => {
        const { asked, events } = playOn({ ...given, turns: given.turns.map((turn) => ({ ...turn, hint: null })) })
        const compacted = new Set(
          events.flatMap((event) => (event.event_type === 'context_compacted' ? [event.turn] : [])),
        )
        for (const [index, { turn, prompt }] of asked.slice(1).entries()) {
          const before = asked[index]?.prompt as Prompt
          const lasting = textOf({ messages: before.messages.map(({ tail: _tail, ...message }) => message) })
          if (!compacted.has(turn) && !isRepeated(given.turns, turn - 2))
            expect(textOf(prompt).startsWith(lasting)).toBe(true)
        }
      }),
      RUNS,
    )
  })

  it('has the opening and the last eight turns in full, repeated ones once with their number', () => {
    fc.assert(
      fc.property(script, (given) => {
        for (const { turn, prompt } of playOn(given).asked) {
          const contents = prompt.messages.map(({ content }) => content ?? '')
          expect(contents[1]?.startsWith(given.opening.trim())).toBe(true)
          const played = given.turns.slice(0, turn - 1)
          const last = played.filter((_, at) => at >= turn - 9 && !isRepeated(played, at))
          const told = last.length === 0 ? [] : prompt.messages.slice(2).slice(-2 * last.length)
          for (const [index, { printed, action }] of last.entries()) {
            expect(told[2 * index]).toMatchObject({ role: 'assistant', content: expect.stringContaining(action) })
            expect(told[2 * index + 1]?.content?.startsWith(printed.trim())).toBe(true)
          }
        }
      }),
      RUNS,
    )
  })

  it('always contains every death, in the story’s words', () => {
    fc.assert(
      fc.property(script, fc.nat(10), (given, at) => {
        const turns = given.turns.map((turn, index) =>
          index === at ? { ...turn, printed: '*** You have died ***' } : turn,
        )
        for (const { turn, prompt } of playOn({ ...given, turns }).asked)
          expect(textOf(prompt).includes('*** You have died ***')).toBe(turn > at + 1 && at < turns.length)
      }),
      RUNS,
    )
  })
})

describe('play resumed from a log', () => {
  const cutAt = fc.double({ min: 0, max: 1, noNaN: true })
  const sent = ({ asked }: ReturnType<typeof playOn>, after: number) =>
    asked.filter(({ turn }) => turn > after).map(({ turn, prompt }) => ({ turn, messages: prompt.messages }))

  it('live = replay = resume: it sends the same requests', () => {
    fc.assert(
      fc.property(script, cutAt, (written, share) => {
        // Without hints, because a hint that was given in the cut-off turn survives and would be read one turn earlier.
        const given = { ...written, turns: written.turns.map((turn) => ({ ...turn, hint: null })) }
        const live = playOn(given)
        const events = live.events.slice(0, begun(given).length + Math.floor(share * live.events.length))
        const cut = reduceEvents(emptyEpisode, events)
        const from = cut.turns.length
        const resumed = stampAll(
          [{ event_type: 'episode_resumed', from_turn: from, turn_limit: null, app_version: '0' }],
          events.length,
        ) as readonly LoggedEvent[]
        const again = playOn(given, [...events, ...resumed])
        expect(sent(again, from)).toEqual(sent(live, from))
        expect(lastingOf(again.events)).toEqual(lastingOf(live.events))
      }),
      RUNS,
    )
  })

  it('live = fork: it sends the requests of its parent', () => {
    fc.assert(
      fc.property(script, cutAt, (given, share) => {
        const live = playOn(given)
        const turn = Math.floor(share * (live.asked.at(-1)?.turn ?? 1))
        const end = live.events.findLastIndex(
          (event) =>
            (event.event_type === 'turn_completed' || event.event_type === 'observation_made') && event.turn <= turn,
        )
        const events = live.events.slice(0, end + 1)
        const forked = stampAll(
          [
            {
              event_type: 'episode_forked',
              parent_episode_id: 'e',
              parent_turn: turn,
              app_version: '0',
              player: arbitraryManifest.player,
              turn_limit: null,
              prompt_sha256: null,
              sampling: null,
              mind: { ...NO_MIND, parts: ['context'], context_tokens: given.contextTokens },
              settings: {},
            },
          ],
          events.length,
        ) as readonly LoggedEvent[]
        expect(sent(playOn(given, [...events, ...forked]), turn)).toEqual(sent(live, turn))
      }),
      RUNS,
    )
  })
})

/** Prompts are built from the played turns and from the mind's records of them. */
function lastingOf(events: readonly LoggedEvent[]): Pick<EpisodeState, 'mind' | 'map'> & { readonly turns: unknown } {
  const { mind, map, turns } = reduceEvents(emptyEpisode, events)
  return { mind, map, turns: turns.map(({ number, action, observation }) => ({ number, action, observation })) }
}
