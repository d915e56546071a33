/** A picture that a browser can decode, recognized by its first bytes. */
export interface Picture {
  readonly type: 'image/png' | 'image/jpeg'
  readonly width: number
  readonly height: number
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]

/** The type and size that a picture declares; null unless it is a PNG or JPEG with a readable size. */
export function readPicture(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length >= 24 && PNG.every((byte, index) => bytes[index] === byte))
    return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
  return readJpeg(view)
}

/** Frame headers have the markers C0 to CF except these (ITU-T T.81, table B.1). */
const NO_FRAME = [0xc4, 0xc8, 0xcc]

function readJpeg(view: DataView): Picture | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    // Bytes FF may precede a marker as padding.
    if (marker === 0xff) at++
    else if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.includes(marker))
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    else at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return null
}
