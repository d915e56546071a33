import { type ChatRequestBody, RequestError } from '../../base/chat-endpoint/chat-request'
import { promptOf } from './chat-prompt'
import type { EvaluatedPrompt, PromptProgress } from './evaluated-prompt'
import { grammarOf } from './json-grammar'
import type { NativeModel, NativeSampling } from './native-model'
import { CALL_MARKS, type ToolCall, ToolCallReader } from './tool-call-reader'

export type AnswerPiece =
  | { readonly kind: 'progress'; readonly progress: PromptProgress; readonly ms: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'calls'; readonly calls: readonly ToolCall[] }
  | { readonly kind: 'end'; readonly reason: 'stop' | 'length' | 'tool_calls'; readonly counts: AnswerCounts }

export interface AnswerCounts {
  readonly promptTokens: number
  readonly cachedTokens: number
  readonly answerTokens: number
  readonly promptMs: number
  readonly answerMs: number
}

export interface Answerer {
  readonly model: NativeModel
  readonly prompt: EvaluatedPrompt
  readonly template: string
  /** Monotonic, ms. */
  readonly now: () => number
}

/** Answers one request. Throws a `RequestError` if it cannot be answered, and the signal's reason when aborted. */
export async function* answerChat(
  request: ChatRequestBody,
  { model, prompt, template, now }: Answerer,
  signal: AbortSignal,
): AsyncGenerator<AnswerPiece> {
  const tokens = model.tokenize(promptOf(request, template, model))
  if (tokens.length >= model.contextLength)
    throw new RequestError(
      400,
      'exceed_context_size_error',
      `the request exceeds the available context size: it has ${tokens.length} tokens, and the context size is ${model.contextLength} tokens`,
    )
  const sampling = samplingOf(request)
  const began = now()
  let cachedTokens = 0
  for await (const progress of prompt.read(tokens, signal)) {
    cachedTokens = progress.cache
    yield { kind: 'progress', progress, ms: now() - began }
  }
  const promptRead = now()
  const reader = new ToolCallReader(offeredTools(request).map(({ name }) => name))
  const stops = [request.stop ?? []].flat().filter((stop) => stop !== '')
  const most = request.max_completion_tokens ?? request.max_tokens ?? Infinity
  let answerTokens = 0
  let reason: 'stop' | 'length' | 'tool_calls' = 'length'
  const text = new TokenText(model)
  const cut = new StopCutter(stops)
  const sampler = startSampling(model, sampling)
  try {
    while (answerTokens < most && prompt.length < model.contextLength) {
      signal.throwIfAborted()
      const token = await sampler.next()
      if (token === null || model.isEnd(token)) {
        reason = 'stop'
        break
      }
      answerTokens++
      const passed = reader.add(cut.add(text.add(token)))
      if (passed !== '') yield { kind: 'text', text: passed }
      if (cut.isCut) {
        reason = 'stop'
        break
      }
      await prompt.add(Uint32Array.of(token))
    }
  } finally {
    sampler.close()
  }
  const rest = reader.add(cut.end())
  const held = reader.end()
  if (rest + held.text !== '') yield { kind: 'text', text: rest + held.text }
  if (held.calls.length > 0) {
    yield { kind: 'calls', calls: held.calls }
    reason = 'tool_calls'
  }
  const counts = {
    promptTokens: tokens.length,
    cachedTokens,
    answerTokens,
    promptMs: promptRead - began,
    answerMs: now() - promptRead,
  }
  yield { kind: 'end', reason, counts }
}

/** A grammar that llama.cpp cannot read counts as an error in the request. */
function startSampling(model: NativeModel, sampling: NativeSampling) {
  try {
    return model.startSampling(sampling)
  } catch (error) {
    if (sampling.grammar === null) throw error
    throw new RequestError(400, 'unsupported_schema', 'The schema of the answer cannot be expressed as a grammar.')
  }
}

const offeredTools = ({ tools, tool_choice }: ChatRequestBody) => {
  if (tool_choice === 'none') return []
  const named = typeof tool_choice === 'object' && tool_choice ? tool_choice.function.name : null
  return (tools ?? []).map(({ function: tool }) => tool).filter(({ name }) => named === null || name === named)
}

/** The defaults of llama.cpp's server. */
const USUAL = { temperature: 0.8, topP: 0.95, topK: 40, minP: 0.05 }
const MAX_SEED = 2 ** 32

function samplingOf(request: ChatRequestBody): NativeSampling {
  const { temperature, top_p, top_k, min_p, seed } = request
  return {
    temperature: temperature ?? USUAL.temperature,
    topP: top_p ?? USUAL.topP,
    topK: top_k ?? USUAL.topK,
    minP: min_p ?? USUAL.minP,
    seed: seed === null || seed === undefined ? Math.floor(Math.random() * MAX_SEED) : Math.abs(seed) % MAX_SEED,
    grammar: grammarFor(request),
  }
}

/** The grammar of the required answer, from its schema or for a tool call; null for free text. */
function grammarFor(request: ChatRequestBody): string | null {
  const { tool_choice, response_format } = request
  const calls = offeredTools(request).map(({ name, parameters = {} }) => ({ name, parameters }))
  const mustCall = tool_choice === 'required' || (typeof tool_choice === 'object' && tool_choice !== null)
  if (mustCall && calls.length === 0)
    throw new RequestError(400, 'invalid_request', 'tool_choice requires a tool that is not offered.')
  if (mustCall) return grammarOf({ answer: null, calls, marks: CALL_MARKS })
  if (!response_format || response_format.type === 'text') return null
  return grammarOf({ answer: response_format.json_schema?.schema ?? true, calls, marks: CALL_MARKS })
}

/** Converts tokens to text in whole characters; a character may consist of several tokens. */
class TokenText {
  readonly #model: NativeModel
  readonly #tokens: number[] = []
  #passed = 0

  constructor(model: NativeModel) {
    this.#model = model
  }

  add(token: number): string {
    this.#tokens.push(token)
    const text = this.#model.textOf(this.#tokens)
    if (text.endsWith('\uFFFD')) return ''
    const added = text.slice(this.#passed)
    this.#passed = text.length
    return added
  }
}

/** Cuts an answer before the first stop text. */
class StopCutter {
  readonly #stops: readonly string[]
  #held = ''
  isCut = false

  constructor(stops: readonly string[]) {
    this.#stops = stops
  }

  add(text: string): string {
    if (this.#stops.length === 0) return text
    this.#held += text
    const found = this.#stops.map((stop) => this.#held.indexOf(stop)).filter((at) => at >= 0)
    if (found.length > 0) {
      this.isCut = true
      const before = this.#held.slice(0, Math.min(...found))
      this.#held = ''
      return before
    }
    const longest = Math.max(...this.#stops.map(({ length }) => length)) - 1
    return this.#take(Math.max(0, this.#held.length - longest))
  }

  end(): string {
    return this.#take(this.#held.length)
  }

  #take(length: number): string {
    const taken = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    return taken
  }
}
