import { randomBytes } from 'node:crypto'
import { tryParseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
}

/** The marks of Hermes, Qwen, SmolLM and most other templates with tools. */
export const CALL_MARKS = { before: '<tool_call>', after: '</tool_call>' }
/** Mistral's mark, before a list of calls. */
const LIST_MARK = '[TOOL_CALLS]'
const MARKS = [CALL_MARKS.before, LIST_MARK]
/** Llama's form: the whole answer is a call. */
const BARE_CALL = '{"name":"'

/**
 * Separates text and tool calls of an answer that is being written: passes text on at once, and holds back everything
 * from a possible call on until the answer ends. An invalid call, or one of a tool that is not offered, counts as text.
 */
export class ToolCallReader {
  readonly #offered: ReadonlySet<string>
  #held = ''
  #isStart = true
  #isCall = false

  constructor(offered: Iterable<string>) {
    this.#offered = new Set(offered)
  }

  /** Returns the text that can be passed on. */
  add(text: string): string {
    if (this.#offered.size === 0) return text
    this.#held += text
    if (this.#isCall) return ''
    if (this.#isStart && mayBeBareCall(this.#held)) return ''
    this.#isStart = false
    const mark = firstIndexOf(this.#held, MARKS)
    if (mark !== null) {
      this.#isCall = true
      return this.#pass(mark)
    }
    return this.#pass(this.#held.length - lengthOfBegunMark(this.#held))
  }

  /** Returns the text that was held back, or the calls in it. */
  end(): { readonly text: string; readonly calls: readonly ToolCall[] } {
    const calls = callsIn(this.#held)
    const areOffered = calls.length > 0 && calls.every(({ name }) => this.#offered.has(name))
    if (!areOffered) return { text: this.#held, calls: [] }
    return { text: '', calls: calls.map((call) => ({ id: `call_${randomBytes(6).toString('hex')}`, ...call })) }
  }

  #pass(length: number): string {
    const passed = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    return passed
  }
}

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '')

function mayBeBareCall(text: string): boolean {
  // A bare call begins within the first characters; the rest may be long.
  const beginning = withoutSpace(text.slice(0, 100))
  return BARE_CALL.startsWith(beginning) || beginning.startsWith(BARE_CALL)
}

function firstIndexOf(text: string, marks: readonly string[]): number | null {
  const found = marks.map((mark) => text.indexOf(mark)).filter((at) => at >= 0)
  return found.length === 0 ? null : Math.min(...found)
}

/** The number of characters at the end of the text that may begin a mark. */
function lengthOfBegunMark(text: string): number {
  const longest = Math.max(...MARKS.map(({ length }) => length)) - 1
  for (let length = Math.min(longest, text.length); length > 0; length--)
    if (MARKS.some((mark) => mark.startsWith(text.slice(-length)))) return length
  return 0
}

type ReadCall = Omit<ToolCall, 'id'>

function callsIn(text: string): readonly ReadCall[] {
  const trimmed = text.trim()
  if (trimmed.startsWith(LIST_MARK)) return callsOf(tryParseJson(trimmed.slice(LIST_MARK.length)))
  if (!trimmed.includes(CALL_MARKS.before)) return callsOf(tryParseJson(trimmed))
  // The mark after the last call is often missing, because the model ends its answer instead.
  const bodies = trimmed.split(CALL_MARKS.before).slice(1)
  return bodies.flatMap((body) => callsOf(tryParseJson((body.split(CALL_MARKS.after)[0] ?? '').trim())))
}

function callsOf(value: unknown): readonly ReadCall[] {
  return [value].flat().flatMap((call) => {
    if (!isRecord(call) || typeof call.name !== 'string') return []
    const given = call.arguments ?? call.parameters ?? {}
    return [{ name: call.name, arguments: typeof given === 'string' ? given : JSON.stringify(given) }]
  })
}
