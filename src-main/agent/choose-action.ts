import { commandOf } from '@shared/agent/visible-state-key'
import { ExpectedError } from '@shared/base/expected-error'
import { cutText } from '@shared/base/whole-characters'
import type { ChatMessage } from '@shared/episode/log/chat'
import type { ChatReply, LlmError } from '../llm/chat-client'
import { type ToolSession } from '../mcp/tools/tool-session'
import { type MindFields, parseAgentResponse } from './agent-response'
import { callModel, toolsFor, type TurnCalls } from './call-model'
import { cached, type Prompt, type RestOfRequest } from './prompt'
import { ANSWER_ONCE_MORE, FORCE_FINAL_ACTION } from './prompts'
import { runToolCalls, type TraceparentOf } from './run-tool-calls'

export interface ChooseActionInput extends TurnCalls {
  /**
   * Builds the prompt from the state at the time of the call, plus the additions of this turn. Within a turn the prefix
   * changes only with a hint before the first answer or with a compaction.
   */
  readonly readPrompt: (rest: RestOfRequest) => Prompt
  /** After a refusal for length: whether `readPrompt` returns a shorter prompt from now on. */
  readonly shorten?: (error: LlmError) => boolean
  /** Null with MCP off; resolves to null when every server is off for the rest of the episode. */
  readonly openSession: (() => Promise<ToolSession | null>) | null
  /** Setting `force_tool_support` (requirement 12.4). */
  readonly forceToolSupport: boolean
  /** Tool sets that are already in the log. */
  readonly knownToolSets: ReadonlySet<string>
  /** The last message list sent according to the log. */
  readonly previousMessages: readonly ChatMessage[]
  /** For games played through tools: the action that a call of this turn played. That call ends the turn. */
  readonly readPlayed?: () => PlayedAction | null
  /** An objection to an action before it is played, as text for the model, which is then asked once more. */
  readonly objectTo?: (proposed: Proposed) => Promise<string | null>
  /** ms, monotonic. */
  readonly now: () => number
  readonly traceparentOf?: TraceparentOf
}

/** The action a tool call played, and the reason in its arguments; null if none. */
export interface PlayedAction {
  readonly action: string
  readonly thinking: string | null
}

/** A proposed action with the answer's other fields; `fields` is null if nothing could be read. */
export interface Proposed {
  readonly action: string
  readonly reasoning: string
  readonly newObjective: string | null
  readonly source: 'model' | 'default'
  readonly fields: MindFields | null
}

export interface ChosenAction extends Proposed {
  /** Which answer was played, and whether the model insisted after an objection; absent without one. */
  readonly attempt?: number
  readonly insisted?: boolean
  /** The last message list sent: the next turn's `previousMessages`. */
  readonly messagesSent: readonly ChatMessage[]
}

/** Requirement 15.3. */
const SAFE_DEFAULT = 'look'

/**
 * The tool-calling loop (requirements 4 to 6): the model may call tools until it answers, at most `maxToolIterations`
 * times; then an answer is forced. It always ends in one command. All use of MCP in a turn happens here (requirements
 * 9.5 and 10.3). Throws `LlmError`, `mcp_failed`, or the signal's reason.
 */
export async function chooseAction(input: ChooseActionInput): Promise<ChosenAction> {
  const session = (await input.openSession?.()) ?? null
  try {
    if (session) await announceSession(session, input)
    return await playTurn(session, input)
  } finally {
    // Not awaited: ending processes is off the critical path of the turn. The manager ends the session with the episode
    // at the latest.
    void session?.close()
  }
}

async function announceSession(
  { tools, toolSet, servers, waitMs }: ToolSession,
  { turn, llm, model, forceToolSupport, knownToolSets, record, signal }: ChooseActionInput,
): Promise<void> {
  // Requirements 12.4 and 12.5.
  if (tools.length > 0 && !forceToolSupport && !(await llm.supportsTools(model, signal)))
    throw new ExpectedError(
      'mcp_failed',
      `Model '${model}' does not support tool calling.\nPlease either:\n  1. Set mcp.enabled = false in zorkgpt.toml, or\n  2. Use a compatible model (gpt-4, claude-3, etc.)`,
    )
  record({ event_type: 'mcp_session_started', turn, servers: [...servers], tool_set: toolSet, mcp_wait_ms: waitMs })
  if (toolSet !== null && !knownToolSets.has(toolSet))
    record({ event_type: 'tools_offered', turn, tool_set: toolSet, tools: [...tools] })
}

async function playTurn(session: ToolSession | null, input: ChooseActionInput): Promise<ChosenAction> {
  const { turn, record } = input
  /** Messages that the turn adds to the prompt of the state. */
  const messages: ChatMessage[] = []
  const toolsCalled: string[] = []
  let previousMessages = input.previousMessages
  let iteration = 0
  let toolIterations = 0
  const ask = async (forced: boolean): Promise<ChatReply> => {
    iteration++
    let sent = previousMessages
    const readPrompt = () => {
      const instructions = session?.instructions ?? null
      const prompt = input.readPrompt({ instructions, tools: toolsFor(session, forced), added: messages })
      sent = prompt.messages
      return prompt
    }
    const { shorten } = input
    const reply = await callModel(input, { iteration, readPrompt, shorten, previousMessages, session, forced })
    previousMessages = sent
    return reply
  }

  const finish = (chosen: Omit<ChosenAction, 'messagesSent'>): ChosenAction => {
    if (session)
      record({
        event_type: 'mcp_session_complete',
        turn,
        iterations: toolIterations,
        tool_calls_count: toolsCalled.length,
        tools_used: [...new Set(toolsCalled)],
        final_action: chosen.action,
      })
    return { ...chosen, messagesSent: previousMessages }
  }

  let answer: string | null = null
  while (answer === null && iteration < input.maxToolIterations) {
    const reply = await ask(false)
    if (reply.toolCalls.length > 0) {
      toolIterations++
      messages.push(assistantMessage(reply))
      const batch = await runToolCalls({
        turn,
        iteration,
        calls: reply.toolCalls,
        session,
        record,
        signal: input.signal,
        isCut: reply.finishReason === 'length',
        now: input.now,
        traceparentOf: input.traceparentOf,
      })
      messages.push(...batch.answers)
      toolsCalled.push(...batch.toolsCalled)
      const played = input.readPlayed?.() ?? null
      if (played !== null)
        return finish({
          action: played.action,
          reasoning: reply.accompanyingText ?? played.thinking ?? reply.reasoning ?? '',
          newObjective: null,
          source: 'model',
          fields: null,
        })
      if (batch.serverDied) break
    } else if (reply.content === null) {
      record({ event_type: 'mcp_unexpected_state', turn, iteration, finish_reason: reply.finishReason })
      break
    } else answer = reply.content
  }
  if (answer === null) {
    record({ event_type: 'mcp_no_content', turn, iterations: iteration })
    messages.push({ role: 'user', content: FORCE_FINAL_ACTION, cache_control: { type: 'ephemeral' } })
    answer = (await ask(true)).content
  }

  const proposed = readAnswer(answer ?? '', turn, record)
  const objection = proposed.source === 'model' ? ((await input.objectTo?.(proposed)) ?? null) : null
  if (objection === null) return finish(proposed)
  messages.push({ role: 'assistant', content: answer }, cached('user', `${objection}\n\n${ANSWER_ONCE_MORE}`))
  const again = readAnswer((await ask(true)).content ?? '', turn, record)
  if (again.source === 'default') return finish({ ...proposed, attempt: 1, insisted: true })
  const isSame = commandOf(again.action) === commandOf(proposed.action)
  return finish({ ...again, attempt: 2, ...(isSame && { insisted: true }) })
}

/** Requirement 4.3: with tool calls the content is null. What the provider added goes with it. */
function assistantMessage({ toolCalls, providerFields }: ChatReply): ChatMessage {
  return {
    role: 'assistant',
    content: null,
    tool_calls: [...toolCalls],
    ...(providerFields !== null && { reasoning: providerFields }),
  }
}

function readAnswer(answer: string, turn: number, record: ChooseActionInput['record']): Proposed {
  const parsed = parseAgentResponse(answer)
  if (parsed.ok)
    return {
      action: parsed.response.action,
      reasoning: parsed.response.thinking,
      newObjective: parsed.response.new_objective,
      source: 'model',
      fields: parsed.fields,
    }
  record({ event_type: 'agent_parse_error', turn, error: parsed.error, raw_response: answer })
  return {
    action: SAFE_DEFAULT,
    reasoning: `Parse error: ${parsed.error}. Raw: ${cutText(answer, 100)}`,
    newObjective: null,
    source: 'default',
    fields: null,
  }
}
