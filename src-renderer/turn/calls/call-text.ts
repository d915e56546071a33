import { tryParseJson } from '@shared/base/json/bound-json'
import { cutText } from '@shared/base/whole-characters'
import type { LoggedEvent } from '@shared/episode/log/event'
import type { ToolCall } from '@shared/episode/state/episode'
import { resultOf } from '@shared/episode/state/strings'
import type { History } from '../../session/episode/history'

/** Folds adjacent calls with equal arguments and results. */
export function foldCalls(calls: readonly ToolCall[]): readonly { readonly call: ToolCall; readonly times: number }[] {
  const folded: { call: ToolCall; times: number }[] = []
  for (const call of calls) {
    const last = folded.at(-1)
    if (last && sameCall(last.call, call)) last.times++
    else folded.push({ call, times: 1 })
  }
  return folded
}

function sameCall(a: ToolCall, b: ToolCall): boolean {
  return (
    a.toolName === b.toolName &&
    a.status === b.status &&
    JSON.stringify([a.arguments, resultOf(a)]) === JSON.stringify([b.arguments, resultOf(b)])
  )
}

export const hasFailed = ({ status }: Pick<ToolCall, 'status'>): boolean => status === 'failed' || status === 'timeout'

/** The name of the tool on its server, without the server prefix that the model sees. */
export const ownToolName = ({ serverName, toolName }: Pick<ToolCall, 'serverName' | 'toolName'>): string =>
  toolName.startsWith(`${serverName}.`) ? toolName.slice(serverName.length + 1) : toolName

/** A string unchanged; anything else as indented JSON. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
}

/** Maximum length of text in one line, in characters; more would only cost layout time. */
const LONGEST_LINE = 300

/** The arguments in one line: names and values, or JSON if the arguments are not an object. */
export function argumentLine(value: unknown): string {
  if (value === null || value === undefined) return ''
  const cut = (part: unknown) => cutText(typeof part === 'string' ? part : JSON.stringify(part), LONGEST_LINE)
  if (typeof value !== 'object' || Array.isArray(value)) return cutText(JSON.stringify(value), LONGEST_LINE)
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${cut(field)}`)
  return cutText(fields.join(' · '), LONGEST_LINE)
}

/** Reported progress of a running tool; null without progress or after the end. */
export const progressLine = ({ status, progress }: ToolCall): string | null =>
  status === 'running' && progress ? progressText(progress) : null

export const progressText = ({ progress, total, message }: NonNullable<ToolCall['progress']>): string =>
  [total === null ? String(progress) : `${progress}/${total}`, message ?? ''].filter((text) => text !== '').join(' · ')

/** A tool result as text: the text parts of MCP content, else JSON. */
export function resultText(result: unknown): string {
  if (typeof result === 'string') return result
  if (Array.isArray(result) && result.length > 0 && result.every(isTextPart))
    return result.map(({ text }) => text).join('\n')
  return result === null || result === undefined ? '' : JSON.stringify(result, null, 2)
}

const isTextPart = (part: unknown): part is { text: string } =>
  typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'

/** Indents text that is JSON; returns other text unchanged. */
export function readableText(text: string): string {
  const value = /^\s*[[{]/.test(text) ? tryParseJson(text) : undefined
  return value === undefined ? text : JSON.stringify(value, null, 2)
}

/** The events of a tool call up to `seq`: call, progress, result. */
export function eventsOfCall(
  { events, spans }: History,
  { turn, callId, seq }: { readonly turn: number; readonly callId: string; readonly seq: number },
): readonly LoggedEvent[] {
  const span = spans[turn]
  if (!span) return []
  return events
    .slice(span.firstSeq, Math.min(seq, span.lastSeq ?? seq) + 1)
    .filter((event) => 'call_id' in event && event.call_id === callId)
}
