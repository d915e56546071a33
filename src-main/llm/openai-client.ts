import { setTimeout as wait } from 'node:timers/promises'
import type { OpenAI } from 'openai'
import { ZodError } from 'zod'
import { isRecord } from '@shared/base/json/is-record'
import { cutText } from '@shared/base/whole-characters'
import type { LeftOut } from '@shared/contract/models'
import type { Settings } from '@shared/settings/settings'
import { boundFetch } from '../base/limits/bound-fetch'
import { asTooMuch } from '../base/limits/too-much-error'
import type { SecretMask } from '../secrets/secret-mask'
import { type ChatClient, type ChatReply, type ChatRequest, LlmError } from './chat-client'
import type { Endpoint } from './endpoint'
import { AnswerError, StreamError } from './failure/attempt-errors'
import { createCircuitBreaker } from './failure/circuit-breaker'
import { explainFailure } from './failure/explain-failure'
import { causes, type Failure, readFailure, readRefusal, type Refusal } from './failure/failure'
import { createModelSupport } from './model-support'
import { errorInChunk, fetchEvents } from './reply/envelope'
import { maskDeltas } from './reply/mask-deltas'
import { startReply } from './reply/reply-assembly'
import { startWatchdog } from './reply/reply-watchdog'
import { createLearned } from './request/learned'
import { isNew, refusedPart } from './request/left-out'
import {
  offerTools,
  type OfferedTools,
  refusedTool,
  type RefusedTools,
  refusesTools,
  restoreArguments,
} from './request/offered-tools'
import { createToolNames, type ToolNames } from './request/tool-names'
import { namesIn, toWireBody, type WireBody } from './request/wire-request'

export interface ChatClientOptions {
  readonly endpoint: Endpoint
  /** Masks the key and every other secret that the endpoint may repeat. */
  readonly mask: SecretMask
  readonly retry: Settings['retry']
  readonly limits: Settings['limits']
  /** Models to try in order when the requested one fails permanently. */
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
export function createChatClient({
  endpoint,
  mask,
  retry,
  limits,
  fallbackModels = [],
  sleep = sleepFor,
  now = Date.now,
  clock = () => performance.now(),
  random = Math.random,
}: ChatClientOptions): ChatClient {
  const { baseUrl, profile } = endpoint
  const breaker = createCircuitBreaker(retry, clock)

  const assertBreakerLetsThrough = () => {
    const waitMs = breaker.blockedForMs()
    if (waitMs > 0)
      throw new LlmError(
        'unavailable',
        'circuit_open',
        `${baseUrl} failed too often in a row; the next attempt is allowed in ${Math.ceil(waitMs / 1000)} s.`,
      )
  }

  const learned = endpoint.learned ?? createLearned()
  /** Refused tools by model. They are not stored: servers change their tools. */
  const refusedTools = new Map<string, RefusedTools>()
  const reported = new Set<string>()

  const refuseTool = (model: string, name: string, reason: string, form: 'none' | null = null) => {
    const tools = new Map(refusedTools.get(model))
    tools.set(name, { form: form ?? (tools.has(name) ? 'none' : 'least'), reason: cutText(reason, LONGEST_REASON) })
    refusedTools.set(model, tools)
  }

  /** Each tool is reported once. */
  const reportLeftOut = ({ leftOut }: OfferedTools, model: string, request: ChatRequest) => {
    for (const { name, reason } of leftOut) {
      const key = `${model} ${name}`
      if (reported.has(key)) continue
      reported.add(key)
      request.onAdapted?.({ kind: 'tool', model, name, instead: null, reason })
    }
  }

  /** Retries until a whole reply arrives, the failure is final, or the retries are used up. */
  const completeWith = async (model: string, request: ChatRequest): Promise<ChatReply> => {
    const known = learned.of(baseUrl, model)
    const refused: LeftOut[] = []
    let failures = 0
    let sent = ''
    for (let attempt = 1; ; attempt++) {
      assertBreakerLetsThrough()
      await endpoint.gate?.pass(baseUrl, request.signal)
      const leftOut = new Map([...known, ...refused].map(({ name, instead }) => [name, instead]))
      const names = createToolNames(namesIn(request))
      const tools = refusedTools.get(model)
      const body = toWireBody({ ...request, model }, profile, names, { leftOut, tools })
      const text = JSON.stringify(body)
      if (text !== sent) request.onSent?.(body)
      sent = text
      const offered = offerTools(request.tools ?? [], profile, tools)
      const report = (failure: Failure, retryInMs: number | null): LlmError => {
        const continuesInMs = retryInMs === null ? pauseFor(failure, retry) : null
        const problem = explainFailure(failure, { endpoint, model, mask, continuesInMs })
        request.onAttemptFailed({ attempt, code: failure.code, message: problem.message, retryInMs })
        return problem
      }
      try {
        const reply = await attemptOnce({ ...request, model }, body, names, { endpoint, retry, limits, mask })
        breaker.succeeded()
        if (refused.length > 0) await learned.learn(baseUrl, model, refused)
        for (const { name, instead, reason } of refused)
          request.onAdapted?.({ kind: 'parameter', model, name, instead, reason })
        reportLeftOut(offered, model, request)
        return { ...reply, toolCalls: reply.toolCalls.map((call) => restoreArguments(call, offered)) }
      } catch (error) {
        request.signal.throwIfAborted()
        // It was not sent: there is no key, or none that may go there.
        if (error instanceof LlmError) throw error
        const failure = readFailure(error, now())
        const refusal = failure.code === 'context_length' ? null : readRefusal(error)
        const tool = refusal && refusedTool(refusal, offered, names)
        const toolsRefused = refusal && body.tools && refusesTools(refusal.message) ? offered.tools : []
        if (refusal && (tool !== null || toolsRefused.length > 0)) {
          if (tool !== null) refuseTool(model, tool, refusal.message)
          else for (const { name } of toolsRefused) refuseTool(model, name, refusal.message, 'none')
          report(failure, 0)
          continue
        }
        const part = refusal && refusedPartOf(refusal, body)
        if (part !== null && isNew(leftOut, part)) {
          refused.push({ ...part, at: new Date(now()).toISOString() })
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
        await sleep(retryInMs, request.signal)
      }
    }
  }

  const readModels = async (signal: AbortSignal): Promise<unknown> => {
    const sdk = await openSdk(endpoint, retry, limits, mask)
    try {
      return mask.deep<unknown>(await sdk.get('/models', { signal, timeout: MODEL_LIST_TIMEOUT_MS }))
    } catch (error) {
      signal.throwIfAborted()
      // Not JSON, so not a list.
      if (error instanceof SyntaxError) return null
      throw explainFailure(readFailure(error, now()), { endpoint, model: null, mask })
    }
  }

  const support = createModelSupport(profile.publishesParameters ? readModels : null)

  return {
    readModels,
    supportsTools: support.takesTools,
    contextLength: support.contextLength,
    async complete(request) {
      request.signal.throwIfAborted()
      const models = [request.model, ...fallbackModels]
      for (const [position, model] of models.entries()) {
        try {
          return await completeWith(model, request)
        } catch (error) {
          if (!(error instanceof LlmError) || position === models.length - 1) throw error
        }
      }
      throw new Error('No model is configured.')
    },
  }
}

/** Longest wait of the first turn for the model list, which is optional. */
const MODEL_LIST_TIMEOUT_MS = 5000

/** The openai package is loaded at the first request: it costs more than the rest of the start. */
async function openSdk(
  endpoint: Endpoint,
  retry: Settings['retry'],
  { line_bytes }: Settings['limits'],
  mask: SecretMask,
  onDone: () => void = () => {},
): Promise<OpenAI> {
  const apiKey = usableKey(endpoint)
  const { OpenAI: Sdk } = await import('openai')
  const title = endpoint.profile.name === 'openrouter' ? { 'X-Title': 'ZorkGPT' } : {}
  return new Sdk({
    baseURL: endpoint.readUrl(),
    apiKey,
    maxRetries: 0,
    timeout: retry.timeout_seconds * 1000,
    logLevel: 'off',
    defaultHeaders: { ...title, ...endpoint.readHeaders() },
    organization: null,
    project: null,
    fetch: fetchEvents(boundFetch({ maxMessageBytes: line_bytes }), mask, onDone),
  })
}

/** The package requires a key; an endpoint on this machine ignores it. */
const NO_KEY = 'none'

function usableKey({ baseUrl, profile: { keyVariable, keyIsOptional }, readApiKey }: Endpoint): string {
  const apiKey = readApiKey()
  if (apiKey) return apiKey
  if (keyIsOptional) return NO_KEY
  throw new LlmError(
    'refused',
    'missing_key',
    `There is no API key for ${baseUrl}. Set the environment variable ${keyVariable}, or enter the key in the settings.`,
  )
}

interface AttemptOptions {
  readonly endpoint: Endpoint
  readonly retry: Settings['retry']
  readonly limits: Settings['limits']
  readonly mask: SecretMask
}

async function attemptOnce(
  request: ChatRequest,
  body: WireBody,
  names: ToolNames,
  { endpoint, retry, limits, mask }: AttemptOptions,
): Promise<ChatReply> {
  let isDone = false
  const sdk = await openSdk(endpoint, retry, limits, mask, () => {
    isDone = true
    expectRest()
  })
  const reply = startReply(request.model, names, limits.reply_bytes)
  const masked = maskDeltas(request.onDelta, mask)
  const watchdog = startWatchdog(request.signal, limits.reply_seconds)
  const expectRest = () => {
    const isAtEnd = isDone || reply.isFinished()
    const awaitsUsage = !isDone && !reply.hasUsage() && body.stream_options !== undefined
    const seconds = awaitsUsage ? USAGE_SECONDS : END_SECONDS
    watchdog.expectWithin(isAtEnd ? seconds : retry.idle_timeout_seconds, 'stalled')
  }
  const startedAt = performance.now()
  let firstTokenAt: number | null = null
  try {
    watchdog.expectWithin(retry.timeout_seconds, 'timeout')
    // The package's types lack reasoning fields and other providers' keys; the body is typed where it is built.
    const params = body as unknown as OpenAI.ChatCompletionCreateParamsStreaming
    for await (const chunk of await sdk.chat.completions.create(params, { signal: watchdog.signal })) {
      const error = errorInChunk(chunk)
      if (error !== null) throw new AnswerError(null, null, mask.deep(error))
      for (const delta of reply.add(chunk)) {
        firstTokenAt ??= performance.now()
        masked.add(delta)
      }
      expectRest()
    }
    watchdog.signal.throwIfAborted()
  } catch (error) {
    request.signal.throwIfAborted()
    const why: unknown = watchdog.signal.aborted ? watchdog.signal.reason : error
    // Nothing but the end of the stream is missing.
    const isWhole = (isDone || reply.isFinished()) && isBreak(why)
    if (!isWhole) throw readStreamError(why, mask)
  } finally {
    watchdog.stop()
  }
  if (!reply.isFinished() && !(isDone && reply.hasContent()))
    throw new StreamError('stream_cut', 'the reply broke off before its end')
  masked.end()
  return {
    ...mask.deep(reply.finish()),
    timeToFirstTokenMs: firstTokenAt && firstTokenAt - startedAt,
    durationMs: performance.now() - startedAt,
  }
}

/**
 * Seconds that a stream may stay open after the finish reason: until the usage that was asked for, or only until its
 * own end, after which the connection can be used again. Some servers leave it open.
 */
const USAGE_SECONDS = 2
const END_SECONDS = 0.1

/** The error of an attempt, from one of the package. */
function readStreamError(error: unknown, mask: SecretMask): unknown {
  const tooMuch = causes(error)
    .map(asTooMuch)
    .find((cause) => cause !== null)
  if (tooMuch) return new StreamError('too_long', `it ${tooMuch.message} (setting limits.line_bytes)`)
  if (error instanceof ZodError || error instanceof SyntaxError)
    return new StreamError('bad_chunk', 'the stream contains data that is not a chat completion chunk')
  // The package throws an error inside a stream as its own.
  if (isRecord(error) && error.error !== undefined)
    return new AnswerError(null, null, mask.deep({ error: error.error }))
  return error
}

/** Whether a stream broke off or fell silent, in contrast to an error that it contains. */
const isBreak = (error: unknown): boolean =>
  error instanceof StreamError ? error.code === 'stalled' : error instanceof TypeError && !causes(error).some(asTooMuch)

/** Longest reason, in characters, that is stored with a refused part. */
const LONGEST_REASON = 300

function refusedPartOf(refusal: Refusal, body: WireBody): Omit<LeftOut, 'at'> | null {
  const part = refusedPart(refusal, body)
  return part && { ...part, reason: cutText(refusal.message, LONGEST_REASON) }
}

/** Longest pause after which an episode continues by itself. */
const LONGEST_PAUSE_MS = 24 * 3_600_000

/** The wait that the endpoint asked for, if it is longer than the longest delay. */
function pauseFor({ verdict, retryAfterMs }: Failure, { max_delay }: Settings['retry']): number | null {
  const isPause = verdict === 'retry' && retryAfterMs !== null && retryAfterMs > max_delay * 1000
  return isPause && retryAfterMs <= LONGEST_PAUSE_MS ? retryAfterMs : null
}

/** Null if the endpoint requests a longer delay than the settings allow. */
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
