import type { ToolCall } from '@shared/episode/state/episode'
import { tryParseJson } from '@shared/base/json/bound-json'
import { resultOf } from '@shared/episode/state/strings'

/** Equal calls that follow each other, with equal outcome, as one. */
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

/** What the server calls the tool: the model knows it with the server's name before. */
export const ownToolName = ({ serverName, toolName }: Pick<ToolCall, 'serverName' | 'toolName'>): string =>
  toolName.startsWith(`${serverName}.`) ? toolName.slice(serverName.length + 1) : toolName

/** A text as it is; anything else as JSON, over several lines. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
}

/** Nobody sees more of a line, and the page need not lay it out. */
const LONGEST_LINE = 300

/** The arguments in one short line: their values, or the JSON of what is not an object. */
export function argumentLine(value: unknown): string {
  if (value === null || value === undefined) return ''
  const cut = (part: unknown) => (typeof part === 'string' ? part : JSON.stringify(part)).slice(0, LONGEST_LINE)
  if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value).slice(0, LONGEST_LINE)
  return Object.entries(value)
    .map(([name, field]) => `${name}: ${cut(field)}`)
    .join(' · ')
    .slice(0, LONGEST_LINE)
}

/** How far a running tool says it is, with what it says of it; null if it said nothing or is done. */
export function progressLine({ status, progress: said }: ToolCall): string | null {
  if (status !== 'running' || !said) return null
  const { progress, total, message } = said
  return [total === null ? String(progress) : `${progress}/${total}`, message ?? '']
    .filter((text) => text !== '')
    .join(' · ')
}

/** What a tool answered, as text: the text parts of MCP content, else its JSON. */
export function resultText(result: unknown): string {
  if (typeof result === 'string') return result
  if (Array.isArray(result) && result.length > 0 && result.every(isTextPart))
    return result.map(({ text }) => text).join('\n')
  return result === null || result === undefined ? '' : JSON.stringify(result, null, 2)
}

const isTextPart = (part: unknown): part is { text: string } =>
  typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'

/** JSON inside a text is set over several lines; any other text is left alone. */
export function readableText(text: string): string {
  const value = /^\s*[[{]/.test(text) ? tryParseJson(text) : undefined
  return value === undefined ? text : JSON.stringify(value, null, 2)
}
