import { inflateRawSync, crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { ZipWriter } from './zip'

const bytesOf = async (zip: ZipWriter) => Buffer.from(await new Response(zip.finish()).arrayBuffer())

/** Reads the central directory, as unpackers do. */
function unpack(archive: Buffer): Readonly<Record<string, string>> {
  const end = archive.length - 22
  expect(archive.readUInt32LE(end)).toBe(0x06054b50)
  const files: Record<string, string> = {}
  let at = archive.readUInt32LE(end + 16)
  expect(at + archive.readUInt32LE(end + 12)).toBe(end)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50)
    const [sum, packed, plain] = [16, 20, 24].map((offset) => archive.readUInt32LE(at + offset))
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    expect(archive.readUInt32LE(local)).toBe(0x04034b50)
    expect(archive.toString('utf8', local + 30, local + 30 + nameLength)).toBe(name)
    const begin = local + 30 + nameLength
    const bytes = inflateRawSync(archive.subarray(begin, begin + (packed ?? 0)))
    expect([bytes.length, crc32(bytes)]).toEqual([plain, sum])
    files[name] = bytes.toString('utf8')
    at += 46 + nameLength
  }
  return files
}

it('an archive contains each file that was added', async () => {
  const zip = new ZipWriter()
  const files = { 'one.md': 'The lamp. '.repeat(10_000), 'two.html': 'Grüße 🏮', 'empty.zorkgpt': '' }
  for (const [name, text] of Object.entries(files))
    await zip.add({ name, parts: [text.slice(0, 5), new TextEncoder().encode(text.slice(5))] })
  const archive = await bytesOf(zip)
  expect(unpack(archive)).toEqual(files)
  expect(archive.length).toBeLessThan(2_000)
})

it('an archive without files is valid', async () => {
  expect(unpack(await bytesOf(new ZipWriter()))).toEqual({})
})
