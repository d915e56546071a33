import { ExpectedError } from '@shared/base/expected-error'
import { BLOCKS, QUANTIZATIONS } from './tensor-types'

export interface ModelHeader {
  readonly architecture: string
  /** The name in the file; null if it has none. */
  readonly title: string | null
  readonly quantization: string
  readonly parameters: number
  /** The trained context length, in tokens; 0 if unknown. */
  readonly contextLength: number
  readonly contextBytesPerToken: number
  /** The chat template (Jinja). */
  readonly template: string
}

/** Reads the first `length` bytes of a file, or all of a shorter file. */
type ReadStart = (length: number) => Promise<Buffer>

const FIRST_READ = 1 << 20
/** The longest known headers, with the vocabulary of 200 languages, have 20 MB. */
const MAX_HEADER = 128 << 20

/**
 * The header of a GGUF file of `size` bytes (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md). Rejects with
 * `bad_file` and one sentence for another format, an incomplete file, or a model that cannot answer.
 */
export async function readModelHeader(readStart: ReadStart, size: number): Promise<ModelHeader> {
  for (let length = FIRST_READ; ; length *= 4) {
    const bytes = await readStart(Math.min(length, size, MAX_HEADER))
    try {
      return describe(parse(new Cursor(bytes)), size)
    } catch (error) {
      if (!(error instanceof NeedsMore)) throw error
      if (bytes.length >= size) throw refusal('it ends inside its header, so it is incomplete')
      if (bytes.length >= MAX_HEADER) throw refusal('its header is too long')
    }
  }
}

const refusal = (reason: string) => new ExpectedError('bad_file', `This is not a usable model file: ${reason}.`)

class NeedsMore extends Error {}

type Value = string | number | bigint | boolean | null
interface Header {
  readonly values: ReadonlyMap<string, Value>
  readonly tensors: readonly { readonly name: string; readonly count: number; readonly end: number }[]
  /** Offset at which the tensor data begin. */
  readonly length: number
}

const VERSIONS = [2, 3]
/** Maximum number of entries. No model has as many, and reading a damaged count would take forever. */
const MAX_ENTRIES = 100_000
const DEFAULT_ALIGNMENT = 32

function parse(cursor: Cursor): Header {
  if (cursor.text(4) !== 'GGUF') throw refusal('it does not begin with GGUF')
  const version = cursor.u32()
  if (VERSIONS.includes(swapped(version))) throw refusal('it was made for processors with another byte order')
  if (!VERSIONS.includes(version))
    throw refusal(`it has version ${version} of the format; versions 2 and 3 are supported`)
  const [tensorCount, valueCount] = [cursor.u64(), cursor.u64()]
  if (tensorCount > MAX_ENTRIES || valueCount > MAX_ENTRIES) throw refusal('its header is damaged')
  const values = new Map<string, Value>()
  for (let n = 0; n < valueCount; n++) values.set(cursor.string(), cursor.value(cursor.u32()))
  const tensors = Array.from({ length: tensorCount }, () => {
    const name = cursor.string()
    const dimensions = Array.from({ length: bounded(cursor.u32(), 8) }, () => cursor.u64())
    const [type, offset] = [cursor.u32(), cursor.u64()]
    const count = dimensions.reduce((product, dimension) => product * dimension, 1)
    // llama.cpp may know types that are unknown here; only the offset of such tensors is checked.
    const [block, bytes] = BLOCKS[type] ?? [1, 0]
    return { name, count, end: offset + (count / block) * bytes }
  })
  const alignment = Number(values.get('general.alignment') ?? DEFAULT_ALIGNMENT)
  if (!(alignment > 0)) throw refusal('its header is damaged')
  return { values, tensors, length: Math.ceil(cursor.at / alignment) * alignment }
}

function bounded(count: number, most: number): number {
  if (count > most) throw refusal('its header is damaged')
  return count
}

const swapped = (number: number): number => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return bytes.readUInt32BE()
}

function describe({ values, tensors, length }: Header, size: number): ModelHeader {
  const text = (key: string) => {
    const value = values.get(key)
    return typeof value === 'string' && value !== '' ? value : null
  }
  const number = (key: string) => {
    const value = Number(values.get(key) ?? NaN)
    return Number.isFinite(value) ? value : null
  }
  const kind = text('general.type')
  if (kind !== null && kind !== 'model') throw refusal(`it contains no whole model, but is of the kind "${kind}"`)
  const parts = number('split.count') ?? 1
  if (parts > 1) throw refusal(`it is one of ${parts} parts, which llama-gguf-split --merge joins`)
  const architecture = text('general.architecture')
  if (architecture === null || tensors.length === 0) throw refusal('its header describes no model')
  const end = length + Math.max(...tensors.map((tensor) => tensor.end))
  if (!(end <= size))
    throw refusal(`it is incomplete, with ${size.toLocaleString('en')} of ${end.toLocaleString('en')} bytes`)
  const template = text('tokenizer.chat_template')
  if (template === null)
    throw refusal(
      `it has no chat template, so it cannot answer; choose a model whose name contains "instruct" or "chat"`,
    )
  const of = (key: string) => number(`${architecture}.${key}`)
  const layers = of('block_count') ?? 0
  const heads = of('attention.head_count') ?? 1
  const keyHeads = of('attention.head_count_kv') ?? heads
  const headSize = of('attention.key_length') ?? (of('embedding_length') ?? 0) / heads
  return {
    architecture,
    title: text('general.name'),
    quantization: QUANTIZATIONS[number('general.file_type') ?? -1] ?? 'unknown',
    parameters: tensors.reduce((sum, { count }) => sum + count, 0),
    contextLength: of('context_length') ?? 0,
    // Keys and values, in half precision.
    contextBytesPerToken: Math.round(layers * keyHeads * headSize * 2 * 2),
    template,
  }
}

/** Types of values, and the size in bytes of each type of fixed length. */
const [STRING, LIST, BOOLEAN] = [8, 9, 7]
const FIXED: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 }

class Cursor {
  readonly #bytes: Buffer
  at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  u32(): number {
    return this.#bytes.readUInt32LE(this.#take(4))
  }

  /** Inexact above 2^53, which exceeds every limit. */
  u64(): number {
    return Number(this.#bytes.readBigUInt64LE(this.#take(8)))
  }

  text(length: number): string {
    const from = this.#take(length)
    return this.#bytes.toString('utf8', from, from + length)
  }

  string(): string {
    return this.text(this.u64())
  }

  /** A value of this type; null for a list, which is skipped. */
  value(type: number): Value {
    if (type === STRING) return this.string()
    if (type === LIST) return this.#skipList()
    const length = FIXED[type]
    if (length === undefined) throw refusal('its header is damaged')
    const from = this.#take(length)
    if (type === BOOLEAN) return this.#bytes[from] !== 0
    switch (type) {
      case 0:
        return this.#bytes.readUInt8(from)
      case 1:
        return this.#bytes.readInt8(from)
      case 2:
        return this.#bytes.readUInt16LE(from)
      case 3:
        return this.#bytes.readInt16LE(from)
      case 4:
        return this.#bytes.readUInt32LE(from)
      case 5:
        return this.#bytes.readInt32LE(from)
      case 6:
        return this.#bytes.readFloatLE(from)
      case 10:
        return this.#bytes.readBigUInt64LE(from)
      case 11:
        return this.#bytes.readBigInt64LE(from)
      default:
        return this.#bytes.readDoubleLE(from)
    }
  }

  #skipList(): null {
    const [type, count] = [this.u32(), this.u64()]
    const length = FIXED[type]
    if (length !== undefined) this.#take(count * length)
    else if (type === STRING) for (let n = 0; n < count; n++) this.#take(this.u64())
    else throw refusal('its header is damaged')
    return null
  }

  #take(length: number): number {
    const from = this.at
    if (!(from + length <= this.#bytes.length)) throw new NeedsMore()
    this.at = from + length
    return from
  }
}
