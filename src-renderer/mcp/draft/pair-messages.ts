import { tryParseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { visibleLine } from '@shared/base/visible-text'
import type { McpLogEntry } from '@shared/contract/mcp'

/** Whether the row is a line that the server printed outside its messages. */
export const isOutput = (kind: McpLogEntry['kind']): kind is 'stderr' | 'stdout' =>
  kind === 'stderr' || kind === 'stdout'

/** One row of the log: a request with its reply, a notification, a line of other output, or the end of a session. */
export interface LogRow {
  readonly key: number
  readonly at: string
  readonly kind: McpLogEntry['kind']
  /** The method, or the text of other output. For the end of a session: the time when the session began. */
  readonly title: string
  /** The called tool or prompt, or the resource that is read; empty for other messages. */
  readonly about: string
  readonly text: string
  readonly reply: { readonly text: string; readonly ms: number; readonly isError: boolean } | null
  /** True for a tool call that was cancelled, or whose session ended before the answer. */
  readonly isUnanswered: boolean
}

export const isFailed = ({ reply, isUnanswered }: LogRow): boolean => isUnanswered || reply?.isError === true

/** Pairs requests with their replies by session, direction and id, because client and server may use the same ids. */
export function pairMessages(entries: readonly McpLogEntry[]): readonly LogRow[] {
  const rows: LogRow[] = []
  const open = new Map<string, number>()
  const change = (at: number | undefined, part: Partial<LogRow>) => {
    const row = rows[at ?? -1]
    if (row && at !== undefined) rows[at] = { ...row, ...part }
    return row
  }
  for (const { number: key, at, session, kind, id, method, text } of entries) {
    const row = { key, at, kind, title: text, about: '', text, reply: null, isUnanswered: false }
    if (isOutput(kind)) rows.push(row)
    else if (kind === 'ended') {
      rows.push({ ...row, title: entries.find((first) => first.session === session)?.at ?? at })
      for (const [asked, at] of open)
        if (asked.startsWith(`${session} sent `) && rows[at]?.title === 'tools/call') change(at, { isUnanswered: true })
    } else if (method !== null) {
      if (id !== null) open.set(`${session} ${kind} ${id}`, rows.length)
      const cancelled = method === 'notifications/cancelled' ? /"requestId":"?([\w-]+)/.exec(text)?.[1] : undefined
      if (cancelled !== undefined) change(open.get(`${session} ${kind} ${cancelled}`), { isUnanswered: true })
      rows.push({ ...row, title: method, about: aboutOf(text) })
    } else {
      const asked = `${session} ${kind === 'sent' ? 'received' : 'sent'} ${id}`
      const request = rows[open.get(asked) ?? -1]
      const ms = request ? Date.parse(at) - Date.parse(request.at) : 0
      const isError = /^\{[^]{0,60}?"error":/.test(text) || text.includes('"isError":true')
      if (!change(open.get(asked), { reply: { text, ms, isError }, isUnanswered: false }))
        rows.push({ ...row, title: id ?? '' })
      open.delete(asked)
    }
  }
  return rows
}

/** The host truncates long messages, which are then invalid JSON. */
function aboutOf(text: string): string {
  const message = tryParseJson(text)
  const params = isRecord(message) && isRecord(message.params) ? message.params : {}
  const about = params.name ?? params.uri
  return typeof about === 'string' ? visibleLine(about, 200) : ''
}
