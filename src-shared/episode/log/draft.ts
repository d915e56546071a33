import type { DraftEvent } from './event'

/** A reply so far, while it streams. */
export interface Draft {
  readonly content: string
  readonly reasoning: string
  readonly toolCalls: readonly { readonly name: string; readonly arguments: string }[]
  readonly length: number
}

export const emptyDraft: Draft = { content: '', reasoning: '', toolCalls: [], length: 0 }

/** Returns the same draft for a piece that it already holds, which a viewer that reconnects may receive again. */
export function extendDraft(draft: Draft, { offset, part, text, tool_index }: DraftEvent): Draft {
  if (offset < draft.length || text === '') return draft
  const length = offset + text.length
  if (part === 'content' || part === 'reasoning') return { ...draft, [part]: draft[part] + text, length }
  const toolCalls = [...draft.toolCalls]
  const call: Draft['toolCalls'][number] = toolCalls[tool_index] ?? { name: '', arguments: '' }
  toolCalls[tool_index] =
    part === 'tool_name' ? { ...call, name: call.name + text } : { ...call, arguments: call.arguments + text }
  return { ...draft, toolCalls, length }
}
