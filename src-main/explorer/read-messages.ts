import { parseStateBlock, type StateBlock } from '@shared/episode/state-block'
import { parseAgentResponse } from '../agent/agent-response'

/** One turn as the prompt tells it: the action that was sent and what the game answered. The opening has no action. */
export interface PastTurn {
  readonly action: string | null
  /** Null where the prompt has no `state` block: then the text is all there is. */
  readonly block: StateBlock | null
  readonly text: string
}

export interface Conversation {
  /** Oldest first; the last is where the explorer stands now. */
  readonly turns: readonly PastTurn[]
  /** What the tools answered since then. */
  readonly toolResults: readonly string[]
  readonly objectives: readonly string[]
}

export interface WireMessage {
  readonly role: string
  readonly content: string
  readonly callsTools: boolean
}

/**
 * Turns begin with a user message that carries a `state` block; if no message does, with every user message that follows an action.
 * A user message without a block (a demand for the final answer) belongs to the turn it stands in.
 */
export function readConversation(messages: readonly WireMessage[]): Conversation {
  const blocks = messages.map(({ role, content }) => (role === 'user' ? parseStateBlock(content) : null))
  const hasBlocks = blocks.some((block) => block !== null)
  const turns: PastTurn[] = []
  const objectives: string[] = []
  let toolResults: string[] = []
  let action: string | null = null
  messages.forEach((message, index) => {
    const block = blocks[index] ?? null
    if (message.role === 'assistant' && !message.callsTools) {
      const answer = readAnswer(message.content)
      action = answer.action
      if (answer.objective !== null) objectives.push(answer.objective)
    }
    if (message.role === 'tool') toolResults.push(message.content)
    const opensTurn = message.role === 'user' && (block !== null || (!hasBlocks && (turns.length === 0 || action !== null)))
    if (!opensTurn) return
    turns.push({ action: block ? (block.last?.action ?? null) : action, block, text: block?.observation ?? message.content })
    toolResults = []
    action = null
  })
  return { turns, toolResults, objectives }
}

/** What was not the JSON that was asked for, the agent replaced by its safe default, `look`. */
function readAnswer(content: string): { action: string; objective: string | null } {
  const parsed = parseAgentResponse(content)
  return parsed.ok ? { action: parsed.response.action, objective: parsed.response.new_objective } : { action: 'look', objective: null }
}
