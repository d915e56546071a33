import type { GameObject } from '../../map/location-survey'
import type { EventBody, Facts, LoggedEvent } from '../log/event'
import { emptyEpisode, type EpisodeState } from './episode'
import { EXPLORER_MODEL } from './players'
import { reduceEpisode } from './reduce-episode'

/**
 * A synthetic episode of any length, for tests and benchmarks: a walk over a grid of locations, with the requests,
 * thoughts, tool calls, scores and failures of real play. The same options give the same events.
 */
export interface SampleOptions {
  readonly turns: number
  readonly seed?: number
  readonly locations?: number
  /** Leaves the last turn open, interrupted after its first tool call. */
  readonly openTurn?: boolean
  /** The model that plays, instead of the explorer. */
  readonly model?: string
}

const START = Date.parse('2026-03-02T09:00:00.000Z')
const WAYS = ['north', 'south', 'east', 'west'] as const
const THINGS = ['brass lantern', 'leaflet', 'rusty key', 'coil of rope', 'silver coin', 'jar of oil', 'bread'].map(
  (name, index): GameObject => ({ id: 500 + index, name }),
)

export function sampleEpisode({
  turns,
  seed = 1,
  locations = 24,
  openTurn = false,
  model = EXPLORER_MODEL,
}: SampleOptions): readonly LoggedEvent[] {
  const random = mulberry(seed)
  const columns = Math.ceil(Math.sqrt(locations))
  const nameOf = (location: number) =>
    location % 7 === 6
      ? 'Maze'
      : `${['Gallery', 'Cellar', 'Orchard', 'Landing', 'Kiln Room', 'Quay'][location % 6]} ${1 + Math.floor(location / 6)}`
  const events: LoggedEvent[] = []
  let at = START
  let location = 0
  let score = 0
  let moves = 0
  let inventory: readonly GameObject[] = []
  const put = (body: EventBody, afterMs = 3) => {
    at += afterMs
    events.push({ seq: events.length, at: new Date(at).toISOString(), episode_id: 'sample', ...body })
  }
  const facts = (): Facts => ({
    location: { id: 100 + location, name: nameOf(location) },
    score,
    max_score: 120,
    moves,
    inventory: [...inventory],
    visible: [],
    victory: false,
    game_over: false,
  })
  const observe = (turn: number, action: string | null, text: string) =>
    put({
      event_type: 'observation_made',
      turn,
      action,
      text,
      prompt: '>',
      input: 'line',
      ...facts(),
      notices: [],
      fault: false,
    })

  put({
    event_type: 'episode_started',
    format: 2,
    app_version: '0.1.0',
    header_profile: 'app',
    seed,
    handicap: 'L2',
    turn_limit: turns,
    prompt_sha256: null,
    sampling: SAMPLING,
    settings: {},
    game: {
      title: 'The Sample',
      file_name: 'sample.z5',
      sha256: '0'.repeat(64),
      version: 5,
      release: 1,
      serial: '260302',
    },
    player: {
      ...(model === EXPLORER_MODEL
        ? { kind: 'explorer', label: 'Explorer — rule-based, not an AI model', profile: 'explorer' }
        : { kind: 'llm', label: model, profile: 'generic' }),
      model,
      base_url: 'http://127.0.0.1:1/v1',
    },
  })
  put({ event_type: 'control_changed', mode: 'running', reason: null })
  observe(0, null, `THE SAMPLE\nA made-up story.\n\n${nameOf(0)}\nYou stand at the corner of a large grid of rooms.`)
  put({
    event_type: 'tools_offered',
    turn: 1,
    tool_set: 'sample-tools',
    tools: [
      {
        type: 'function',
        function: {
          name: 'thoughtbox.think',
          description: 'Record one thought of a chain.',
          parameters: { type: 'object', properties: { thought: { type: 'string' } } },
        },
      },
    ],
  })

  for (let turn = 1; turn <= turns; turn++) {
    const exits = WAYS.filter((way) => {
      const to = neighbour(location, way, columns)
      return to >= 0 && to < locations
    })
    const way = exits[Math.floor(random() * exits.length)] ?? 'north'
    const kind = kindOf(random())
    const thing = THINGS[Math.floor(random() * THINGS.length)] as GameObject
    const action = { walk: way, take: `take ${thing.name}`, refused: `frotz the ${thing.name}`, look: 'look' }[kind]
    const thoughts = random() < 0.2 ? 3 : 1

    put({ event_type: 'turn_started', turn }, 40)
    put({
      event_type: 'mcp_session_started',
      turn,
      servers: [{ name: 'thoughtbox', state: 'ready', tool_count: 1, error: null }],
      tool_set: 'sample-tools',
      mcp_wait_ms: random() * 6,
    })
    for (let iteration = 1; iteration <= thoughts + 1; iteration++) {
      const callId = `call-${turn}-${iteration}`
      const isLast = iteration > thoughts
      const thought = {
        thought: `The ${thing.name} may matter later.\nFrom ${nameOf(location)} I have not tried **${way}**; ${action} costs one move.`,
        thoughtNumber: iteration,
        totalThoughts: thoughts,
        nextThoughtNeeded: iteration < thoughts,
        ...(iteration === 3 ? { isRevision: true, revisesThought: 2 } : {}),
      }
      const reply = {
        thinking: `Because ${way} is untried.`,
        action,
        new_objective: turn % 40 === 7 ? `Map the rooms ${way} of ${nameOf(location)}` : null,
      }
      put({ event_type: 'mcp_iteration_start', turn, iteration, max_iterations: 20 })
      put({
        event_type: 'llm_request',
        turn,
        iteration,
        model,
        messages_kept: messagesKept(turn, iteration),
        tool_set: 'sample-tools',
        tool_choice: 'auto',
        response_format: null,
        sampling: SAMPLING,
        forced: false,
        messages_added:
          iteration === 1
            ? [
                ...(turn === 1
                  ? [{ role: 'system' as const, content: 'You play an interactive story. Answer with one action.' }]
                  : []),
                {
                  role: 'user',
                  content: `Turn ${turn}. You are in ${nameOf(location)}. ${'The room is described at length. '.repeat(20)}`,
                },
              ]
            : [
                {
                  role: 'assistant',
                  content: null,
                  tool_calls: [
                    {
                      id: `call-${turn}-${iteration - 1}`,
                      type: 'function',
                      function: { name: 'thoughtbox.think', arguments: '{}' },
                    },
                  ],
                },
                { role: 'tool', content: '{"ok":true}', tool_call_id: `call-${turn}-${iteration - 1}` },
              ],
      })
      if (random() < 0.01)
        put({
          event_type: 'llm_error',
          turn,
          iteration,
          code: 'server_error',
          message: 'The endpoint answered 503.',
          attempt: 1,
          retry_in_ms: 1000,
        })
      const durationMs = 300 + random() * 900
      put(
        {
          event_type: 'llm_response',
          turn,
          iteration,
          model,
          content: isLast ? JSON.stringify(reply) : null,
          reasoning: null,
          finish_reason: isLast ? 'stop' : 'tool_calls',
          cost_usd: 0.0004,
          time_to_first_token_ms: durationMs / 4,
          duration_ms: durationMs,
          system_fingerprint: null,
          tool_calls: isLast
            ? []
            : [
                {
                  id: callId,
                  type: 'function',
                  function: { name: 'thoughtbox.think', arguments: JSON.stringify(thought) },
                },
              ],
          usage: {
            input: 900 + turn * 2,
            output: 60 + Math.floor(random() * 80),
            cached: 700,
            reasoning: null,
            estimated: true,
          },
        },
        durationMs,
      )
      if (isLast) break
      const ref = { turn, iteration, call_id: callId, tool_name: 'thoughtbox.think', server_name: 'thoughtbox' }
      put({ event_type: 'mcp_tool_call', ...ref, arguments: thought })
      if (openTurn && turn === turns) return events
      if (random() < 0.01) put({ event_type: 'mcp_tool_error', ...ref, error: 'The thought is empty.', duration_ms: 4 })
      else
        put({
          event_type: 'mcp_tool_result',
          ...ref,
          result_type: 'text',
          result_length: 42,
          is_error: false,
          duration_ms: 2 + random() * 8,
          content: [{ type: 'text', text: JSON.stringify({ thoughtNumber: iteration, totalThoughts: thoughts }) }],
        })
    }
    put({
      event_type: 'mcp_session_complete',
      turn,
      iterations: thoughts,
      tool_calls_count: thoughts,
      tools_used: ['thoughtbox.think'],
      final_action: action,
    })
    put({
      event_type: 'action_chosen',
      turn,
      action,
      reasoning: `Because ${way} is untried.`,
      new_objective: turn % 40 === 7 ? `Map the rooms ${way} of ${nameOf(location)}` : null,
      source: 'model',
    })
    if (kind === 'refused') observe(turn, action, "That's not a verb I recognise.")
    else {
      moves++
      if (kind === 'walk') location = neighbour(location, way, columns)
      const taken = kind === 'take' && !inventory.includes(thing)
      if (taken) inventory = [...inventory, thing]
      const mishap = kind === 'walk' && random() < 0.03 ? -2 : 0
      const gain = taken ? 5 : mishap
      score += gain
      const text = {
        walk: `${nameOf(location)}\nDust hangs in the light. Passages lead away, and somewhere below a pump is running.`,
        take: taken ? 'Taken.' : 'You already have that.',
        look: `${nameOf(location)}\nYou see nothing that you had not seen before.`,
        refused: '',
      }[kind]
      observe(turn, action, gain > 0 ? `${text}\n\n[Your score has just gone up by ${gain}.]` : text)
    }
    put({
      event_type: 'turn_completed',
      turn,
      duration_ms: 1200 + random() * 1500,
      snapshot: `turn-${turn}.qzl`,
      state_hash: String(turn),
    })
  }
  put({ event_type: 'episode_ended', ended: 'turn_limit', reason: `The limit of ${turns} turns is reached.` })
  return events
}

export const foldEvents = (events: readonly LoggedEvent[]): EpisodeState => events.reduce(reduceEpisode, emptyEpisode)

const SAMPLING = { temperature: 0.6, top_p: 0.95, top_k: 20, min_p: 0, max_tokens: 2000, seed: 1 }

/** The kind of a turn for a number from 0 to 1. */
function kindOf(dice: number): 'walk' | 'take' | 'refused' | 'look' {
  if (dice < 0.62) return 'walk'
  if (dice < 0.74) return 'take'
  return dice < 0.86 ? 'refused' : 'look'
}

/**
 * Number of messages that a request shares with the previous one: only the system prompt in the first request of a
 * later turn.
 */
function messagesKept(turn: number, iteration: number): number {
  if (iteration > 1) return iteration * 2 - 2
  return turn === 1 ? 0 : 1
}

function neighbour(location: number, way: (typeof WAYS)[number], columns: number): number {
  const column = location % columns
  if ((way === 'west' && column === 0) || (way === 'east' && column === columns - 1)) return -1
  return location + { north: -columns, south: columns, east: 1, west: -1 }[way]
}

/** A small generator with a period of 2^32 (Mulberry32); returns numbers in [0, 1). */
function mulberry(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const forkEvent = (turn: number): EventBody => ({
  event_type: 'episode_forked',
  parent_episode_id: 'sample',
  parent_turn: turn,
  app_version: '0.1.0',
  player: { kind: 'llm', label: 'm-1', model: 'm-1', base_url: null, profile: null },
  turn_limit: 40,
  prompt_sha256: 'b',
  sampling: null,
  settings: { run: { turns: 40 } },
})

/** The answer of a model to a request of a server, which costs one dollar. */
export const serverAnswer = (turn: number): LoggedEvent => ({
  event_type: 'mcp_server_request',
  seq: 0,
  at: '2026-03-02T09:00:00.000Z',
  episode_id: 'sample',
  turn,
  server_name: 'sample',
  method: 'sampling/createMessage',
  outcome: 'answered',
  request: '[]',
  answer: 'yes',
  usage: { input: 7, output: 3, cached: null, reasoning: null, estimated: false },
  cost_usd: 1,
})
