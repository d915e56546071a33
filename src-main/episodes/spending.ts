import type { SpentByTurn } from '@shared/contract/contract'
import type { LogLine } from './log-lines'

const USAGE = Buffer.from('"usage":')
const COST = Buffer.from('"cost_usd":')

/**
 * Adds up what the turns of a log cost, as the reducer does, without parsing what the model was asked and what it said.
 */
export class SpendingCounter {
  readonly #byTurn = { llmCalls: [0], tokensIn: [0], tokensOut: [0], costUsd: [null] as (number | null)[] }
  #now = { llmCalls: 0, tokensIn: 0, tokensOut: 0, costUsd: null as number | null }

  add(line: LogLine, bytes: Buffer): void {
    const { type, turn } = line
    // What was copied from another episode was paid for there.
    if (type === 'episode_forked') this.#now = { llmCalls: 0, tokensIn: 0, tokensOut: 0, costUsd: null }
    if (type === 'llm_request') this.#now.llmCalls++
    if (type === 'llm_response' || type === 'mcp_server_request') this.#addUsage(line, bytes)
    // Turns count without gaps; one that is played again takes its place once more.
    if (type === 'turn_completed' && turn <= this.#byTurn.llmCalls.length)
      for (const [name, value] of Object.entries(this.#now))
        (this.#byTurn[name as keyof SpentByTurn] as (number | null)[])[turn] = value
  }

  /** Of a line that may not have been checked: what is no number counts nothing. */
  #addUsage(line: LogLine, bytes: Buffer): void {
    const usage = /^ *\{[^}]*\}/.exec(valueOf(USAGE, line, bytes))?.[0] ?? ''
    this.#now.tokensIn += Number(/"input": *(\d+)/.exec(usage)?.[1] ?? 0)
    this.#now.tokensOut += Number(/"output": *(\d+)/.exec(usage)?.[1] ?? 0)
    const costUsd = Number.parseFloat(valueOf(COST, line, bytes))
    if (!Number.isNaN(costUsd)) this.#now.costUsd = (this.#now.costUsd ?? 0) + costUsd
  }

  get spent(): SpentByTurn {
    return this.#byTurn
  }
}

/** Longer than any value of these two. */
const VALUE_BYTES = 256

/**
 * What follows `key` in the line; in the text of a reply its quotes would be escaped, so what is found is the field.
 * Empty without it.
 */
function valueOf(key: Buffer, { start, end }: LogLine, bytes: Buffer): string {
  const at = bytes.indexOf(key, start)
  return at < 0 || at >= end
    ? ''
    : bytes.toString('latin1', at + key.length, Math.min(end, at + key.length + VALUE_BYTES))
}
