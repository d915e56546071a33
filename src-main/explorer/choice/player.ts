import { createHash } from 'node:crypto'
import { learn } from '../memory/learn'
import { emptyMemory, type Memory } from '../memory/memory'
import { findPlayTool, type OfferedTool } from '../memory/play-tool'
import { type MessagePair, readConversation, readTurn, type WireMessage } from '../memory/read-messages'
import { type Chance, decide, type Decision } from './decide'
import { objectivesOf, speak } from './speak'
import { argumentsFor, findThinkTool, thoughtsFor } from './think-tool'

interface PlayerRequest extends Chance {
  readonly messages: readonly WireMessage[]
  /** Empty when no tool may be called. */
  readonly tools: readonly OfferedTool[]
  /** True if the reply must call a tool. */
  readonly mustCall: boolean
}

export type PlayerReply =
  | {
      readonly kind: 'call'
      readonly name: string
      readonly arguments: string
      /** Text sent with the call; null if none. */
      readonly thinking: string | null
    }
  | { readonly kind: 'final'; readonly thinking: string; readonly action: string; readonly newObjective: string | null }

/** Memories of recent conversations, by a hash of their turns. The cache only saves time: a memory is a pure fold. */
export interface MemoryCache {
  get(key: string): Memory | undefined
  set(key: string, memory: Memory): void
}

/** The reply to a conversation: a pure function of the request. */
export function answer({ messages, tools, mustCall, ...chance }: PlayerRequest, cache: MemoryCache): PlayerReply {
  const { exchanges, toolResults } = readConversation(messages)
  const memory = remember(exchanges, cache)
  const decision = decide(memory, chance)
  const thinkTool = findThinkTool(tools)
  const thought = thinkTool && nextThought(memory, decision, toolResults, mustCall)
  if (thinkTool && thought)
    return { kind: 'call', name: thinkTool.name, arguments: argumentsFor(thinkTool, thought), thinking: null }
  const playTool = findPlayTool(tools)
  if (playTool)
    return {
      kind: 'call',
      name: playTool.name,
      arguments: JSON.stringify({ action: decision.command }),
      thinking: speak(memory, decision),
    }
  const newObjective = objectivesOf(memory).find((text) => !memory.objectives.has(text)) ?? null
  return { kind: 'final', thinking: speak(memory, decision), action: decision.command, newObjective }
}

/**
 * The thought after `toolResults.length` answers. Null after a failed call, and after the last thought unless the reply
 * must call a tool.
 */
function nextThought(memory: Memory, decision: Decision, toolResults: readonly string[], mustCall: boolean) {
  if (toolResults.some((result) => /^\s*(?:error|tool error|skipped|\{"?error)/i.test(result))) return null
  const thoughts = thoughtsFor(memory, decision)
  const plain = { thought: speak(memory, decision), thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: false }
  return thoughts[toolResults.length] ?? (mustCall ? plain : null)
}

/** Builds the memory from the longest cached prefix and the turns after it. */
function remember(exchanges: readonly MessagePair[], cache: MemoryCache): Memory {
  const keys = keysOf(exchanges)
  let folded = keys.length
  let memory: Memory | undefined
  while (folded > 0 && (memory = cache.get(keys[folded - 1] ?? '')) === undefined) folded--
  const whole = exchanges
    .slice(folded)
    .map(readTurn)
    .reduce(learn, memory ?? emptyMemory)
  const key = keys.at(-1)
  if (key !== undefined) cache.set(key, whole)
  return whole
}

/** One key for each prefix of the conversation. */
function keysOf(exchanges: readonly MessagePair[]): readonly string[] {
  const hash = createHash('sha256')
  return exchanges.map(({ reply, message }) =>
    hash
      .update(`${reply?.length ?? -1} ${message.length} ${reply ?? ''}${message}`)
      .copy()
      .digest('base64'),
  )
}

/** Holds the `size` memories that were set last. */
export function createMemoryCache(size: number): MemoryCache {
  const kept = new Map<string, Memory>()
  return {
    get: (key) => kept.get(key),
    set(key, memory) {
      kept.delete(key)
      kept.set(key, memory)
      const oldest = kept.keys().next().value
      if (kept.size > size && oldest !== undefined) kept.delete(oldest)
    },
  }
}
