import { tryParseJson } from '@shared/base/json/bound-json'
import { HOW_TO_PRESS_A_KEY } from '@shared/episode/log/key-names'
import { stateBlock, type ParsedStateBlock } from '@shared/episode/state/state-block'
import { parseAgentResponse } from '../../../src-main/agent/agent-response'
import type { PastTurn } from '../../../src-main/explorer/memory/read-messages'

/** A message as it reaches a model: the tail has become part of the text. */
export interface ReadMessage {
  readonly role: string
  readonly content: string
}

/** The facts that an imperfect model takes from its messages. */
export interface ReadPrompt {
  /** The turns in the messages, oldest first; the last has the player's present situation. */
  readonly turns: readonly PastTurn[]
  /** The summary of the story, if older turns are in the prompt only as a summary; else empty. */
  readonly before: string
  /** The newest message of the user without the story's own text and the state block. */
  readonly beside: string
  /** Rejected answers to the newest turn, oldest first. */
  readonly rejected: readonly string[]
}

/** The wording of the laid-out prompt (src-main/agent/laid-out-context.ts). */
const IN_SHORT = /\n\nThe story so far in short, up to turn \d+:\n([\s\S]*)$/
const FENCE = /```state\n([\s\S]*?)\n```/

/** Null without a state block: then the prompt does not ask for an action. */
export function readPrompt(messages: readonly ReadMessage[]): ReadPrompt | null {
  const now = messages.findLastIndex(({ role, content }) => role === 'user' && FENCE.test(content))
  const newest = messages[now]
  if (newest === undefined) return null
  const told: PastTurn[] = []
  let before = ''
  let reply: string | null = null
  for (const { role, content } of messages.slice(0, now + 1)) {
    if (role === 'assistant') reply = content
    if (role !== 'user') continue
    const [, inShort] = IN_SHORT.exec(content) ?? []
    // The opening then does not count as the turn before the next one.
    if (inShort !== undefined && reply === null) before = inShort
    else told.push(turnOf(reply, content))
    reply = null
  }
  const text = told.at(-1)?.text ?? ''
  return {
    turns: told,
    before,
    beside: newest.content.replace(FENCE, '').replace(text, ''),
    rejected: messages
      .slice(now + 1)
      .flatMap(({ role, content }) => (role === 'assistant' ? (actionIn(content) ?? []) : [])),
  }
}

function turnOf(reply: string | null, content: string): PastTurn {
  const [fenced = '', json] = FENCE.exec(content) ?? []
  const printed = (fenced === '' ? content : content.slice(0, content.indexOf(fenced))).trim()
  const found: unknown = json === undefined ? null : tryParseJson(json)
  const block: ParsedStateBlock | null =
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
