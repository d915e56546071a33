import { isRecord } from '@shared/base/json/is-record'

/** Keys that a provider adds to a message or to a tool call, assembled from the pieces of a stream. */
export interface ProviderFields {
  /** `weigh` counts a text towards the limit of the reply, and throws above it. */
  add(piece: Readonly<Record<string, unknown>>, weigh: (text: string) => string): void
  /** Null if the provider added nothing. */
  all(): Readonly<Record<string, unknown>> | null
}

/** Keys of OpenAI's own messages, which add nothing to the reply. */
const OPENAI_KEYS = new Set([
  'role',
  'function_call',
  'audio',
  'annotations',
  'name',
  'tool_call_id',
  'logprobs',
  'images',
])
/** Keys whose text arrives in pieces; any other text arrives whole. */
const JOINED = new Set(['reasoning_content', 'text', 'summary', 'data', 'thinking'])

/**
 * Joins lists of blocks, such as OpenRouter's `reasoning_details` and LiteLLM's `thinking_blocks`, block by block, and
 * merges objects. The cost of a piece does not grow with the pieces before it.
 */
export function createProviderFields(): ProviderFields {
  const texts = new Map<string, string>()
  const lists = new Map<string, List>()
  const values = new Map<string, unknown>()
  return {
    add(piece, weigh) {
      for (const [key, value] of Object.entries(piece)) {
        if (value === null || value === undefined || OPENAI_KEYS.has(key)) continue
        for (const part of [value].flat()) weigh(typeof part === 'string' ? part : JSON.stringify(part))
        if (JOINED.has(key) && typeof value === 'string') texts.set(key, (texts.get(key) ?? '') + value)
        else if (Array.isArray(value)) {
          const list = lists.get(key) ?? { blocks: new Map(), last: null }
          lists.set(key, list)
          for (const block of value) if (isRecord(block)) addBlock(list, block)
        } else values.set(key, mergeValues(values.get(key), value))
      }
    },
    all() {
      const all = {
        ...Object.fromEntries(texts),
        ...Object.fromEntries(values),
        ...Object.fromEntries(
          [...lists].map(([key, { blocks }]) => [key, [...blocks.values()].map((block) => Object.fromEntries(block))]),
        ),
      }
      return Object.keys(all).length === 0 ? null : all
    },
  }
}

type Block = Map<string, unknown>
interface List {
  readonly blocks: Map<unknown, Block>
  last: unknown
}

/** Joins blocks with the same `index` and type; without an index, the pieces of a thought until its signature. */
function addBlock(list: List, piece: Readonly<Record<string, unknown>>): void {
  const { index, type } = piece
  const last = list.blocks.get(list.last)
  const isOpen = typeof piece.thinking === 'string' && last?.get('type') === type && !last?.get('signature')
  const withoutIndex = isOpen ? list.last : piece
  const key = index === undefined ? withoutIndex : JSON.stringify([index, type])
  const block: Block = list.blocks.get(key) ?? new Map()
  list.blocks.set(key, block)
  list.last = key
  mergeBlock(block, piece)
}

function mergeBlock(block: Map<string, unknown>, piece: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(piece)) {
    const before = block.get(name)
    const isJoined = JOINED.has(name) && typeof before === 'string' && typeof value === 'string'
    block.set(name, isJoined ? before + value : (value ?? before ?? null))
  }
}

const mergeValues = (before: unknown, value: unknown): unknown =>
  isRecord(before) && isRecord(value)
    ? {
        ...before,
        ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mergeValues(before[key], inner)])),
      }
    : value
