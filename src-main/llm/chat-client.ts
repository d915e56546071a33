import type { ChatMessage, Sampling, ToolCallRequest, ToolDefinition, Usage } from '@shared/episode/log/chat'
import type { ProfileName } from '@shared/settings/profile-names'

/** One request to a chat model. Tool names are `server.tool`; the client encodes them for the wire and back. */
export interface ChatRequest {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly tools: readonly ToolDefinition[] | null
  readonly toolChoice: 'auto' | 'none' | null
  /** Tools of the requests before, which this one must not use: see `Profile.forcedCallTools`. */
  readonly withheld?: readonly ToolDefinition[]
  /** A named JSON schema that the reply must satisfy, or null for free text. */
  readonly responseFormat: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> } | null
  readonly sampling: Sampling
  /** The seed by the number of attempts that failed before; absent: that of `sampling`. */
  readonly seedOf?: (failures: number) => number | null
  readonly signal: AbortSignal
  /** Read before a wait for the next attempt; its signal ends this wait. Absent: waits end by themselves. */
  readonly waitSignal?: () => AbortSignal
  /** Called as pieces of the reply arrive. */
  readonly onDelta: (delta: ChatDelta) => void
  /** Called after each failed attempt, before the wait for the next; `retryInMs` is null if there is none. */
  readonly onAttemptFailed: (failure: AttemptFailure) => void
  /** Called with the body before each attempt whose body differs from the one before, or whose wait was ended. */
  readonly onSent?: (body: Readonly<Record<string, unknown>>) => void
  /** Called when a reply came because a part of the request was left out, with each part. */
  readonly onAdapted?: (change: Adaptation) => void
}

/** A part of the request that is left out from now on, because the model refused it. */
export interface Adaptation {
  readonly kind: 'parameter' | 'tool'
  readonly model: string
  /** The key of the request, or the tool. */
  readonly name: string
  /** Its replacement in the request; null for nothing. */
  readonly instead: string | null
  /** The endpoint's own words, or what is wrong with the tool. */
  readonly reason: string
}

export interface ChatDelta {
  /** `prompt`: not a part of the reply, but the percentage of the prompt that was read so far. */
  readonly part: 'content' | 'reasoning' | 'tool_name' | 'tool_arguments' | 'prompt'
  readonly toolIndex: number
  readonly text: string
}

export interface AttemptFailure {
  readonly attempt: number
  readonly code: string
  readonly message: string
  readonly retryInMs: number | null
}

/**
 * Requirements 4.3 and 4.4: with tool calls `content` is null for the loop; text that came with them is kept in
 * `accompanyingText`.
 */
export interface ChatReply {
  readonly model: string
  readonly content: string | null
  readonly accompanyingText: string | null
  readonly reasoning: string | null
  /** The provider's additions to the message, which it may want back with the history; null for none. */
  readonly providerFields: Readonly<Record<string, unknown>> | null
  readonly toolCalls: readonly ToolCallRequest[]
  /** The endpoint's; `repetition` if the reply was cut because it repeated itself without end. */
  readonly finishReason: string | null
  readonly usage: Usage
  readonly costUsd: number | null
  readonly timeToFirstTokenMs: number | null
  readonly durationMs: number
  readonly systemFingerprint: string | null
  /** The endpoint's id of the answer. */
  readonly responseId?: string | null
}

export interface ChatClient {
  /** Throws `LlmError` when every attempt failed, and the signal's reason when aborted. */
  complete(request: ChatRequest): Promise<ChatReply>
  /**
   * Whether the model supports tools (requirement 4.5), by the endpoint's list or the model's name. Throws the signal's
   * reason when aborted.
   */
  supportsTools(model: string, signal: AbortSignal): Promise<boolean>
  /**
   * Context length in tokens, request and answer together; null if the endpoint does not report it. Throws as
   * `supportsTools`.
   */
  contextLength(model: string, signal: AbortSignal): Promise<number | null>
  /** Whether a response format may stand beside tools: the answer is then a call of a tool, or has that form. */
  readonly takesFormatWithTools: boolean
  /** Its methods throw `LlmError`, and the signal's reason when aborted. */
  readonly reader: ModelReader
}

/** Reads the facts that an endpoint reports about its models, outside of a chat. */
export interface ModelReader {
  readonly profile: ProfileName
  /** The answer of `GET /models`. */
  readonly readModels: (signal: AbortSignal) => Promise<unknown>
  readonly readServer: (signal: AbortSignal) => ReadServer
}

/** Reads the answer of a server at an address below its root, such as `/api/ps`; null if there is none. */
export type ReadServer = (path: string, body?: object) => Promise<unknown>

/**
 * `unavailable`: the endpoint cannot be used now and the episode should pause. `refused`: it will never accept this
 * request.
 */
export class LlmError extends Error {
  override readonly name = 'LlmError'
  readonly kind: 'unavailable' | 'refused'
  readonly code: string
  /** The endpoint takes requests again after this time, ms; null if it asked for no wait over the longest delay. */
  readonly continuesInMs: number | null
  constructor(kind: 'unavailable' | 'refused', code: string, message: string, continuesInMs: number | null = null) {
    super(message)
    this.continuesInMs = continuesInMs
    this.kind = kind
    this.code = code
  }
}
