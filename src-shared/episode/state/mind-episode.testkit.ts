import type { EventBody, LoggedEvent, LoggedOf } from '../log/event'
import { LONGEST_NOTE } from '../log/mind-events'
import { sampleEpisode } from './sample-episode.testkit'

/** The turns in which `mindEpisode` has each kind of event. */
export const MIND_TURNS = {
  firstNote: 2,
  rejected: 4,
  contradicted: 6,
  stuck: 9,
  moreStuck: 12,
  free: 14,
  falseBelief: 5,
  compacted: 16,
  byPerson: 18,
} as const

/**
 * The sample episode (sample-episode.testkit.ts), played by a model with all parts of a mind: notes that are confirmed,
 * replaced, contradicted and crowded out, objectives with every ending, proposals with verdicts, calls of every helper,
 * some of which fail, stuck levels, a compaction, and beliefs with every verdict. It needs at least 24 turns.
 */
export function mindEpisode({ turns = 30 }: { readonly turns?: number } = {}): readonly LoggedEvent[] {
  const played = sampleEpisode({ turns, model: 'actor-1' })
  const places = new Map(
    played.flatMap((event) =>
      event.event_type === 'observation_made' && event.location ? [[event.turn, event.location] as const] : [],
    ),
  )
  const placeAt = (turn: number) => places.get(turn - 1) ?? null
  const events: LoggedEvent[] = []
  const put = (event: LoggedEvent) => events.push({ ...event, seq: events.length })
  for (const event of played) {
    const { at, episode_id } = event
    const weave = (bodies: readonly EventBody[]) => {
      for (const body of bodies) put({ seq: 0, at, episode_id, ...body })
    }
    if (event.event_type === 'episode_started') put(withMind(event))
    else if (event.event_type === 'llm_request') put(withSections(event))
    else {
      if (event.event_type === 'action_chosen') weave(judged(event))
      if (event.event_type === 'turn_completed') weave(noticed(event.turn, placeAt(event.turn)?.id ?? null))
      put(event)
      if (event.event_type === 'turn_started') weave(prepared(event.turn))
      if (event.event_type === 'action_chosen') weave(written(event.turn, placeAt(event.turn)))
    }
  }
  return events
}

const withMind = (started: LoggedOf<'episode_started'>): LoggedEvent => ({
  ...started,
  player: {
    kind: 'llm',
    label: 'A model with a mind',
    model: 'actor-1',
    base_url: 'http://127.0.0.1:1/v1',
    profile: 'openai',
  },
  mind: {
    preset: 'full',
    parts: ['context', 'places', 'frontier', 'stuck', 'guard', 'objectives', 'notes', 'reflector'],
    critic: 'stuck',
    compaction: 'chronicle',
    context_tokens: 32_000,
    plateau_turns: 150,
    helper_tokens: 0,
    models: {},
  },
})

const CHRONICLE = [
  'T1–3 Gallery 1#100 (You stand at the corner of a large grid of rooms.): east → moved',
  'T4–11 Cellar 1#101: 8 turns Cellar 1#101/Orchard 1#102, no gain',
  'T12 Cellar 1#101: take brass lantern → took, score +5: "Taken."',
].join('\n')

/** Adds sections to a request; the cut part grows with the episode. */
function withSections(request: LoggedOf<'llm_request'>): LoggedEvent {
  const { turn, iteration, messages_added: added } = request
  const newest = added.findLastIndex(({ role }) => role === 'user')
  const isCompacted = turn >= MIND_TURNS.compacted
  const story = { role: 'user', content: `The story so far in short, up to turn 12:\n${CHRONICLE}` } as const
  const tail = `Here before:\n"north" → moved\n\nYou may be stuck: turn ${turn}.`
  return {
    ...request,
    messages_kept: request.messages_kept + (isCompacted && iteration > 1 ? 1 : 0),
    messages_added: (isCompacted && iteration === 1 ? [story, ...added] : added).map((message, index, all) =>
      index === all.length - added.length + newest && newest !== -1 ? { ...message, tail } : message,
    ),
    sections: [
      { name: 'system', chars: 2100, cut: 0 },
      { name: 'tools', chars: 900, cut: 0 },
      { name: 'story', chars: isCompacted ? 1400 : 420, cut: 0 },
      { name: 'turns', chars: 900 * Math.min(turn, 12), cut: 0 },
      { name: 'state', chars: 640, cut: 0 },
      { name: 'places', chars: 380, cut: 0 },
      { name: 'notes', chars: 260, cut: isCompacted ? 180 : 0 },
      ...(iteration > 1 ? [{ name: 'this turn', chars: 700 * (iteration - 1), cut: 0 }] : []),
    ],
  }
}

/** Events before the first prompt of a turn. */
function prepared(turn: number): readonly EventBody[] {
  switch (turn) {
    case 1:
      return [{ event_type: 'prompt_used', turn, role: 'actor', sha256: 'a'.repeat(64), text: 'You play a story.' }]
    case MIND_TURNS.moreStuck + 1:
      return [
        ...helper('reflector', turn, {
          asks: 'What keeps the player from getting on?',
          answers: '{"cause":"It walks between two rooms.","notes":[],"close_notes":[],"objectives":[]}',
        }),
        {
          ...NOTE,
          turn,
          id: 'n4',
          place: null,
          kind: 'puzzle',
          subject: 'pump',
          value: 'below',
          by: 'reflector',
          text: 'The sound of a pump leads nowhere so far.',
        },
        objective(turn, 'o3', 'Look for a way down to the pump', 'reflector'),
      ]
    case MIND_TURNS.compacted:
      return [
        {
          event_type: 'context_compacted',
          turn,
          from_turn: 1,
          to_turn: 12,
          method: 'chronicle',
          text: CHRONICLE,
          tokens_before: 29_400,
          tokens_after: 14_800,
        },
      ]
    case MIND_TURNS.byPerson:
      return [
        {
          ...NOTE,
          turn,
          id: 'n6',
          place: null,
          kind: 'other',
          subject: 'jar',
          value: '',
          by: 'person',
          text: `A person says: ${'the jar of oil keeps a lantern burning. '.repeat(8)}`.slice(0, LONGEST_NOTE),
        },
        objective(turn, 'o4', 'Carry the oil to the lantern', 'person'),
      ]
    default:
      return []
  }
}

/** Events between a proposal and its action. */
function judged({ turn, action, reasoning }: LoggedOf<'action_chosen'>): readonly EventBody[] {
  if (turn === MIND_TURNS.rejected)
    return [
      proposed(turn, 1, 'open the trapdoor', 'There must be a way down.'),
      verdict(turn, 1, 'rule', 'reject', 'In turns 1 and 3 "open the trapdoor" did nothing here.', null),
      proposed(turn, 2, action, reasoning),
      verdict(turn, 2, 'rule', 'accept', 'It was not tried here.', null),
    ]
  if (turn === MIND_TURNS.moreStuck)
    return [
      proposed(turn, 1, action, reasoning),
      ...helper('critic', turn, {
        asks: `Is "${action}" worth a turn?`,
        answers: '{"verdict":"accept","reason":"It was not tried from here.","predicted_outcome":"A new room."}',
      }),
      verdict(turn, 1, 'model', 'accept', 'It was not tried from here.', 'A new room.'),
    ]
  if (turn === MIND_TURNS.moreStuck + 1)
    return [
      proposed(turn, 1, action, reasoning),
      ...helper('critic', turn, { asks: `Is "${action}" worth a turn?`, fails: 'The endpoint answered 503.' }),
      verdict(turn, 1, 'model', 'abstain', 'The critic did not answer.', null),
      { event_type: 'role_disabled', turn, role: 'critic', reason: 'It did not answer three times in a row.' },
      { event_type: 'reflection_made', turn, cause: 'It looks for light in lit rooms.', try_next: ['go down'] },
    ]
  return []
}

/** Events of the actor's answer. */
function written(turn: number, place: { readonly id: number; readonly name: string } | null): readonly EventBody[] {
  const here = place?.id ?? null
  switch (turn) {
    case MIND_TURNS.firstNote:
      return [
        {
          ...NOTE,
          turn,
          id: 'n1',
          place: here,
          kind: 'object_at',
          subject: 'brass lantern',
          value: place?.name ?? '',
          by: 'actor',
          text: 'The brass lantern lies here.',
        },
        {
          ...NOTE,
          turn,
          id: 'n2',
          place: here,
          kind: 'exit',
          subject: 'north',
          value: 'Cellar 1',
          by: 'actor',
          text: 'North leads to the cellar.',
        },
        objective(turn, 'o1', `Come back to ${place?.name ?? 'the start'} with a light`, 'actor', here ?? undefined),
        objective(turn, 'o2', 'Score five points', 'actor'),
      ]
    case 3:
      return [{ event_type: 'note_confirmed', turn, id: 'n2', by: 'actor' }]
    case 7:
      return [
        {
          ...NOTE,
          turn,
          id: 'n3',
          place: here,
          kind: 'exit',
          subject: 'north',
          value: 'nowhere',
          by: 'actor',
          supersedes: 'n2',
          text: 'North is a wall: the cellar lies east.',
        },
        { event_type: 'objective_closed', turn, id: 'o2', how: 'done', by: 'actor', evidence_turn: null },
      ]
    case 17:
      return [
        {
          ...NOTE,
          turn,
          id: 'n5',
          place: here,
          kind: 'danger',
          subject: 'dust',
          value: '',
          by: 'actor',
          text: 'The dust makes the air bad.',
        },
      ]
    default:
      return []
  }
}

/** Events that follow from the facts of the turn. */
function noticed(turn: number, place: number | null): readonly EventBody[] {
  const stuck = (
    level: number,
    signals: LoggedOf<'stuck_noticed'>['signals'],
    evidence: readonly number[],
  ): EventBody => ({
    event_type: 'stuck_noticed',
    turn,
    level,
    signals,
    evidence_turns: [...evidence],
  })
  switch (turn) {
    case MIND_TURNS.falseBelief:
      return [
        {
          event_type: 'beliefs_checked',
          turn,
          checks: [
            {
              source: 'n1',
              claim: 'brass lantern at Gallery 1',
              told: 'not seen',
              truth: 'carried by nobody',
              verdict: 'stale',
              since: 4,
            },
            {
              source: 'n2',
              claim: 'north leads to Cellar 1',
              told: null,
              truth: 'no way north',
              verdict: 'never_true',
            },
            { source: 'expect', claim: 'The door opens.', told: null, truth: null, verdict: 'unknowable' },
          ],
        },
      ]
    case MIND_TURNS.contradicted:
      return [{ event_type: 'note_closed', turn, id: 'n1', why: 'contradicted', by: null }]
    case MIND_TURNS.stuck:
      return [stuck(1, ['refusals'], [6, 8, 9])]
    case MIND_TURNS.moreStuck:
      return [
        stuck(2, ['refusals', 'circle'], [6, 8, 9, 10, 12]),
        {
          event_type: 'beliefs_checked',
          turn,
          checks: [
            { source: 'critic', claim: 'A new room.', told: null, truth: 'the same room', verdict: 'never_true' },
          ],
        },
      ]
    case MIND_TURNS.free:
      return [stuck(0, [], [])]
    case 19:
      return [{ event_type: 'note_closed', turn, id: 'n5', why: 'crowded', by: null }]
    case 20:
      return [{ event_type: 'objective_closed', turn, id: 'o1', how: 'met', by: null, evidence_turn: 20 }]
    case 21:
      return [
        {
          event_type: 'beliefs_checked',
          turn,
          checks: [{ source: 'n3', claim: 'north leads nowhere', told: null, truth: 'no way north', verdict: 'right' }],
        },
        { event_type: 'note_closed', turn, id: 'n4', why: 'taken_back', by: 'reflector' },
      ]
    case 22:
      return [
        {
          ...NOTE,
          turn,
          id: 'n7',
          place,
          kind: 'recipe',
          subject: 'lantern',
          value: 'oil',
          by: 'actor',
          text: 'Oil and lantern make a light.',
        },
        { event_type: 'objective_closed', turn, id: 'o3', how: 'dropped', by: 'reflector', evidence_turn: null },
      ]
    default:
      return []
  }
}

const NOTE = { event_type: 'note_written', lasts: 'episode', from_turns: [], supersedes: null } as const

const objective = (
  turn: number,
  id: string,
  text: string,
  by: 'actor' | 'reflector' | 'person',
  visit?: number,
): EventBody => ({
  event_type: 'objective_set',
  turn,
  id,
  text,
  by,
  check: visit === undefined ? { kind: 'none' } : { kind: 'visit', location: visit },
})

const proposed = (turn: number, attempt: number, action: string, reasoning: string): EventBody => ({
  event_type: 'action_proposed',
  turn,
  attempt,
  action,
  reasoning,
})

const verdict = (
  turn: number,
  attempt: number,
  by: 'rule' | 'model',
  said: 'accept' | 'reject' | 'abstain',
  reason: string,
  predicted: string | null,
): EventBody => ({ event_type: 'critic_verdict', turn, attempt, by, verdict: said, reason, predicted })

interface HelperQuestion {
  readonly asks: string
  readonly answers?: string
  readonly fails?: string
}

/** One call of a helper, answered or failed. */
function helper(
  role: 'critic' | 'reflector',
  turn: number,
  { asks, answers, fails }: HelperQuestion,
): readonly EventBody[] {
  const call = { turn, iteration: 1, role }
  return [
    {
      event_type: 'llm_request',
      ...call,
      model: `${role}-1`,
      messages_kept: 0,
      messages_added: [
        { role: 'system', content: `You are the ${role}.` },
        { role: 'user', content: asks },
      ],
      tool_set: null,
      tool_choice: 'none',
      response_format: 'json_schema',
      sampling: { temperature: 0, top_p: null, top_k: null, min_p: null, max_tokens: 200, seed: null },
      forced: false,
    },
    ...(fails === undefined
      ? []
      : [{ event_type: 'llm_error', ...call, code: '503', message: fails, attempt: 1, retry_in_ms: null } as const]),
    ...(answers === undefined
      ? []
      : [
          {
            event_type: 'llm_response',
            ...call,
            model: `${role}-1`,
            content: answers,
            reasoning: null,
            tool_calls: [],
            finish_reason: 'stop',
            usage: { input: 2040, output: 60, cached: 0, reasoning: null, estimated: false },
            cost_usd: 0.0011,
            time_to_first_token_ms: 210,
            duration_ms: 640,
            system_fingerprint: null,
          } as const,
        ]),
  ]
}
