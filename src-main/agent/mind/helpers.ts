import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { callsOf, isFailed } from '@shared/agent/helper-calls'
import { HELPER_PROMPTS } from '@shared/agent/helper-prompts'
import { cutText } from '@shared/base/whole-characters'
import type { ChatMessage, Sampling } from '@shared/episode/log/chat'
import { LONGEST_REASON } from '@shared/episode/log/mind-events'
import { type HelperRole, NO_MIND } from '@shared/episode/log/mind-schema'
import { problemText } from '@shared/episode/state/strings'
import { type ChatClient, LlmError } from '../../llm/chat-client'
import { readJsonAnswer } from '../agent-response'
import { askLogged, CallCanceled, failureEvent } from '../logged-call'
import type { SeedOf } from '../request-seed'
import type { EventSink } from './act-with-mind'

export interface HelperModel {
  readonly llm: ChatClient
  readonly model: string
}

/** Gates and signals of the turn in which a helper is asked. */
export interface HelperTurn {
  readonly turn: number
  readonly log: EventSink
  readonly beforeCall: () => Promise<void>
  /** Signal of the turn. If it aborts, the turn's choice ends. */
  readonly signal: AbortSignal
  /** Returns the signal of the current call. If it aborts with `CallCanceled`, the helper has no answer. */
  readonly callSignal: () => AbortSignal
  /** See `ChatRequest`. */
  readonly waitSignal: () => AbortSignal
}

interface Question<Schema extends z.ZodType> {
  readonly content: string
  readonly answer: Schema
  /** Maximum number of tokens of the answer. */
  readonly maxTokens: number
}

/**
 * Asks a helper. Resolves to null if it has no valid answer, for any reason. Rejects only with the reason of the turn's
 * signal.
 */
export type AskHelper = <Schema extends z.ZodType>(
  role: HelperRole,
  question: Question<Schema>,
  turn: HelperTurn,
) => Promise<z.output<Schema> | null>

/** Longest wait for a helper, including its retry. */
const PATIENCE_MS = 30_000
const FAILURES_IN_A_ROW = 3

/**
 * A failure of a helper costs only its answer. Every failure is logged; three in a row, or a used-up budget, disable
 * the helper for the rest of the episode.
 */
export function createAskHelper(
  models: Readonly<Record<HelperRole, HelperModel>>,
  sampling: Sampling,
  seedOf: SeedOf,
  patienceMs = PATIENCE_MS,
): AskHelper {
  return async (role, { content, answer, maxTokens }, helperTurn) => {
    const { turn, log, signal, beforeCall, callSignal, waitSignal } = helperTurn
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
    const timeout = new AbortController()
    const timer = setTimeout(
      () => timeout.abort(new LlmError('unavailable', 'timeout', `No answer within ${patienceMs / 1000} s.`)),
      patienceMs,
    )
    const request = {
      model,
      messages,
      sampling: { ...sampling, max_tokens: maxTokens },
      responseFormat: null,
      offered: null,
      kept: 0,
      forced: false,
      seedOf: (failures: number) => seedOf(at, 0, failures),
      signal: AbortSignal.any([callSignal(), timeout.signal]),
      waitSignal,
    }
    try {
      const reply = await askLogged(llm, at, request, { record: (event) => log.record(event) })
      const read = readJsonAnswer(reply.content ?? '', answer)
      if (read.ok) return read.value
      log.record(failureEvent(at, 'bad_answer', `Its answer does not match the schema: ${read.error}.`))
    } catch (error) {
      if (!(error instanceof CallCanceled)) signal.throwIfAborted()
      if (!(error instanceof CallCanceled || error instanceof LlmError)) throw error
    } finally {
      clearTimeout(timer)
    }
    disableIfHopeless(log, role, turn)
    return null
  }
}

/** Whether the role is disabled. Disables it if its budget is used up. */
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
