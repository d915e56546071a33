import { HOW_TO_PRESS_A_KEY } from '@shared/episode/log/key-names'
import { parseStateBlock, type ToldBlock } from '@shared/episode/state/state-block'
import { parseAgentResponse } from '../../agent/agent-response'
import { blockOfAnswer } from './play-tool'

export interface WireMessage {
  readonly role: string
  readonly content: string
  readonly callsTools: boolean
  /** The action that its tool calls play; null if they play none. */
  readonly plays?: string | null
}

/**
 * One turn as it stands in the messages: the reply that acted, if there was one, and the user message that told what
 * came of it.
 */
export interface MessagePair {
  readonly reply: string | null
  readonly message: string
}

interface Conversation {
  /** Oldest first; the last tells where the explorer stands now. */
  readonly exchanges: readonly MessagePair[]
  /** What the tools answered since then. */
  readonly toolResults: readonly string[]
}

/**
 * Splits a conversation into turns. A turn begins with a user message that carries a `state` block; if no message does,
 * with every user message that follows a reply. Any other user message (a demand for the final answer) belongs to the
 * turn it stands in. A tool that plays the game acts as a reply does, and its answer opens the next turn.
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

/** What the explorer learns from. The opening has no action. */
export interface PastTurn {
  readonly action: string | null
  readonly objective: string | null
  /** Null where the prompt has no `state` block that can be read: then the text is all there is. */
  readonly block: ToldBlock | null
  readonly text: string
  /** The story waits for a single key, as the prompt says beside the block. */
  readonly waitsForKey?: boolean
}

/**
 * The block knows best which action was really sent; a reply that could not be read was replaced by the agent's safe
 * default, `look`.
 */
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
