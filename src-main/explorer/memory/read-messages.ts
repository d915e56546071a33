import { HOW_TO_PRESS_A_KEY } from '@shared/episode/log/key-names'
import { parseStateBlock, type ParsedStateBlock } from '@shared/episode/state/state-block'
import { parseAgentResponse } from '../../agent/agent-response'
import { blockOfAnswer } from './play-tool'

export interface WireMessage {
  readonly role: string
  readonly content: string
  readonly callsTools: boolean
  /** The action that the message's tool calls play; null or absent without one. */
  readonly plays?: string | null
}

/** One turn of a conversation: the reply that acted (null at the opening) and the user message with its result. */
export interface MessagePair {
  readonly reply: string | null
  readonly message: string
}

interface Conversation {
  /** Oldest first; the last one describes the present state. */
  readonly exchanges: readonly MessagePair[]
  /** Results of tool calls since then. */
  readonly toolResults: readonly string[]
}

/**
 * Splits a conversation into turns. A turn begins with a user message that has a `state` block; if no message has one,
 * with every user message after a reply. Other user messages, such as a demand for the final answer, belong to the turn
 * they are in. A tool that plays the game acts like a reply, and its answer begins the next turn.
 */
export function readConversation(messages: readonly WireMessage[]): Conversation {
  const hasBlocks = messages.some(carriesBlock)
  const exchanges: MessagePair[] = []
  let toolResults: string[] = []
  let reply: string | null = null
  let played: string | null = null
  for (const message of messages) {
    if (message.role === 'assistant' && !message.callsTools) reply = message.content
    if (message.plays != null) played = message.plays
    else if (message.role === 'tool' && played !== null) {
      exchanges.push({
        reply: JSON.stringify({ thinking: '', action: played, new_objective: null }),
        message: blockOfAnswer(message.content),
      })
      toolResults = []
      played = null
    } else if (message.role === 'tool') toolResults.push(message.content)
    const opensTurn =
      message.role === 'user' && (hasBlocks ? carriesBlock(message) : exchanges.length === 0 || reply !== null)
    if (!opensTurn) continue
    exchanges.push({ reply, message: message.content })
    toolResults = []
    reply = null
  }
  return { exchanges, toolResults }
}

const carriesBlock = ({ role, content }: WireMessage) => role === 'user' && content.includes('```state\n')

/** One turn to learn from. The opening has no action. */
export interface PastTurn {
  readonly action: string | null
  readonly objective: string | null
  /** Null when the prompt has no readable `state` block: only the text is known. */
  readonly block: ParsedStateBlock | null
  readonly text: string
  /** True if the prompt states, next to the block, that the story waits for a single key. */
  readonly waitsForKey?: boolean
}

/** Prefers the action in the block, which was really sent. For an unreadable reply the agent sends `look`. */
export function readTurn({ reply, message }: MessagePair): PastTurn {
  const block = parseStateBlock(message)
  const answer = reply === null ? null : parseAgentResponse(reply)
  const said = answer?.ok === false ? 'look' : (answer?.response.action ?? null)
  return {
    action: block?.last?.action ?? said,
    objective: answer?.ok ? answer.response.new_objective : null,
    block,
    text: block?.observation ?? message,
    waitsForKey: message.includes(HOW_TO_PRESS_A_KEY),
  }
}
