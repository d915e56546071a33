/**
 * A GGUF file of 1 MB that llama.cpp loads, with an answer that a test chooses: its layer adds nothing, so the last
 * token alone determines the next one. A prompt is followed by the pieces of `answer`, and by the end of the answer.
 */

interface TinyModel {
  /** The pieces of the answer, each a token; they must differ. */
  readonly answer: readonly string[]
  readonly contextLength?: number
  readonly template?: string | null
  readonly title?: string
  /** Additional entries of the header. */
  readonly extra?: Readonly<Record<string, string | number>>
}

/** The end of every prompt, followed by the first piece of the answer. */
const PROMPT_END = '<|answer|>'
const ANSWER_END = '<|end|>'

export const TINY_TEMPLATE = `{% for message in messages %}{{ message.role }}: {{ message.content }}
{% endfor %}{% if tools %}{{ tools | tojson }}{% endif %}${PROMPT_END}`

const WIDTH = 320
const [NORMAL, UNKNOWN, CONTROL, BYTE] = [1, 2, 3, 6]
const [UINT32, FLOAT32, STRING, ARRAY, INT32] = [4, 6, 8, 9, 5]

export function tinyModel({
  answer,
  contextLength = 8192,
  template = TINY_TEMPLATE,
  title = 'Tiny test model',
  extra = {},
}: TinyModel): Buffer {
  const tokens = [
    { text: '<unk>', type: UNKNOWN },
    { text: '<s>', type: CONTROL },
    { text: ANSWER_END, type: CONTROL },
    { text: PROMPT_END, type: CONTROL },
    ...Array.from({ length: 256 }, (_, byte) => ({
      text: `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
      type: BYTE,
    })),
    // A space is written as U+2581 in such vocabularies.
    ...answer.map((text) => ({ text: text.replaceAll(' ', '\u2581'), type: NORMAL })),
  ]
  const first = 4 + 256
  const chain = [3, ...answer.map((_, index) => first + index), 2]
  const next = new Map(chain.slice(1).map((token, index) => [chain[index] ?? 0, token]))
  const count = tokens.length
  const values: (readonly [string, number, unknown])[] = [
    ['general.architecture', STRING, 'llama'],
    ['general.name', STRING, title],
    ['general.file_type', UINT32, 0],
    ['llama.context_length', UINT32, contextLength],
    ['llama.embedding_length', UINT32, WIDTH],
    ['llama.block_count', UINT32, 1],
    ['llama.feed_forward_length', UINT32, 32],
    ['llama.attention.head_count', UINT32, 1],
    ['llama.attention.head_count_kv', UINT32, 1],
    ['llama.attention.key_length', UINT32, 32],
    ['llama.attention.value_length', UINT32, 32],
    ['llama.rope.dimension_count', UINT32, 32],
    ['llama.attention.layer_norm_rms_epsilon', FLOAT32, 1e-5],
    ['tokenizer.ggml.model', STRING, 'llama'],
    ['tokenizer.ggml.tokens', ARRAY, [STRING, tokens.map(({ text }) => text)]],
    ['tokenizer.ggml.scores', ARRAY, [FLOAT32, tokens.map(() => 0)]],
    ['tokenizer.ggml.token_type', ARRAY, [INT32, tokens.map(({ type }) => type)]],
    ['tokenizer.ggml.bos_token_id', UINT32, 1],
    ['tokenizer.ggml.eos_token_id', UINT32, 2],
    ['tokenizer.ggml.unknown_token_id', UINT32, 0],
    ...Object.entries(extra).map(([key, what]) => [key, typeof what === 'string' ? STRING : UINT32, what] as const),
    ...(template === null ? [] : ([['tokenizer.chat_template', STRING, template]] as const)),
  ]
  const oneHot = (width: number, rows: number, at: (row: number) => number | undefined) => {
    const data = new Float32Array(width * rows)
    for (let row = 0; row < rows; row++) {
      const column = at(row)
      if (column !== undefined) data[row * width + column] = 1
    }
    return data
  }
  // The output row of a token has a 1 at the token that it follows.
  const before = new Map([...next].map(([from, to]) => [to, from]))
  const ones = new Float32Array(WIDTH).fill(1)
  const tensors: (readonly [string, readonly number[], Float32Array])[] = [
    ['token_embd.weight', [WIDTH, count], oneHot(WIDTH, count, (token) => token)],
    ['blk.0.attn_norm.weight', [WIDTH], ones],
    ['blk.0.attn_q.weight', [WIDTH, 32], new Float32Array(WIDTH * 32)],
    ['blk.0.attn_k.weight', [WIDTH, 32], new Float32Array(WIDTH * 32)],
    ['blk.0.attn_v.weight', [WIDTH, 32], new Float32Array(WIDTH * 32)],
    ['blk.0.attn_output.weight', [32, WIDTH], new Float32Array(WIDTH * 32)],
    ['blk.0.ffn_norm.weight', [WIDTH], ones],
    ['blk.0.ffn_gate.weight', [WIDTH, 32], new Float32Array(WIDTH * 32)],
    ['blk.0.ffn_up.weight', [WIDTH, 32], new Float32Array(WIDTH * 32)],
    ['blk.0.ffn_down.weight', [32, WIDTH], new Float32Array(WIDTH * 32)],
    ['output_norm.weight', [WIDTH], ones],
    ['output.weight', [WIDTH, count], oneHot(WIDTH, count, (token) => before.get(token))],
  ]
  return writeGguf(values, tensors)
}

function writeGguf(
  values: readonly (readonly [string, number, unknown])[],
  tensors: readonly (readonly [string, readonly number[], Float32Array])[],
): Buffer {
  const u32 = (number: number) => Buffer.from(Uint32Array.of(number).buffer)
  const u64 = (number: number) => Buffer.from(BigUint64Array.of(BigInt(number)).buffer)
  const string = (text: string) => Buffer.concat([u64(Buffer.byteLength(text)), Buffer.from(text)])
  const value = (type: number, what: unknown): Buffer => {
    if (type === STRING) return string(what as string)
    if (type === FLOAT32) return Buffer.from(Float32Array.of(what as number).buffer)
    if (type !== ARRAY) return u32(what as number)
    const [of, items] = what as readonly [number, readonly unknown[]]
    return Buffer.concat([u32(of), u64(items.length), ...items.map((item) => value(of, item))])
  }
  const pad = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((32 - (bytes.length % 32)) % 32)])
  const data = tensors.map(([, , floats]) => pad(Buffer.from(floats.buffer)))
  let offset = 0
  const infos = tensors.map(([name, shape], index) => {
    const info = Buffer.concat([string(name), u32(shape.length), ...shape.map(u64), u32(0), u64(offset)])
    offset += data[index]?.length ?? 0
    return info
  })
  const header = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(tensors.length),
    u64(values.length),
    ...values.map(([key, type, what]) => Buffer.concat([string(key), u32(type), value(type, what)])),
    ...infos,
  ])
  return Buffer.concat([pad(header), ...data])
}
