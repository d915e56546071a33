import type { SpentByTurn } from '@shared/contract/contract'
import type { LogLine } from './log-lines'

const USAGE = '"usage":'
const COST = '"cost_usd":'

/** Adds up what the turns of a log cost, as the reducer does, without parsing what the model was asked and what it said. */
export class SpendingCounter {
  readonly #byTurn = { llmCalls: [0], tokensIn: [0], tokensOut: [0], costUsd: [null] as (number | null)[] }
  #now = { llmCalls: 0, tokensIn: 0, tokensOut: 0, costUsd: null as number | null }

  add(line: LogLine, bytes: Buffer): void {
    const { type, turn } = line
    // What was copied from another episode was paid for there.
    if (type === 'episode_forked') this.#now = { llmCalls: 0, tokensIn: 0, tokensOut: 0, costUsd: null }
    if (type === 'llm_request') this.#now.llmCalls++
    if (type === 'llm_response' || type === 'mcp_server_request') this.#addUsage(line, bytes)
    if (type === 'turn_completed') for (const [name, value] of Object.entries(this.#now)) (this.#byTurn[name as keyof SpentByTurn] as (number | null)[])[turn] = value
  }

  #addUsage(line: LogLine, bytes: Buffer): void {
    const usage = valueOf(USAGE, line, bytes)
    if (usage.startsWith('{')) {
      const { input, output } = JSON.parse(usage.slice(0, usage.indexOf('}') + 1)) as { readonly input: number | null; readonly output: number | null }
      this.#now.tokensIn += input ?? 0
      this.#now.tokensOut += output ?? 0
    }
    const costUsd = Number.parseFloat(valueOf(COST, line, bytes))
    if (!Number.isNaN(costUsd)) this.#now.costUsd = (this.#now.costUsd ?? 0) + costUsd
  }

  get spent(): SpentByTurn {
    return this.#byTurn
  }
}

/** Longer than any value of these two. */
const VALUE_BYTES = 256

/** What follows `key` in the line; in the text of a reply its quotes would be escaped, so what is found is the field. Empty without it. */
function valueOf(key: string, { start, end }: LogLine, bytes: Buffer): string {
  const at = bytes.indexOf(key, start, 'latin1')
  return at < 0 || at >= end ? '' : bytes.toString('latin1', at + key.length, Math.min(end, at + key.length + VALUE_BYTES))
}
