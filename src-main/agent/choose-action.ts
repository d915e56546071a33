import { commandOf } from '@shared/agent/parts/visible-state-key'
import { ExpectedError } from '@shared/base/expected-error'
import { cutText } from '@shared/base/whole-characters'
import type { ChatMessage } from '@shared/episode/log/chat'
import type { EventOf } from '@shared/episode/log/event'
import { type ChatReply, LlmError } from '../llm/chat-client'
import { REPETITION } from '../llm/reply/reply-assembly'
import { type ToolSession } from '../mcp/tools/tool-session'
import { type MindFields, parseAgentResponse } from './agent-response'
import { callModel, type Resampling, toolsFor, type TurnCalls } from './call-model'
import { cached, type Prompt, type RestOfRequest } from './prompt'
import { ANSWER_ONCE_MORE, FORCE_FINAL_ACTION, repairRequest, unreadableOften } from './prompts'
import { runToolCalls, type TraceparentOf } from './run-tool-calls'

export interface ChooseActionInput extends TurnCalls {
  /**
   * Builds the prompt from the state at the time of the call, plus the additions of this turn. Within a turn the prefix
   * changes only with a hint before the first answer or with a compaction.
   */
  readonly readPrompt: (rest: RestOfRequest) => Prompt
  /** Call it after a refusal for length. Returns whether `readPrompt` returns a shorter prompt from now on. */
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
  /** Number of the latest turns in a row that played the default because no answer could be read. */
  readonly defaultsBefore?: number
  /** Returns the objection to a proposed action before it is played, or null. `attempt` counts the answers from 1. */
  readonly objectTo?: (proposed: Proposed, attempt: number) => Promise<Objection | null>
  /** Returns a monotonic time in ms. */
  readonly now: () => number
  readonly traceparentOf?: TraceparentOf
}

/** The action that a tool call played; `thinking` is the reason in its arguments, null if there is none. */
export interface PlayedAction {
  readonly action: string
  readonly thinking: string | null
}

/** Why an answer should not be played. The model is then asked again. */
export interface Objection {
  /** The objection as text for the model. */
  readonly text: string
  /** The only actions that the next answer may have, where the endpoint enforces schemas; empty for any. */
  readonly choices?: readonly string[]
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
  /** The number of the answer that was played, and whether the model insisted on it; absent without an objection. */
  readonly attempt?: number
  readonly insisted?: boolean
  /** The last message list sent: the next turn's `previousMessages`. */
  readonly messagesSent: readonly ChatMessage[]
}

/** The action for an unreadable answer (requirement 15.3). */
const SAFE_DEFAULT = 'look'
/** Maximum number of answers of a turn; the last one is played in any case. */
const MAX_ATTEMPTS = 3
/** After this many turns in a row with the default, the next unreadable answer pauses the episode. */
const MAX_DEFAULTS = 2

/**
 * The tool-calling loop (requirements 4 to 6): the model may call tools until it answers, in at most
 * `maxToolIterations` requests; then an answer is forced. The loop always ends in one command. All use of MCP in a turn
 * happens here (requirements 9.5 and 10.3). Throws `LlmError`, `mcp_failed`, or the signal's reason.
 */
export async function chooseAction(input: ChooseActionInput): Promise<ChosenAction> {
  const session = (await input.openSession?.()) ?? null
  try {
    if (session) await announceSession(session, input)
    return await playTurn(session, input)
  } finally {
    // Not awaited, so that the turn does not wait for processes to end. The manager ends the session with the episode
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
  const ask = async (forced: boolean, resampling: Resampling = {}): Promise<ChatReply> => {
    iteration++
    let sent = previousMessages
    const readPrompt = () => {
      const instructions = session?.instructions ?? null
      const prompt = input.readPrompt({ instructions, tools: toolsFor(session, forced), added: messages })
      sent = prompt.messages
      return prompt
    }
    const { shorten } = input
    const playsByTools = input.readPlayed !== undefined
    const call = { iteration, readPrompt, shorten, previousMessages, session, forced, playsByTools, ...resampling }
    const reply = await callModel(input, call)
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

  let answer: ChatReply | null = null
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
    } else if (textOf(reply) !== null) answer = reply
    else {
      record({ event_type: 'mcp_unexpected_state', turn, iteration, finish_reason: reply.finishReason })
      break
    }
  }
  if (answer === null) {
    record({ event_type: 'mcp_no_content', turn, iterations: iteration })
    messages.push(cached('user', FORCE_FINAL_ACTION))
    answer = await ask(true)
  }

  const askAgain: AskAgain = async (read, text, resampling) => {
    messages.push({ role: 'assistant', content: read.text }, cached('user', text))
    return readAnswer(await ask(true, resampling))
  }
  const first = readAnswer(answer)
  const read = first.proposed ? first : await repair(first, input, askAgain)
  if (!read.proposed) return finish(defaultFor(read))
  return finish(await reconsider(read, read.proposed, input, askAgain))
}

type AskAgain = (read: Read, text: string, resampling?: Resampling) => Promise<Read>

/** Asks again, at a higher temperature, while there is an objection to the answer. Returns the last readable answer. */
async function reconsider(
  first: Read,
  proposed: Proposed,
  input: ChooseActionInput,
  askAgain: AskAgain,
): Promise<Omit<ChosenAction, 'messagesSent'>> {
  const refused = new Set<string>()
  let [read, chosen] = [first, proposed]
  for (let attempt = 1; ; attempt++) {
    const objection = attempt < MAX_ATTEMPTS ? ((await input.objectTo?.(chosen, attempt)) ?? null) : null
    if (objection === null) {
      if (attempt === 1) return chosen
      return { ...chosen, attempt, ...(refused.has(commandOf(chosen.action)) && { insisted: true }) }
    }
    refused.add(commandOf(chosen.action))
    const again = await askAgain(read, `${objection.text}\n\n${ANSWER_ONCE_MORE}`, {
      temperature: hotter(input.sampling.temperature),
      choices: objection.choices ?? [],
    })
    if (!again.proposed) {
      reportUnreadable(again, 'first_proposal', input)
      return { ...chosen, attempt, insisted: true }
    }
    ;[read, chosen] = [again, again.proposed]
  }
}

/** Every provider accepts temperatures up to 1. */
const hotter = (temperature: number | null) =>
  temperature === null ? null : Math.max(temperature, Math.min(1, temperature + 0.4))

/** The result of reading an answer. */
interface Read {
  readonly text: string
  /** Absent if the text cannot be read. */
  readonly proposed?: Proposed
  readonly error: string
}

/** The text of the reply, else its reasoning if that contains an answer, else null. */
const textOf = ({ content, reasoning }: ChatReply): string | null =>
  content ?? (reasoning !== null && parseAgentResponse(reasoning).ok ? reasoning : null)

function readAnswer(reply: ChatReply): Read {
  const text = textOf(reply) ?? ''
  const parsed = parseAgentResponse(text)
  const isEndless = reply.finishReason === REPETITION
  if (!parsed.ok) return { text, error: isEndless ? 'it repeats itself without end' : parsed.error }
  const { action, thinking, new_objective } = parsed.response
  const proposed = { action, reasoning: thinking, newObjective: new_objective, fields: parsed.fields }
  return { text, error: '', proposed: { ...proposed, source: 'model' } }
}

/**
 * Asks once more after an unreadable answer, with the schema where the endpoint enforces it. An empty answer is final,
 * because the model was already asked without tools. Throws `LlmError` after too many turns with the default.
 */
async function repair(first: Read, input: ChooseActionInput, askAgain: AskAgain): Promise<Read> {
  let read = first
  if (first.text !== '') {
    reportUnreadable(first, 'repair', input)
    read = await askAgain({ ...first, text: cutText(first.text, LONGEST_SHOWN) }, repairRequest(first.error))
    if (read.proposed) return read
  }
  const isTooOften = (input.defaultsBefore ?? 0) >= MAX_DEFAULTS
  reportUnreadable(read, isTooOften ? 'pause' : 'default', input)
  if (isTooOften) throw new LlmError('unavailable', 'unreadable', unreadableOften(input.model, read.error))
  return read
}

/** Maximum length of an unreadable answer that is shown to the model again, in characters. */
const LONGEST_SHOWN = 1000

const reportUnreadable = ({ text, error }: Read, next: Unreadable['next'], { turn, record }: ChooseActionInput) =>
  record({ event_type: 'agent_parse_error', turn, error, raw_response: text, next })
type Unreadable = EventOf<'agent_parse_error'>

const defaultFor = ({ text, error }: Read): Proposed => ({
  action: SAFE_DEFAULT,
  reasoning: `Parse error: ${error}. Raw: ${cutText(text, 100)}`,
  newObjective: null,
  source: 'default',
  fields: null,
})

/** Requirement 4.3: the content is null beside tool calls. Fields that the provider added are sent back. */
function assistantMessage({ toolCalls, providerFields }: ChatReply): ChatMessage {
  return {
    role: 'assistant',
    content: null,
    tool_calls: [...toolCalls],
    ...(providerFields !== null && { reasoning: providerFields }),
  }
}
