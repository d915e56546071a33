import { visibleJson } from '@shared/base/visible-text'
import {
  type MarkdownOptions,
  markdownHead,
  markdownTail,
  markdownTurn,
  type Result,
} from '@shared/episode/export/markdown'
import type { LoggedEvent } from '@shared/episode/log/event'
import { type Included, redactEvents } from '@shared/episode/log/redact'
import { summaryOf } from '../list-episodes'
import { cutLog, refuseMissing, type TurnRange } from './cut-log'
import { badLog } from './log-lines'
import { readEachTurn } from './read-each-turn'
import { NOTHING_RECORDED, readLog, requireBeginning } from './read-log'

export interface LogExport {
  readonly format: 'markdown' | 'jsonl'
  /** Private parts to include. */
  readonly kept: Included
  readonly withThoughts: boolean
  /** Null for all turns. */
  readonly range: TurnRange | null
}

/**
 * Exports an episode of any length for sharing, about a megabyte of its log at a time. Throws `bad_log` for an invalid
 * log, and `not_found` for missing turns.
 */
export const exportLog = (folder: string, options: LogExport): AsyncGenerator<string> =>
  options.format === 'jsonl' ? eventLines(folder, options) : transcript(folder, options)

/** The exported events of a log, in parts. */
export async function* exportedEvents(
  folder: string,
  { kept, range }: Pick<LogExport, 'kept' | 'range'>,
): AsyncGenerator<readonly LoggedEvent[]> {
  let isFirst = true
  for await (const events of range === null ? allEvents(folder) : cutLog(folder, range)) {
    if (isFirst) requireBeginning(events[0])
    isFirst = false
    yield redactEvents(events, kept).events
  }
  if (isFirst) requireBeginning(undefined)
}

async function* allEvents(folder: string): AsyncGenerator<readonly LoggedEvent[]> {
  for await (const { events } of readLog(folder)) yield events
}

async function* eventLines(folder: string, options: LogExport): AsyncGenerator<string> {
  for await (const events of exportedEvents(folder, options))
    yield events.map((event) => `${visibleJson(event)}\n`).join('')
}

async function* transcript(folder: string, { kept, withThoughts, range }: LogExport): AsyncGenerator<string> {
  const options: MarkdownOptions = { withThoughts }
  const { from, to } = range ?? { from: 0, to: Infinity }
  const result = await readResult(folder, to)
  refuseMissing({ from, to }, result.turns)
  const change = (event: LoggedEvent) => redactEvents([event], kept).events[0] ?? event
  let hasHead = false
  let tail: readonly string[] = []
  for await (const { turns, state } of readEachTurn(folder, change, { untilTurn: to })) {
    const wanted = turns.filter(({ turn }) => turn.number >= from && turn.number <= to)
    const sections = wanted.map(({ turn, before }) => markdownTurn(turn, before, options, state))
    yield [...(hasHead ? [] : [markdownHead(state, result)]), ...sections.map((text) => `\n\n${text}`)].join('')
    hasHead = true
    tail = result.turns > to ? [] : markdownTail(state)
  }
  yield `${tail.map((text) => `\n\n${text}`).join('')}\n`
}

/** The result of the episode, for the head of a transcript. */
async function readResult(folder: string, untilTurn: number): Promise<Result> {
  const summary = await summaryOf(folder, untilTurn)
  if (!summary) throw badLog(1, NOTHING_RECORDED)
  return summary
}
