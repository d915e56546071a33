import type { McpLogEntry } from '@shared/contract/mcp'

/** Whether the row is a line that the server printed beside its messages. */
export const isOutput = (kind: McpLogEntry['kind']): kind is 'stderr' | 'stdout' =>
  kind === 'stderr' || kind === 'stdout'

/** One row of the log: a request with its reply, a notification, or a line of other output. */
export interface LogRow {
  readonly key: number
  readonly at: string
  readonly kind: McpLogEntry['kind']
  readonly title: string
  readonly text: string
  readonly reply: { readonly text: string; readonly ms: number; readonly isError: boolean } | null
}

/** Keyed by session and direction too, because client and server may use the same ids. */
export function pairMessages(entries: readonly McpLogEntry[]): readonly LogRow[] {
  const rows: LogRow[] = []
  const open = new Map<string, number>()
  for (const { number: key, at, session, kind, id, method, text } of entries) {
    if (isOutput(kind)) rows.push({ key, at, kind, title: text, text, reply: null })
    else if (method !== null) {
      if (id !== null) open.set(`${session} ${kind} ${id}`, rows.length)
      rows.push({ key, at, kind, title: method, text, reply: null })
    } else {
      const asked = `${session} ${kind === 'sent' ? 'received' : 'sent'} ${id}`
      const row = rows[open.get(asked) ?? -1]
      const reply = {
        text,
        ms: row ? Date.parse(at) - Date.parse(row.at) : 0,
        isError: /^\{[^]{0,60}?"error":/.test(text),
      }
      if (row) rows[open.get(asked) ?? -1] = { ...row, reply }
      else rows.push({ key, at, kind, title: id ?? '', text, reply: null })
      open.delete(asked)
    }
  }
  return rows
}
