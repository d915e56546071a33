import { tryParseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { objectsIn } from '@shared/base/json/objects-in'
import type { ToolCallRequest } from '@shared/episode/log/chat'
import type { ChatDelta } from '../chat-client'
import { StreamError } from '../failure/attempt-errors'
import type { ToolNames } from '../request/tool-names'
import type { ToolCallPiece } from './chunk'
import { createProviderFields, type ProviderFields } from './provider-fields'

interface PartialCall {
  index: number | null
  id: string
  name: string
  arguments: string
  readonly extra: ProviderFields
}

/** Maximum number of tool calls of one reply. Each gets an answer, which is sent back with the next request. */
const MAX_CALLS = 128

/** Assembles the tool calls of one reply. `weigh` counts a text towards the limit of the reply, and throws above it. */
export function createCalls(names: ToolNames, weigh: (text: string) => string) {
  const calls: PartialCall[] = []
  return {
    add(piece: ToolCallPiece): readonly ChatDelta[] {
      const call = findCall(calls, piece, names, weigh)
      if (calls.length > MAX_CALLS)
        throw new StreamError('too_long', `the reply calls more than ${MAX_CALLS} tools at once`)
      const toolIndex = calls.indexOf(call)
      const name = piece.function?.name ?? ''
      const sent = piece.function?.arguments ?? ''
      const argumentsText = weigh(typeof sent === 'string' ? sent : JSON.stringify(sent))
      const addsName = name !== '' && name !== call.name
      if (addsName) call.name += weigh(name)
      call.arguments += argumentsText
      const { index: _index, id: _id, type: _type, function: called, ...extra } = piece
      const { name: _name, arguments: _arguments, ...calledExtra } = called ?? {}
      call.extra.add(extra, weigh)
      if (Object.keys(calledExtra).length > 0) call.extra.add({ function: calledExtra }, weigh)
      return [
        ...(addsName ? [{ part: 'tool_name' as const, toolIndex, text: names.decode(name) }] : []),
        ...(argumentsText ? [{ part: 'tool_arguments' as const, toolIndex, text: argumentsText }] : []),
      ]
    },
    isEmpty: () => calls.every(({ name }) => name === ''),
    all: () => toToolCalls(calls, names),
  }
}

/**
 * Finds the call that a piece belongs to, or adds one. A piece with a known index and no new name continues that call,
 * because some servers send a different id with every piece. Other servers send index 0 for every call, or none; there
 * a name begins a new call once the arguments of the previous call are complete.
 */
function findCall(
  calls: PartialCall[],
  { index = null, id, function: called }: ToolCallPiece,
  names: ToolNames,
  weigh: (text: string) => string,
): PartialCall {
  const known = findKnown(calls, { index, id: id || null, name: called?.name || null }, names)
  if (known) {
    known.id ||= weigh(id ?? '')
    return known
  }
  const call: PartialCall = { index, id: weigh(id ?? ''), name: '', arguments: '', extra: createProviderFields() }
  calls.push(call)
  return call
}

interface PieceKeys {
  readonly index: number | null
  readonly id: string | null
  readonly name: string | null
}

function findKnown(calls: readonly PartialCall[], { index, id, name }: PieceKeys, names: ToolNames) {
  const byId = id === null ? undefined : calls.find((call) => call.id === id)
  if (byId) return byId
  const byIndex = index === null ? undefined : calls.findLast((call) => call.index === index)
  const before = byIndex ?? calls.at(-1)
  if (before === undefined) return undefined
  // A piece with arguments only. An unknown index is ignored while the arguments of the previous call are incomplete.
  if (name === null) return byIndex ?? (isWhole(before.arguments) ? undefined : before)
  if (byIndex === undefined) return undefined
  if (isWhole(before.arguments)) return undefined
  if (before.name === name || before.name === '') return before
  // A second name begins another call, or is the rest of a name that arrives in pieces.
  return before.arguments === '' && !names.isOffered(before.name) ? before : undefined
}

const isWhole = (text: string): boolean => text.trimEnd().endsWith('}') && isRecord(tryParseJson(text))

/** In index order. Missing and duplicate ids are replaced, because each result refers to the id of its call. */
function toToolCalls(calls: readonly PartialCall[], names: ToolNames): readonly ToolCallRequest[] {
  const used = new Set<string>()
  return calls
    .filter((call) => call.name !== '')
    .toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
    .map((call, position) => {
      let { id } = call
      for (let number = position; id === '' || used.has(id); number++) id = `call_${number}`
      used.add(id)
      const extra = call.extra.all()
      return {
        id,
        type: 'function',
        function: { name: names.decode(call.name), arguments: onceOnly(call.arguments) },
        ...(extra !== null && { extra }),
      }
    })
}

/**
 * Some servers send `{}` before the arguments, or all arguments again at the end. Different objects are left as sent.
 */
function onceOnly(text: string): string {
  if (!/\}\s*\{/.test(text) || isWhole(text)) return text
  const objects = objectsIn(text)
  if (objects.join('') !== text.replaceAll(/\}\s*\{/g, '}{').trim()) return text
  const distinct = new Set(objects.filter((object) => !/^\{\s*\}$/.test(object)))
  return distinct.size === 1 ? [...distinct].join('') : text
}
