import { setTimeout as wait } from 'node:timers/promises'
import type { Settings } from '@shared/settings/settings'
import { attemptOnce, type AttemptOptions, isOnThisComputer, openSdk } from './attempt'
import { type ChatClient, type ChatReply, type ChatRequest, LlmError } from './chat-client'
import { createCircuitBreaker } from './failure/circuit-breaker'
import { explainFailure } from './failure/explain-failure'
import { type Failure, readFailure, readRefusal } from './failure/failure'
import { createModelFacts } from './model-facts'
import { createAdapter } from './request/adapted-request'
import { createLearned } from './request/learned'

export interface ChatClientOptions extends AttemptOptions {
  /** Models to try in order after the requested one has failed with an `LlmError`. */
  readonly fallbackModels?: readonly string[]
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Wall clock, ms, for `Retry-After` dates. */
  readonly now?: () => number
  /** Monotonic, ms. */
  readonly clock?: () => number
  /** In [0, 1), for the jitter of the waits. */
  readonly random?: () => number
}

/** A chat client for any OpenAI Chat Completions endpoint. Always streams. Concurrent calls are allowed. */
export function createChatClient(options: ChatClientOptions): ChatClient {
  const { endpoint, mask, retry, fallbackModels = [], sleep = sleepFor, now = Date.now, random = Math.random } = options
  const { clock = () => performance.now() } = options
  const { baseUrl, profile } = endpoint
  const breaker = createCircuitBreaker(retry, clock)
  let lastProblem = ''

  const assertBreakerLetsThrough = () => {
    const waitMs = breaker.blockedForMs()
    if (waitMs > 0)
      throw new LlmError(
        'unavailable',
        'circuit_open',
        `${lastProblem} It failed too often in a row; the next attempt is allowed in ${Math.ceil(waitMs / 1000)} s.`,
      )
  }

  /**
   * A timeout of a local server is final: the server is still busy with the request, and a second one would wait too.
   */
  const finalIfRead = (failure: Failure): Failure =>
    failure.code === 'timeout' && isOnThisComputer(endpoint) ? { ...failure, verdict: 'unavailable' } : failure

  const adapt = createAdapter({ baseUrl, profile, learned: endpoint.learned ?? createLearned(), now })

  /** Retries until a whole reply arrives, the failure is final, or the retries are used up. */
  const completeWith = async (request: ChatRequest): Promise<ChatReply> => {
    const { model } = request
    const adapted = adapt(request)
    let failures = 0
    let sent = ''
    for (let attempt = 1; ; attempt++) {
      assertBreakerLetsThrough()
      await endpoint.gate?.pass(baseUrl, request.signal)
      const body = adapted.body(request.seedOf ? request.seedOf(failures) : request.sampling.seed)
      const text = JSON.stringify(body)
      if (text !== sent) request.onSent?.(body)
      sent = text
      const report = (failure: Failure, retryInMs: number | null): LlmError => {
        const continuesInMs = retryInMs === null ? pauseFor(failure, retry) : null
        const problem = explainFailure(failure, { endpoint, model, mask, continuesInMs })
        request.onAttemptFailed({ attempt, code: failure.code, message: problem.message, retryInMs })
        lastProblem = problem.message
        return problem
      }
      try {
        const reply = await attemptOnce(request, body, adapted.names, options)
        breaker.succeeded()
        return await adapted.accept(reply)
      } catch (error) {
        request.signal.throwIfAborted()
        // The request was not sent: a key is missing or belongs to another address.
        if (error instanceof LlmError) throw error
        const failure = finalIfRead(readFailure(error, now()))
        const refusal = failure.code === 'context_length' ? null : readRefusal(error)
        if (refusal && adapted.leaveOut(refusal)) {
          report(failure, 0)
          continue
        }
        if (failure.retryAfterMs !== null) endpoint.gate?.hold(baseUrl, failure.retryAfterMs)
        if (failure.verdict !== 'refused') breaker.failed()
        failures++
        const retryInMs =
          failures > retry.max_retries || failure.verdict !== 'retry' || breaker.blockedForMs() > 0
            ? null
            : retryDelay(failures, failure, retry, random)
        const problem = report(failure, retryInMs)
        if (retryInMs === null) throw problem
        if (await isCutShort(retryInMs, request)) sent = ''
      }
    }
  }

  /** Waits before the next attempt. True if a person ended the wait. */
  const isCutShort = async (ms: number, { signal, waitSignal }: ChatRequest): Promise<boolean> => {
    const wait = waitSignal?.()
    try {
      await sleep(ms, wait ? AbortSignal.any([signal, wait]) : signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!wait?.aborted) throw error
    }
    return wait?.aborted === true
  }

  const readModels = async (signal: AbortSignal): Promise<unknown> => {
    const sdk = await openSdk(options)
    try {
      return mask.deep<unknown>(await sdk.get('/models', { signal, timeout: MODEL_LIST_TIMEOUT_MS }))
    } catch (error) {
      signal.throwIfAborted()
      // Not JSON, so not a list.
      if (error instanceof SyntaxError) return null
      throw explainFailure(readFailure(error, now()), { endpoint, model: null, mask })
    }
  }

  /** Reads addresses outside OpenAI's API. */
  const readServer = (signal: AbortSignal) => async (path: string, body?: object) => {
    try {
      const sdk = await openSdk(options)
      const address = endpoint.readUrl().replace(/\/v1\/?$/, '') + path
      const request = { signal, timeout: MODEL_LIST_TIMEOUT_MS }
      return mask.deep<unknown>(await (body ? sdk.post(address, { ...request, body }) : sdk.get(address, request)))
    } catch {
      return null
    }
  }
  const reader = { profile: profile.name, readModels, readServer }
  const facts = createModelFacts(profile.listsFacts ? reader : null)

  return {
    reader,
    takesFormatWithTools: profile.takesFormatWithTools,
    supportsTools: facts.takesTools,
    contextLength: facts.contextLength,
    async complete(request) {
      request.signal.throwIfAborted()
      const models = [request.model, ...fallbackModels]
      for (const [position, model] of models.entries()) {
        try {
          return await completeWith({ ...request, model })
        } catch (error) {
          request.signal.throwIfAborted()
          if (!(error instanceof LlmError) || position === models.length - 1) throw error
        }
      }
      throw new Error('No model is configured.')
    },
  }
}

/** Longest wait of the first turn for the model list, which is optional. */
const MODEL_LIST_TIMEOUT_MS = 5000

/** Longest pause after which an episode continues by itself. */
const LONGEST_PAUSE_MS = 24 * 3_600_000

/** The wait that the endpoint requested, ms, if it is longer than `max_delay` and at most a day; else null. */
function pauseFor({ verdict, retryAfterMs }: Failure, { max_delay }: Settings['retry']): number | null {
  const isPause = verdict === 'retry' && retryAfterMs !== null && retryAfterMs > max_delay * 1000
  return isPause && retryAfterMs <= LONGEST_PAUSE_MS ? retryAfterMs : null
}

/** The delay before the next attempt, ms; null if the endpoint requests a longer one than the settings allow. */
function retryDelay(
  attempt: number,
  { retryAfterMs }: Failure,
  { initial_delay, exponential_base, max_delay, jitter_factor }: Settings['retry'],
  random: () => number,
): number | null {
  if (retryAfterMs !== null) return retryAfterMs > max_delay * 1000 ? null : retryAfterMs
  const seconds = Math.min(max_delay, initial_delay * exponential_base ** (attempt - 1))
  return seconds * 1000 * (1 + jitter_factor * random())
}

const sleepFor = async (ms: number, signal: AbortSignal) => {
  try {
    await wait(ms, undefined, { signal })
  } catch {
    signal.throwIfAborted()
  }
}
