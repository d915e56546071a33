import type { ExportBatch, LogExport } from '@shared/contract/long-logs'
import type { LoggedEvent } from '@shared/episode/event'
import { type MarkdownOptions, markdownHead, markdownTail, markdownTurn, type Result } from '@shared/episode/markdown'
import { redactEvents } from '@shared/episode/redact'
import { visibleJson } from '@shared/visible-text'
import { versionOf } from './checked-note'
import { summaryOf } from './library'
import { LogError } from './log-error'
import { readEachTurn } from './read-each-turn'
import { NOTHING_RECORDED, readLog, requireBeginning } from './read-log'

const encoder = new TextEncoder()

/**
 * An episode of any length as a file to give away, a megabyte of its log at a time. Throws `LogError` for a log that
 * cannot be trusted.
 */
export async function* exportLog(
  folder: string,
  options: LogExport,
  isTrusted: boolean,
  signal: AbortSignal,
): AsyncGenerator<ExportBatch> {
  for await (const { text, share } of options.format === 'jsonl'
    ? eventLines(folder, options, signal)
    : transcript(folder, options, isTrusted, signal))
    yield { bytes: encoder.encode(text), share }
}

interface TextPart {
  readonly text: string
  readonly share: number
}

async function* eventLines(folder: string, { kept }: LogExport, signal: AbortSignal): AsyncGenerator<TextPart> {
  const { bytes } = await versionOf(folder)
  let isFirst = true
  for await (const { events, endByte } of readLog(folder, 0, signal)) {
    if (isFirst) requireBeginning(events[0])
    isFirst = false
    yield {
      text: redactEvents(events, kept)
        .events.map((event) => `${visibleJson(event)}\n`)
        .join(''),
      share: Math.min(1, endByte / bytes),
    }
  }
  if (isFirst) requireBeginning(undefined)
}

async function* transcript(
  folder: string,
  { kept, withThoughts }: LogExport,
  isTrusted: boolean,
  signal: AbortSignal,
): AsyncGenerator<TextPart> {
  const result = await readResult(folder)
  const options: MarkdownOptions = { withThoughts }
  const change = (event: LoggedEvent) => redactEvents([event], kept).events[0] ?? event
  let hasHead = false
  let tail: readonly string[] = []
  for await (const { turns, state, share } of readEachTurn(folder, { isTrusted, change, signal })) {
    const told = turns.map(({ turn, before }) => markdownTurn(turn, before, options))
    yield {
      text: [...(hasHead ? [] : [markdownHead(state, result)]), ...told.map((text) => `\n\n${text}`)].join(''),
      share,
    }
    hasHead = true
    tail = markdownTail(state)
  }
  yield { text: `${tail.map((text) => `\n\n${text}`).join('')}\n`, share: 1 }
}

/** The first lines of a transcript tell the end. */
async function readResult(folder: string): Promise<Result> {
  const summary = await summaryOf(folder)
  if (!summary) throw new LogError(1, NOTHING_RECORDED)
  return summary
}
