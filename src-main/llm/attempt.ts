import type { OpenAI } from 'openai'
import { ZodError } from 'zod'
import { isRecord } from '@shared/base/json/is-record'
import type { Settings } from '@shared/settings/settings'
import { boundFetch } from '../base/limits/bound-fetch'
import { asTooMuch } from '../base/limits/too-much-error'
import type { SecretMask } from '../secrets/secret-mask'
import { type ChatReply, type ChatRequest, LlmError } from './chat-client'
import type { Endpoint } from './endpoint'
import { AnswerError, StreamError } from './failure/attempt-errors'
import { causes } from './failure/failure'
import { isLoopback } from './find-profile'
import { errorInChunk, fetchEvents } from './reply/envelope'
import { maskDeltas } from './reply/mask-deltas'
import { startReply } from './reply/reply-assembly'
import { startWatchdog } from './reply/reply-watchdog'
import type { ToolNames } from './request/tool-names'
import type { WireBody } from './request/wire-request'

export interface AttemptOptions {
  readonly endpoint: Endpoint
  /** Masks the key and every other secret that the endpoint may repeat. */
  readonly mask: SecretMask
  readonly retry: Settings['retry']
  readonly limits: Settings['limits']
}

/**
 * Creates a client of the openai package, which is loaded at the first request, because it would slow down the start.
 */
export async function openSdk(
  { endpoint, retry, limits: { line_bytes }, mask }: AttemptOptions,
  onDone: () => void = () => {},
): Promise<OpenAI> {
  const apiKey = usableKey(endpoint)
  const { OpenAI: Sdk } = await import('openai')
  const title = endpoint.profile.name === 'openrouter' ? { 'X-Title': 'ZorkGPT' } : {}
  return new Sdk({
    baseURL: endpoint.readUrl(),
    apiKey,
    maxRetries: 0,
    timeout: firstTokenSeconds(endpoint, retry) * 1000,
    logLevel: 'off',
    defaultHeaders: { ...title, ...endpoint.readHeaders() },
    organization: null,
    project: null,
    fetch: fetchEvents(boundFetch({ maxMessageBytes: line_bytes, send: endpoint.send }), mask, onDone),
  })
}

/** Whether the endpoint is on this computer, where a model may need minutes to read a long prompt. */
export const isOnThisComputer = ({ baseUrl }: Endpoint): boolean => {
  const url = URL.parse(baseUrl)
  return url !== null && isLoopback(url)
}

const firstTokenSeconds = (endpoint: Endpoint, { timeout_seconds, local_timeout_seconds }: Settings['retry']): number =>
  isOnThisComputer(endpoint) ? Math.max(timeout_seconds, local_timeout_seconds) : timeout_seconds

/** The package requires a key. An endpoint that needs none ignores it. */
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

/** Sends the request once. Throws `AnswerError`, `StreamError`, a network error, or `LlmError` if it is not sent. */
export async function attemptOnce(
  request: ChatRequest,
  body: WireBody,
  names: ToolNames,
  options: AttemptOptions,
): Promise<ChatReply> {
  const { retry, limits, mask } = options
  let isDone = false
  const sdk = await openSdk(options, () => {
    isDone = true
    expectRest()
  })
  const reply = startReply(request.model, names, limits.reply_bytes)
  const masked = maskDeltas(request.onDelta, mask)
  const watchdog = startWatchdog(request.signal)
  const isLocal = isOnThisComputer(options.endpoint)
  const expectFirst = () => watchdog.expectWithin(firstTokenSeconds(options.endpoint, retry), 'timeout')
  if (!isLocal) watchdog.limitWhole(limits.reply_seconds)
  const expectRest = () => {
    const isAtEnd = isDone || reply.isFinished()
    const awaitsUsage = !isDone && !reply.hasUsage() && body.stream_options !== undefined
    const seconds = awaitsUsage ? USAGE_SECONDS : END_SECONDS
    watchdog.expectWithin(isAtEnd ? seconds : retry.idle_timeout_seconds, 'stalled')
  }
  const startedAt = performance.now()
  let firstTokenAt: number | null = null
  try {
    expectFirst()
    // The package's types lack reasoning fields and other providers' keys; the body is typed where it is built.
    const params = body as unknown as OpenAI.ChatCompletionCreateParamsStreaming
    for await (const chunk of await sdk.chat.completions.create(params, { signal: watchdog.signal })) {
      const error = errorInChunk(chunk)
      if (error !== null) throw new AnswerError(null, null, mask.deep(error))
      for (const delta of reply.add(chunk)) {
        if (delta.part === 'prompt') {
          request.onDelta(delta)
          expectFirst()
          continue
        }
        firstTokenAt ??= performance.now()
        masked.add(delta)
      }
      // Leaving the loop closes the connection.
      if (reply.isEndless()) break
      // A local server may send empty chunks while it reads the prompt.
      if (isLocal && firstTokenAt === null && !reply.isFinished()) continue
      watchdog.limitWhole(limits.reply_seconds)
      expectRest()
    }
    watchdog.signal.throwIfAborted()
  } catch (error) {
    request.signal.throwIfAborted()
    const why: unknown = watchdog.signal.aborted ? watchdog.signal.reason : error
    // The reply is complete; only the end of the stream is missing.
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
 * Maximum time between a complete reply and the end of its stream, in seconds: while requested usage data is missing,
 * and otherwise. Some servers leave the stream open; the connection can be reused only after its end.
 */
const USAGE_SECONDS = 2
const END_SECONDS = 0.1

/** Converts an error of the package to the error of an attempt. */
function readStreamError(error: unknown, mask: SecretMask): unknown {
  const tooMuch = causes(error)
    .map(asTooMuch)
    .find((cause) => cause !== null)
  if (tooMuch) return new StreamError('too_long', `it ${tooMuch.message} (setting limits.line_bytes)`)
  if (error instanceof ZodError || error instanceof SyntaxError)
    return new StreamError('bad_chunk', 'the stream contains data that is not a chat completion chunk')
  // If the stream contains an error, the package throws it as one of its own errors.
  if (isRecord(error) && error.error !== undefined)
    return new AnswerError(null, null, mask.deep({ error: error.error }))
  return error
}

/** Whether a stream broke or stalled, as opposed to an error that it contains. */
const isBreak = (error: unknown): boolean =>
  error instanceof StreamError ? error.code === 'stalled' : error instanceof TypeError && !causes(error).some(asTooMuch)
