/** The beginning of a PNG with a signature and a header that declares this size. */
export function pngOf(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

/** The beginning of a JPEG with this size: a comment, padding and the frame header. */
export function jpegOf(width: number, height: number): Uint8Array {
  const frame = [0xff, 0xc2, 0, 17, 8, height >> 8, height & 0xff, width >> 8, width & 0xff]
  return new Uint8Array([
    0xff,
    0xd8,
    0xff,
    0xfe,
    0,
    4,
    0x68,
    0x69,
    0xff,
    0xff,
    ...frame.slice(1),
    ...Array<number>(16).fill(0),
  ])
}
