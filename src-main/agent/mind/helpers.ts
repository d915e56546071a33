import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { callsOf, isFailed } from '@shared/agent/helper-calls'
import { HELPER_PROMPTS } from '@shared/agent/helper-prompts'
import { cutText } from '@shared/base/whole-characters'
import type { ChatMessage, Sampling } from '@shared/episode/log/chat'
import type { EventBody } from '@shared/episode/log/event'
import { LONGEST_REASON } from '@shared/episode/log/mind-events'
import { type HelperRole, NO_MIND } from '@shared/episode/log/mind-schema'
import { CALL_CANCELED } from '@shared/episode/state/episode'
import { problemText } from '@shared/episode/state/strings'
import { type ChatClient, type ChatReply, LlmError } from '../../llm/chat-client'
import { readJsonAnswer } from '../agent-response'
import { CallCanceled, sentEvent } from '../call-model'
import type { EventSink } from './act-with-mind'

/** The model of a helper role. */
export interface HelperModel {
  readonly llm: ChatClient
  readonly model: string
}

/** Gates and signals of the turn in which a helper is asked. */
export interface HelperTurn {
  readonly turn: number
  readonly log: EventSink
  readonly beforeCall: () => Promise<void>
  /** Signal of the turn; its abort ends the turn's choice. */
  readonly signal: AbortSignal
  /** Signal of the current call; aborted with `CallCanceled`, the helper has no answer. */
  readonly callSignal: () => AbortSignal
}

interface Question<Schema extends z.ZodType> {
  readonly content: string
  readonly answer: Schema
  /** Maximum number of tokens of the answer. */
  readonly maxTokens: number
}

/** Asks a helper; null without an answer, whatever the reason. Rejects only with the reason of the turn's signal. */
export type AskHelper = <Schema extends z.ZodType>(
  role: HelperRole,
  question: Question<Schema>,
  turn: HelperTurn,
) => Promise<z.output<Schema> | null>

/** Longest wait for a helper, including its retry. */
const PATIENCE_MS = 30_000
const FAILURES_IN_A_ROW = 3

/**
 * A failing helper loses only its answer. Every failure is logged; three in a row or a used-up budget disable it for
 * the rest of the episode.
 */
export function createAskHelper(
  models: Readonly<Record<HelperRole, HelperModel>>,
  sampling: Sampling,
  patienceMs = PATIENCE_MS,
): AskHelper {
  return async (role, { content, answer, maxTokens }, helperTurn) => {
    const { turn, log, signal, beforeCall, callSignal } = helperTurn
    if (isOff(log, role, turn)) return null
    await beforeCall()
    signal.throwIfAborted()
    recordPrompt(log, role, turn)
    const { llm, model } = models[role]
    const at = {
      turn,
      role,
      iteration: (log.state.openTurn?.helperCalls ?? []).filter((call) => call.role === role).length + 1,
    }
    const messages: readonly ChatMessage[] = [
      { role: 'system', content: HELPER_PROMPTS[role] },
      { role: 'user', content },
    ]
    const asked: Sampling = { ...sampling, max_tokens: maxTokens }
    log.record({
      event_type: 'llm_request',
      ...at,
      model,
      messages_kept: 0,
      messages_added: [...messages],
      tool_set: null,
      tool_choice: null,
      response_format: null,
      sampling: asked,
      forced: false,
    })
    let attempts = 0
    const fail = (code: string, message: string) => {
      log.record({ event_type: 'llm_error', ...at, code, message, attempt: attempts + 1, retry_in_ms: null })
      disableIfHopeless(log, role, turn)
    }
    const timeout = AbortSignal.timeout(patienceMs)
    let reply: ChatReply
    try {
      reply = await llm.complete({
        model,
        messages,
        tools: null,
        toolChoice: null,
        responseFormat: null,
        sampling: asked,
        signal: AbortSignal.any([callSignal(), timeout]),
        onDelta: () => {},
        onAttemptFailed({ attempt, code, message, retryInMs }) {
          attempts = attempt
          if (retryInMs !== null)
            log.record({ event_type: 'llm_error', ...at, code, message, attempt, retry_in_ms: retryInMs })
        },
        onSent: (body) => log.record({ ...sentEvent(at, body, messages), role } as EventBody),
        onAdapted: (change) => log.record({ event_type: 'llm_adapted', ...at, ...change }),
      })
    } catch (error) {
      const isCanceled = error instanceof CallCanceled
      if (!isCanceled) signal.throwIfAborted()
      if (isCanceled) fail(CALL_CANCELED, error.message)
      else if (timeout.aborted) fail('timeout', `No answer within ${patienceMs / 1000} s.`)
      else if (error instanceof LlmError) fail(error.code, error.message)
      else throw error
      return null
    }
    log.record({
      event_type: 'llm_response',
      ...at,
      model: reply.model,
      content: reply.content ?? reply.accompanyingText,
      reasoning: reply.reasoning,
      tool_calls: [...reply.toolCalls],
      finish_reason: reply.finishReason,
      usage: reply.usage,
      cost_usd: reply.costUsd,
      time_to_first_token_ms: reply.timeToFirstTokenMs,
      duration_ms: reply.durationMs,
      system_fingerprint: reply.systemFingerprint,
    })
    const read = readJsonAnswer(reply.content ?? '', answer)
    if (read.ok) return read.value
    fail('bad_answer', `Its answer does not match the schema: ${read.error}.`)
    return null
  }
}

/** Disabled by the log, or from now on because its budget is used up. */
function isOff(log: EventSink, role: HelperRole, turn: number): boolean {
  const { state } = log
  if (state.mind.rolesOff.some((off) => off.role === role)) return true
  const { helper_tokens: budget } = state.manifest?.mind ?? NO_MIND
  if (budget === 0) return false
  let used = 0
  for (const { response } of callsOf(state, role)) used += (response?.usage.input ?? 0) + (response?.usage.output ?? 0)
  if (used < budget) return false
  log.record({ event_type: 'role_disabled', turn, role, reason: `It has used ${used} of ${budget} tokens.` })
  return true
}

function disableIfHopeless(log: EventSink, role: HelperRole, turn: number): void {
  const last: boolean[] = []
  for (const call of callsOf(log.state, role)) {
    if (last.push(isFailed(call)) === FAILURES_IN_A_ROW) break
  }
  if (last.length < FAILURES_IN_A_ROW || last.includes(false)) return
  const problem = log.state.openTurn?.problems.at(-1)
  const why = problem ? problemText(problem) : ''
  const reason = cutText(`It failed ${FAILURES_IN_A_ROW} times in a row. ${why}`, LONGEST_REASON)
  log.record({ event_type: 'role_disabled', turn, role, reason })
}

function recordPrompt(log: EventSink, role: HelperRole, turn: number): void {
  if (log.state.mind.prompts.some((used) => used.role === role)) return
  const text = HELPER_PROMPTS[role]
  const sha256 = createHash('sha256').update(text).digest('hex')
  log.record({ event_type: 'prompt_used', turn, role, sha256, text })
}
