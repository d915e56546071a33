import type { SpentByTurn } from '@shared/contract/contract'
import type { LogLine } from './log-lines'

const USAGE = '"usage":'
const COST = '"cost_usd":'

/** Adds up what the turns of a log cost, as the reducer does, without parsing what the model was asked and what it said. */
export class SpendingCounter {
  readonly #byTurn = { llmCalls: [0], tokensIn: [0], tokensOut: [0], costUsd: [null] as (number | null)[] }
  #now = { llmCalls: 0, tokensIn: 0, tokensOut: 0, costUsd: null as number | null }

  add({ start, end, type, turn }: LogLine, bytes: Buffer): void {
    // What was copied from another episode was paid for there.
    if (type === 'episode_forked') this.#now = { llmCalls: 0, tokensIn: 0, tokensOut: 0, costUsd: null }
    if (type === 'llm_request') this.#now.llmCalls++
    if (type === 'llm_response' || type === 'mcp_server_request') this.#addUsage(bytes.toString('latin1', start, end))
    if (type === 'turn_completed') for (const [name, value] of Object.entries(this.#now)) (this.#byTurn[name as keyof SpentByTurn] as (number | null)[])[turn] = value
  }

  /** In the text of a reply the quotes of these keys would be escaped, so the last one found is the field. */
  #addUsage(line: string): void {
    const usageAt = line.lastIndexOf(USAGE) + USAGE.length
    if (line[usageAt] === '{') {
      const { input, output } = JSON.parse(line.slice(usageAt, line.indexOf('}', usageAt) + 1)) as { readonly input: number | null; readonly output: number | null }
      this.#now.tokensIn += input ?? 0
      this.#now.tokensOut += output ?? 0
    }
    const costAt = line.lastIndexOf(COST)
    const costUsd = costAt < 0 ? NaN : Number.parseFloat(line.slice(costAt + COST.length))
    if (!Number.isNaN(costUsd)) this.#now.costUsd = (this.#now.costUsd ?? 0) + costUsd
  }

  get spent(): SpentByTurn {
    return this.#byTurn
  }
}
