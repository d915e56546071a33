import { describe, expect, it } from 'vitest'
import { tinyModel } from '../tiny-model.testkit'
import { readModelHeader } from './read-header'

const read = (bytes: Buffer, size = bytes.length) => readModelHeader(async (length) => bytes.subarray(0, length), size)
const model = tinyModel({ answer: ['look'] })

/** The file with other bytes from `at` on. */
function changed(at: number, ...bytes: readonly number[]): Buffer {
  const copy = Buffer.from(model)
  copy.set(bytes, at)
  return copy
}

describe('the header of a model', () => {
  it('has the architecture, the trained context length and the memory of the context', async () => {
    expect(await read(model)).toMatchObject({
      architecture: 'llama',
      title: 'Tiny test model',
      quantization: 'F32',
      contextLength: 8192,
      // One layer with one head of 32 keys and 32 values, two bytes each.
      contextBytesPerToken: 128,
      template: expect.stringContaining('<|answer|>') as string,
    })
  })

  it('is read in larger and larger parts', async () => {
    const lengths: number[] = []
    const long = tinyModel({ answer: ['look'], template: 'x'.repeat(2 << 20) })
    await readModelHeader(async (length) => {
      lengths.push(length)
      return long.subarray(0, length)
    }, long.length)
    expect(lengths).toEqual([1 << 20, long.length])
  })
})

describe('an unusable model file', () => {
  it.each([
    ['of another kind', Buffer.from('PK\u0003\u0004 a zip archive'), /does not begin with GGUF/],
    ['that is empty', Buffer.alloc(0), /ends inside its header/],
    ['of an unknown version', changed(4, 9), /has version 9 of the format; versions 2 and 3 are supported/],
    ['with another byte order', changed(4, 0, 0, 0, 3), /another byte order/],
    ['with a count that cannot be', changed(8, 255, 255, 255, 255, 255), /header is damaged/],
    ['with a type that cannot be', changed(model.indexOf('llama') - 12, 77), /header is damaged/],
    ['cut inside its header', model.subarray(0, 3000), /ends inside its header/],
    ['cut inside its data', model.subarray(0, model.length - 1), /incomplete, with [\d,]+ of [\d,]+ bytes/],
    ['without a chat template', tinyModel({ answer: ['look'], template: null }), /no chat template/],
    ['that is one of several', tinyModel({ answer: ['look'], extra: { 'split.count': 3 } }), /one of 3 parts/],
    ['with an adapter', tinyModel({ answer: ['look'], extra: { 'general.type': 'adapter' } }), /kind "adapter"/],
  ])('%s is refused in a sentence', async (_what, bytes, reason) => {
    await expect(read(bytes)).rejects.toMatchObject({
      kind: 'bad_file',
      message: expect.stringMatching(reason) as string,
    })
  })

  it('is refused in the same way for any bytes', async () => {
    for (let at = 0; at < 2000; at += 7) {
      const outcome = await read(changed(at, 0xff, 0xff)).then(
        () => 'bad_file',
        ({ kind }: { readonly kind?: string }) => kind,
      )
      expect([at, outcome]).toEqual([at, 'bad_file'])
    }
  })
})
