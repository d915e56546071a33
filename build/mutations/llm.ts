import type { PlantedBreak } from './planted-break'

const llm = (name: string): string => `src-main/llm/${name}`
const CLIENT = [llm('openai-client.test.ts')]
const BREAKER = [llm('circuit-breaker.test.ts'), ...CLIENT]

export const LLM_BREAKS: readonly PlantedBreak[] = [
  {
    name: 'breaker-counts-refusals', file: llm('openai-client.ts'),
    means: 'requests that are refused for themselves shut the endpoint off',
    find: `if (failure.verdict !== 'refused') breaker.failed()`,
    put: 'breaker.failed()',
  },
  {
    name: 'breaker-one-late', file: llm('circuit-breaker.ts'),
    means: 'the breaker opens one failure late',
    tests: BREAKER,
    find: 'failures < settings.circuit_breaker_failure_threshold',
    put: 'failures <= settings.circuit_breaker_failure_threshold',
  },
  {
    name: 'breaker-closes-early', file: llm('circuit-breaker.ts'),
    means: 'one success after an outage is taken for health',
    tests: BREAKER,
    find: 'if (successesWanted > 0) return',
    put: 'successesWanted = 0',
  },
  {
    name: 'breaker-never-forgets', file: llm('circuit-breaker.ts'),
    means: 'failures of a whole day open the breaker though successes lay between',
    tests: BREAKER,
    find: '      failures = 0\n',
    put: '',
  },
  {
    name: 'one-retry-less', file: llm('openai-client.ts'),
    means: 'an outage pauses the episode one retry too early',
    find: 'attempt > retry.max_retries',
    put: 'attempt >= retry.max_retries',
  },
  {
    name: 'waits-as-told', file: llm('openai-client.ts'),
    means: 'an endpoint that asks for a day of patience gets it',
    find: 'retryAfterMs > max_delay * 1000 ? null : retryAfterMs',
    put: 'retryAfterMs',
  },
  {
    name: 'busy-is-final', file: llm('failure.ts'),
    means: 'a busy endpoint (429) is not tried again',
    tests: CLIENT,
    find: '[408, 409, 425, 429]',
    put: '[408, 409, 425]',
  },
  {
    name: 'out-of-funds-retried', file: llm('failure.ts'),
    means: 'an account without credit is asked again and again',
    tests: CLIENT,
    find: ` || property(error, 'code') === 'insufficient_quota'`,
    put: '',
  },
  {
    name: 'stalled-stream', file: llm('openai-client.ts'),
    means: 'a stream that says nothing more holds the episode for ever',
    find: `watchdog.expectWithin(idle_timeout_seconds, 'stalled')`,
    put: 'watchdog.stop()',
  },
  {
    name: 'cut-stream-as-reply', file: llm('openai-client.ts'),
    means: 'half a reply counts as the whole',
    find: 'if (!reply.isFinished())',
    put: 'if (reply.isFinished() === undefined)',
  },
  {
    name: 'reply-unmasked', file: llm('openai-client.ts'),
    means: 'a key that the endpoint says again reaches the log',
    find: '...mask.deep(reply.finish())',
    put: '...reply.finish()',
    tests: [...CLIENT, 'src-main/host/planted-secrets.test.ts'],
  },
  {
    name: 'end-of-reply-held-back', file: llm('openai-client.ts'),
    means: 'the last characters of a streamed reply are not shown',
    find: 'masked.end()',
    put: '',
    tests: [...CLIENT, 'src-main/host/planted-secrets.test.ts'],
  },
  {
    name: 'error-unmasked', file: llm('openai-client.ts'),
    means: 'a key in an error message reaches the log',
    find: 'mask.text(said)',
    put: 'said',
    tests: [...CLIENT, 'src-main/host/planted-secrets.test.ts'],
  },
  {
    name: 'hidden-retries', file: llm('openai-client.ts'),
    means: 'the package tries again by itself, unseen by breaker and log',
    find: 'maxRetries: 0',
    put: 'maxRetries: 2',
  },
  {
    name: 'no-fallback-model', file: llm('openai-client.ts'),
    means: 'fallback models are never asked',
    find: 'position === models.length - 1',
    put: 'position === 0',
  },
  {
    name: 'key-to-any-address', file: llm('endpoint.ts'),
    means: 'the key of the settings goes to whatever address is asked',
    find: 'const isOfSettings = baseUrl === client_base_url',
    put: 'const isOfSettings = baseUrl !== undefined || client_base_url',
  },
  {
    name: 'colliding-wire-names', file: llm('tool-names.ts'),
    means: 'two tools have one name on the wire (P34, P35)',
    find: ' || fromWire.has(plain)',
    put: '',
  },
  {
    name: 'long-wire-names', file: llm('tool-names.ts'),
    means: 'an endpoint refuses every request because of one long tool name',
    find: 'plain.length > MAX_LENGTH',
    put: 'plain.length > 2 * MAX_LENGTH',
  },
  {
    name: 'call-ids-used-twice', file: llm('reply-assembly.ts'),
    means: 'of two calls with one id only one is answered',
    find: ` || used.has(id)`,
    put: '',
  },
  {
    name: 'calls-run-together', file: llm('reply-assembly.ts'),
    means: 'the arguments of two calls become one text',
    find: 'calls.findLast((call) => call.index === index)',
    put: 'calls.at(-1)',
  },
  {
    name: 'bad-arguments-sent-back', file: llm('wire-request.ts'),
    means: 'one bad tool call makes the endpoint refuse the rest of the turn',
    find: `isJsonObject(text) ? text : '{}'`,
    put: 'text',
  },
  {
    name: 'five-cache-marks', file: llm('wire-request.ts'),
    means: 'a long turn is refused for having too many cache marks',
    find: 'const MAX_BREAKPOINTS = 4',
    put: 'const MAX_BREAKPOINTS = 5',
  },
  {
    name: 'variant-without-tools', file: llm('model-support.ts'),
    means: 'a routed variant of a model counts as unknown',
    find: 'known.get(withoutVariant(model)) ?? ',
    put: '',
  },
  {
    name: 'reasoning-not-echoed', file: llm('reply-assembly.ts'),
    means: 'an endpoint that wants its reasoning back refuses the next call',
    find: `if (delta.reasoning_content) reasoningField = 'reasoning_content'`,
    put: '',
  },
]
