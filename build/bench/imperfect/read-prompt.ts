import { parseAgentResponse } from '../../../src-main/agent/agent-response'
import type { PastTurn } from '../../../src-main/explorer/memory/read-messages'
import { tryParseJson } from '@shared/json/bound-json'
import { HOW_TO_PRESS_A_KEY } from '@shared/episode/key-names'
import { stateBlock, type ToldBlock } from '@shared/episode/state-block'

/** A message as it reaches a model: the tail has become part of the text. */
export interface ReadMessage {
  readonly role: string
  readonly content: string
}

/** What an imperfect model takes from its messages. */
export interface ReadPrompt {
  /** The turns that stand in the messages, oldest first; the last says where the player stands now. */
  readonly turns: readonly PastTurn[]
  /** What stands before the first of them: the story so far, in short. */
  readonly before: string
  /** All of the newest turn's message but the story's own words and the state block. */
  readonly beside: string
  /** Answers to the newest turn that were not taken, oldest first. */
  readonly rejected: readonly string[]
  /** Every turn has a state block of its own, and not the newest alone. */
  readonly hasOldBlocks: boolean
}

/** As the laid-out prompt words it (src-main/agent/laid-out-context.ts). */
const STORY_SO_FAR = 'The story so far in short'

const FENCE = /```state\n([\s\S]*?)\n```/

/** Null if no message has a state block: then nobody asks for an action. */
export function readPrompt(messages: readonly ReadMessage[]): ReadPrompt | null {
  const now = messages.findLastIndex(({ role, content }) => role === 'user' && FENCE.test(content))
  const newest = messages[now]
  if (newest === undefined) return null
  const told: PastTurn[] = []
  const before: string[] = []
  let reply: string | null = null
  let blocks = 0
  for (const { role, content } of messages.slice(0, now + 1)) {
    if (role === 'assistant') reply = content
    if (role !== 'user') continue
    const isFirst = reply === null
    if (isFirst && content.includes(STORY_SO_FAR)) before.push(content)
    else {
      if (FENCE.test(content)) blocks++
      told.push(turnOf(reply, content))
    }
    reply = null
  }
  const text = told.at(-1)?.text ?? ''
  return {
    turns: told,
    before: before.join('\n'),
    beside: newest.content.replace(FENCE, '').replace(text, ''),
    rejected: messages
      .slice(now + 1)
      .flatMap(({ role, content }) => (role === 'assistant' ? (actionIn(content) ?? []) : [])),
    hasOldBlocks: blocks > 1 || told.length === 1,
  }
}

function turnOf(reply: string | null, content: string): PastTurn {
  const [fenced = '', json] = FENCE.exec(content) ?? []
  const printed = (fenced === '' ? content : content.slice(0, content.indexOf(fenced))).trim()
  const found: unknown = json === undefined ? null : tryParseJson(json)
  const block: ToldBlock | null =
    typeof found === 'object' && found !== null
      ? (stateBlock.safeParse({ observation: printed, ...found }).data ?? null)
      : null
  const answer = reply === null ? null : parseAgentResponse(reply)
  const said = answer?.ok === false ? 'look' : (answer?.response.action ?? null)
  return {
    action: block?.last?.action ?? said,
    objective: answer?.ok ? answer.response.new_objective : null,
    block,
    text: block?.observation ?? printed.replace(/^> .*\n/, ''),
    waitsForKey: content.includes(HOW_TO_PRESS_A_KEY),
  }
}

function actionIn(reply: string): string | null {
  const parsed = parseAgentResponse(reply)
  return parsed.ok ? parsed.response.action : null
}
