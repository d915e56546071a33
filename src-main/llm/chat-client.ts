import type { ChatMessage, Sampling, ToolCallRequest, ToolDefinition, Usage } from '@shared/episode/log/chat'
import type { ProfileName } from '@shared/settings/profile-names'

/** One request to a chat model. Tool names are `server.tool`; the client encodes them for the wire and back. */
export interface ChatRequest {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly tools: readonly ToolDefinition[] | null
  readonly toolChoice: 'auto' | 'none' | null
  /** Tools of earlier requests that the model must not call in this one; see `Profile.forcedCallTools`. */
  readonly withheld?: readonly ToolDefinition[]
  /** A named JSON schema that the reply must satisfy, or null for free text. */
  readonly responseFormat: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> } | null
  readonly sampling: Sampling
  /** The seed after a number of failed attempts. Absent: the seed of `sampling`. */
  readonly seedOf?: (failures: number) => number | null
  readonly signal: AbortSignal
  /** Called before each wait for the next attempt; the signal ends the wait early. Absent: no wait ends early. */
  readonly waitSignal?: () => AbortSignal
  /** Called as pieces of the reply arrive. */
  readonly onDelta: (delta: ChatDelta) => void
  /** Called after each failed attempt, before the wait for the next; `retryInMs` is null if no attempt follows. */
  readonly onAttemptFailed: (failure: AttemptFailure) => void
  /** Called before an attempt if its body differs from the previous one, or if the wait before it ended early. */
  readonly onSent?: (body: Readonly<Record<string, unknown>>) => void
  /** Called after a reply, for each part of the request that is left out for the first time. */
  readonly onAdapted?: (change: Adaptation) => void
}

/** A part of the request that is left out from now on, because the model refused it. */
export interface Adaptation {
  readonly kind: 'parameter' | 'tool'
  readonly model: string
  /** The key of the request, or the tool. */
  readonly name: string
  /** Its replacement; null if none. */
  readonly instead: string | null
  /** The endpoint's error text, or why the tool cannot be offered. */
  readonly reason: string
}

export interface ChatDelta {
  /** `prompt`: `text` is the percentage of the prompt that has been read, not a part of the reply. */
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
 * If there are tool calls, `content` is null, and text beside the calls is in `accompanyingText` (requirements 4.3,
 * 4.4).
 */
export interface ChatReply {
  readonly model: string
  readonly content: string | null
  readonly accompanyingText: string | null
  readonly reasoning: string | null
  /** Fields that the provider added to the message and may require in the history; null if none. */
  readonly providerFields: Readonly<Record<string, unknown>> | null
  readonly toolCalls: readonly ToolCallRequest[]
  /** The endpoint's finish reason, or `repetition` if the client cut an endlessly repeating reply. */
  readonly finishReason: string | null
  readonly usage: Usage
  readonly costUsd: number | null
  readonly timeToFirstTokenMs: number | null
  readonly durationMs: number
  readonly systemFingerprint: string | null
  /** The endpoint's id of the reply. */
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
   * Context length in tokens, request and answer together; null if the endpoint does not report it. Throws the signal's
   * reason when aborted.
   */
  contextLength(model: string, signal: AbortSignal): Promise<number | null>
  /** Whether a request may have both tools and a response format; the reply is then a tool call or has that format. */
  readonly takesFormatWithTools: boolean
  readonly reader: ModelReader
}

/** Reads the facts that an endpoint reports about its models, outside of a chat. */
export interface ModelReader {
  readonly profile: ProfileName
  /** The answer of `GET /models`; null if it is not JSON. Throws `LlmError`, and the signal's reason when aborted. */
  readonly readModels: (signal: AbortSignal) => Promise<unknown>
  readonly readServer: (signal: AbortSignal) => ReadServer
}

/** Reads a path below the server's root, such as `/api/ps`; with POST if there is a body. Null after any error. */
export type ReadServer = (path: string, body?: object) => Promise<unknown>

/**
 * `unavailable`: the endpoint cannot be used now and the episode should pause. `refused`: it will never accept this
 * request.
 */
export class LlmError extends Error {
  override readonly name = 'LlmError'
  readonly kind: 'unavailable' | 'refused'
  readonly code: string
  /** The wait that the endpoint requested, ms, if it is longer than `retry.max_delay` and at most a day; else null. */
  readonly continuesInMs: number | null
  constructor(kind: 'unavailable' | 'refused', code: string, message: string, continuesInMs: number | null = null) {
    super(message)
    this.continuesInMs = continuesInMs
    this.kind = kind
    this.code = code
  }
}
