import { RequestError } from './chat-request'
import type { Completion } from './completion'
import { noise } from '../memory/seeded-noise'

/**
 * The endpoint as a mock model for tests: asked for as `builtin/explorer-1?fault=KIND`, or with the header
 * `x-explorer-fault: fault=KIND`, it misbehaves in one way. Such a name is in no list of models, so no ranked run meets
 * one by accident. Further parameters, joined by `&`: `turn=N` only in turn N; `rate=0.3` in that share of requests,
 * picked by `seed=S`; `times=N` only the first N requests that fit.
 */
export const FAULT_KINDS = [
  // The request is turned away
  'bad_request',
  'unauthorized',
  'rate_limit',
  'server_error',
  'reset',
  // The reply is not what was asked for
  'malformed_json',
  'fenced_json',
  'empty',
  'refusal',
  'length',
  'reasoning_only',
  // Tool calls go wrong; only where tools are offered
  'unknown_tool',
  'bad_arguments',
  'parallel_calls',
  'endless_calls',
  // The stream goes wrong
  'slow',
  'stall',
  'cut',
  'broken_chunk',
  'no_usage',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

export interface Fault {
  readonly kind: FaultKind
  readonly turn: number | null
  readonly rate: number
  readonly times: number
  readonly seed: number
}

/**
 * The fault that a model name asks for after its `?`. Throws a RequestError for a kind or a parameter that there is
 * not, and for a value that is no number.
 */
export function parseFault(query: string): Fault {
  const parameters = new URLSearchParams(query)
  const kind = FAULT_KINDS.find((known) => known === parameters.get('fault'))
  const unknown = [...parameters].find(
    ([name, value]) =>
      name !== 'fault' && !(['turn', 'rate', 'times', 'seed'].includes(name) && /^\d+(?:\.\d+)?$/.test(value)),
  )
  if (kind === undefined || unknown !== undefined)
    throw new RequestError(
      404,
      'model_not_found',
      `There is no such fault: "${query}". The kinds are ${FAULT_KINDS.join(', ')}; the parameters turn, rate, times and seed take numbers.`,
    )
  const number = (name: string, otherwise: number) => (parameters.has(name) ? Number(parameters.get(name)) : otherwise)
  return {
    kind,
    turn: parameters.has('turn') ? number('turn', 0) : null,
    rate: number('rate', 1),
    times: number('times', Infinity),
    seed: number('seed', 0),
  }
}

/**
 * Whether a fault befalls a request that belongs to `turn`, is told apart by `id`, and was met by `before` faults of
 * the same name.
 */
export function befalls(
  { turn, rate, times, seed }: Fault,
  request: { readonly turn: number; readonly id: string; readonly before: number },
): boolean {
  return (
    (turn === null || turn === request.turn) && request.before < times && (rate >= 1 || noise(seed, request.id) < rate)
  )
}

/**
 * Throws the error that a fault of the first group stands for. A reset has no reply at all and is the endpoint's to
 * make.
 */
export function turnAway(kind: FaultKind): void {
  if (kind === 'bad_request') throw new RequestError(400, 'invalid_request', 'Fault: this request is refused.')
  if (kind === 'unauthorized') throw new RequestError(401, 'invalid_api_key', 'Fault: the API key is not valid.')
  if (kind === 'rate_limit')
    throw new RequestError(429, 'rate_limit_exceeded', 'Fault: too many requests.', { 'retry-after': '1' })
  if (kind === 'server_error') throw new RequestError(500, 'internal_error', 'Fault: the server failed.')
}

/** The reply as a fault of the second or third group leaves it. `tools` are the names that were offered. */
export function distort(completion: Completion, kind: FaultKind, tools: readonly string[]): Completion {
  const content = completion.content ?? ''
  const say = (text: string | null): Completion => ({
    ...completion,
    content: text,
    toolCalls: [],
    finishReason: 'stop',
  })
  const call = (...calls: readonly { readonly name: string; readonly arguments: string }[]): Completion =>
    tools.length === 0
      ? completion
      : {
          ...completion,
          content: null,
          finishReason: 'tool_calls',
          toolCalls: calls.map((made, index) => ({ ...made, id: `call_${completion.id}_${index}` })),
        }
  const [first = ''] = tools
  const thought = JSON.stringify({
    thought: 'Once more.',
    thoughtNumber: 1,
    totalThoughts: 1,
    nextThoughtNeeded: false,
  })
  switch (kind) {
    case 'malformed_json':
      return say(content.slice(0, Math.ceil(content.length / 2)))
    case 'fenced_json':
      return say(`Here is my answer:\n\`\`\`json\n${content}\n\`\`\``)
    case 'empty':
      return say('')
    case 'refusal':
      return say('I am sorry, but I cannot help with that.')
    case 'length':
      return { ...say(content.slice(0, Math.ceil(content.length / 3))), finishReason: 'length' }
    case 'reasoning_only':
      return { ...say(null), reasoning: 'I think about it and say nothing.' }
    case 'unknown_tool':
      return call({ name: 'no_such__tool', arguments: '{}' })
    case 'bad_arguments':
      return call({ name: first, arguments: '{"thought": ' })
    case 'parallel_calls':
      return call({ name: first, arguments: thought }, { name: first, arguments: thought })
    case 'endless_calls':
      return call({ name: first, arguments: thought })
    default:
      return completion
  }
}
