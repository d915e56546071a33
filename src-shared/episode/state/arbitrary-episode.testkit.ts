import fc from 'fast-check'
import type { DraftEvent, EpisodeEvent, EventBody, EventOf, LoggedEvent } from '../log/event'
import { NO_PAUSE_RULES } from '../projections/pause-rules'

/**
 * Arbitrary logs for property tests, as a host writes them: an opening, complete turns with drafts between the logged
 * events, and sometimes an interrupted last turn.
 */
export interface ArbitraryEpisode {
  readonly whole: readonly EpisodeEvent[]
  readonly cutTurn: readonly EpisodeEvent[]
  readonly turns: number
}

const place = fc.integer({ min: 1, max: 6 }).map((id) => ({ id, name: `Room ${id}` }))
const action = fc.constantFrom('north', 's', 'go east', 'take lamp', 'climb tree', 'look')
const item = fc.integer({ min: 20, max: 25 }).map((id) => ({ id, name: `thing ${id}` }))

const facts = fc.record({
  location: fc.option(place, { freq: 5 }),
  score: fc.option(fc.integer({ min: -10, max: 100 }), { freq: 5 }),
  max_score: fc.constant(100),
  moves: fc.option(fc.nat(500), { freq: 5 }),
  inventory: fc.option(fc.array(item, { maxLength: 3 })),
  visible: fc.option(fc.array(item, { maxLength: 3 })),
  victory: fc.constant(false),
  game_over: fc.constant(false),
})

const observation = (turn: number, chosen: string | null) =>
  fc.record({ text: fc.string(), facts }).map(({ text, facts: seen }): EventBody => ({
    event_type: 'observation_made',
    turn,
    action: chosen,
    text,
    prompt: '>',
    input: 'line',
    notices: [],
    fault: false,
    ...seen,
  }))

const survey = (turn: number) =>
  fc
    .record({
      location: fc.integer({ min: 1, max: 6 }),
      light: fc.constantFrom('own' as const, 'none' as const, null),
      to: fc.option(fc.integer({ min: 1, max: 6 })),
    })
    .map(({ location, light, to }): EventBody => ({
      event_type: 'location_surveyed',
      turn,
      location,
      light,
      exits: light === 'none' ? null : [{ direction: 'north', to, door: null }],
    }))

const pieces = (turn: number, iteration: number) =>
  fc
    .array(
      fc.tuple(fc.constantFrom('content' as const, 'reasoning' as const), fc.string({ minLength: 1, maxLength: 5 })),
      { maxLength: 4 },
    )
    .map((parts) => {
      let offset = 0
      return parts.map(([part, text]): DraftEvent => {
        const piece: DraftEvent = { event_type: 'llm_delta', turn, iteration, offset, part, tool_index: 0, text }
        offset += text.length
        return piece
      })
    })

const pauseRules = fc
  .record({ score_change: fc.boolean(), turns_without_score: fc.nat(9) })
  .map((some) => ({ ...NO_PAUSE_RULES, ...some }))

const usage = { input: 10, output: 5, cached: null, reasoning: null, estimated: true }
const sampling = { temperature: null, top_p: null, top_k: null, min_p: null, max_tokens: null, seed: null }

const iteration = (turn: number, number: number) =>
  fc
    .record({ drafts: pieces(turn, number), outcome: fc.constantFrom('ok', 'error', 'timeout', 'none') })
    .map(({ drafts, outcome }): (EventBody | DraftEvent)[] => {
      const ref = {
        turn,
        iteration: number,
        call_id: `call-${turn}-${number}`,
        tool_name: 'thoughtbox.think',
        server_name: 'thoughtbox',
      }
      const calls =
        outcome === 'none'
          ? []
          : [{ id: ref.call_id, type: 'function' as const, function: { name: ref.tool_name, arguments: '{}' } }]
      const answers: Record<string, EventBody[]> = {
        none: [],
        ok: [
          { event_type: 'mcp_progress', ...ref, progress: 1, total: null, message: 'half' },
          {
            event_type: 'mcp_tool_result',
            ...ref,
            result_type: 'text',
            result_length: 2,
            is_error: false,
            duration_ms: 1,
            content: 'ok',
          },
        ],
        error: [
          { event_type: 'mcp_log', turn, server_name: ref.server_name, level: 'error', logger: null, text: 'no' },
          { event_type: 'mcp_tool_error', ...ref, error: 'no', duration_ms: 1 },
        ],
        timeout: [
          {
            event_type: 'mcp_server_request',
            turn,
            server_name: ref.server_name,
            method: 'sampling/createMessage',
            outcome: 'answered',
            request: '[]',
            answer: 'yes',
            usage,
            cost_usd: 0.25,
          },
          { event_type: 'mcp_tool_timeout', ...ref, timeout_seconds: 30, duration_ms: 30_000 },
        ],
      }
      return [
        { event_type: 'mcp_iteration_start', turn, iteration: number, max_iterations: 20 },
        {
          event_type: 'llm_request',
          turn,
          iteration: number,
          model: 'm',
          messages_kept: number - 1,
          messages_added: [{ role: 'user', content: `turn ${turn}.${number}` }],
          tool_set: null,
          tool_choice: null,
          response_format: null,
          sampling,
          forced: false,
        },
        {
          event_type: 'llm_sent',
          turn,
          iteration: number,
          body: { model: 'm', stream: true },
          cache_marks: [],
          messages: [],
          tools_sent: 'h',
          ...(turn === 1 && number === 1 && { tools: [{ type: 'function' }] }),
        },
        ...drafts,
        {
          event_type: 'llm_response',
          turn,
          iteration: number,
          model: 'm',
          content: calls.length > 0 ? null : '{}',
          reasoning: null,
          tool_calls: calls,
          finish_reason: 'stop',
          usage,
          cost_usd: null,
          time_to_first_token_ms: 1,
          duration_ms: 2,
          system_fingerprint: null,
        },
        ...(calls.length > 0 ? [{ event_type: 'mcp_tool_call', ...ref, arguments: {} } as const] : []),
        ...(answers[outcome] ?? []),
      ]
    })

/** Events of a mind in one turn, in any order; they may close items that were never written. */
const minded = (turn: number) => {
  const id = fc.constantFrom('n1', 'n2', 'n3')
  const by = fc.constantFrom('actor' as const, 'person' as const)
  const note = fc.record({ id, by, supersedes: fc.option(id), place: fc.option(fc.integer({ min: 1, max: 6 })) })
  return fc.array(
    fc.oneof(
      note.map(({ id: name, by: author, supersedes, place: at }): EventBody => ({
        event_type: 'note_written',
        turn,
        id: name,
        place: at,
        kind: 'object_at',
        subject: 'lamp',
        value: 'Room 1',
        text: 'the lamp is in Room 1',
        lasts: 'episode',
        by: author,
        from_turns: [turn],
        supersedes,
      })),
      id.map((name): EventBody => ({ event_type: 'note_confirmed', turn, id: name, by: 'actor' })),
      id.map((name): EventBody => ({ event_type: 'note_closed', turn, id: name, why: 'contradicted', by: null })),
      id.map((name): EventBody => ({
        event_type: 'objective_set',
        turn,
        id: name,
        text: name,
        by: 'reflector',
        check: { kind: 'visit', location: 2 },
      })),
      id.map((name): EventBody => ({
        event_type: 'objective_closed',
        turn,
        id: name,
        how: 'met',
        by: null,
        evidence_turn: turn,
      })),
      fc.nat(4).map((level): EventBody => ({
        event_type: 'stuck_noticed',
        turn,
        level,
        signals: ['camp'],
        evidence_turns: [turn],
      })),
      fc.nat(turn).map((until): EventBody => ({
        event_type: 'context_compacted',
        turn,
        from_turn: 1,
        to_turn: until,
        method: 'chronicle',
        text: `to ${until}`,
        tokens_before: 9,
        tokens_after: 3,
      })),
      fc.constantFrom<EventBody>(
        { event_type: 'prompt_used', turn, role: 'actor', sha256: 'x', text: 'play' },
        { event_type: 'role_disabled', turn, role: 'critic', reason: 'silent' },
        { event_type: 'action_proposed', turn, attempt: 1, action: 'look', reasoning: 'why' },
        {
          event_type: 'critic_verdict',
          turn,
          attempt: 1,
          by: 'rule',
          verdict: 'reject',
          reason: 'it failed twice',
          predicted: null,
        },
        { event_type: 'llm_error', turn, iteration: 1, role: 'critic', code: 'timeout', message: 'no', ...lastAttempt },
        { event_type: 'foreknowledge_checked', turn, names: ['living room'] },
        {
          event_type: 'beliefs_checked',
          turn,
          checks: [{ source: 'n1', claim: 'lamp here', told: null, truth: null, verdict: 'unknowable' }],
        },
      ),
    ),
    { maxLength: 4 },
  )
}
const lastAttempt = { attempt: 1, retry_in_ms: null }

const HINT_SOURCE = { source: { server_name: 'library', kind: 'resource', name: 'note:///lamp' } } as const

const turn = (number: number) =>
  fc
    .record({
      minded: minded(number),
      chosen: action,
      off: fc.option(fc.constantFrom('thoughtbox', 'weather'), { freq: 3 }),
      rules: fc.option(pauseRules, { freq: 2 }),
      hint: fc.option(fc.oneof(fc.string(), fc.constant('x')), { freq: 2 }),
      source: fc.constantFrom('model' as const, 'human' as const),
      objective: fc.option(fc.constantFrom('find the lamp', 'Find the lamp', 'open the door')),
      iterations: fc.integer({ min: 0, max: 3 }),
    })
    .chain(({ minded: thought, chosen, off, rules, hint, source, objective, iterations }) =>
      fc
        .tuple(
          fc.tuple(...Array.from({ length: iterations }, (_, index) => iteration(number, index + 1))),
          observation(number, chosen),
          fc.option(survey(number)),
        )
        .map(([loop, observed, surveyed]): (EventBody | DraftEvent)[] => [
          { event_type: 'turn_started', turn: number },
          ...(off === null
            ? []
            : [{ event_type: 'mcp_disabled_fallback', turn: number, server_name: off, error: 'gone' } as const]),
          ...(rules === null ? [] : [{ event_type: 'pause_rules_changed', rules } as const]),
          ...thought,
          ...loop.flat(),
          ...(hint === null
            ? []
            : [{ event_type: 'hint_given', turn: number + 1, text: hint, ...(hint === '' && HINT_SOURCE) } as const]),
          ...(hint === 'x' ? [{ event_type: 'hint_withdrawn', turn: number + 1, text: hint } as const] : []),
          {
            event_type: 'action_chosen',
            turn: number,
            action: chosen,
            reasoning: 'why',
            new_objective: objective,
            source,
          },
          observed,
          ...(surveyed ? [surveyed] : []),
          { event_type: 'turn_completed', turn: number, duration_ms: 5, snapshot: null, state_hash: 'h' },
        ]),
    )

/** The manifest of every arbitrary episode. */
export const arbitraryManifest: EventOf<'episode_started'> = {
  event_type: 'episode_started',
  format: 2,
  app_version: '0.0.0',
  game: { title: 'T', file_name: 't.z5', sha256: 'x', version: 5, release: 1, serial: '000000' },
  header_profile: 'app',
  seed: 1,
  player: { kind: 'explorer', label: 'Explorer', model: 'm', base_url: null, profile: 'explorer' },
  handicap: 'L2',
  turn_limit: null,
  prompt_sha256: null,
  sampling: null,
  settings: {},
}

export const arbitraryEpisode: fc.Arbitrary<ArbitraryEpisode> = fc.integer({ min: 0, max: 5 }).chain((turns) =>
  fc
    .record({
      opening: observation(0, null),
      turns: fc.tuple(...Array.from({ length: turns }, (_, index) => turn(index + 1))),
      cut: fc
        .tuple(turn(turns + 1), fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([events, share]) => events.slice(0, Math.floor(share * events.length))),
    })
    .map(({ opening, turns: played, cut }) => {
      const stamped = stampAll([arbitraryManifest, opening, ...played.flat(), ...cut])
      const whole = stamped.slice(0, stamped.length - cut.length)
      return { whole, cutTurn: stamped.slice(whole.length), turns }
    }),
)

export function stampAll(bodies: readonly (EventBody | DraftEvent)[], firstSeq = 0): readonly EpisodeEvent[] {
  let seq = firstSeq
  return bodies.map((body): EpisodeEvent =>
    body.event_type === 'llm_delta'
      ? body
      : ({ seq: seq++, at: '2026-01-01T00:00:00.000Z', episode_id: 'e', ...body } as LoggedEvent),
  )
}
