/**
 * A batch may have `bytes`. A socket sends them in a binary frame before the batch's message, because JSON would be
 * slow.
 */
interface WithBytes {
  readonly value: { readonly bytes: Uint8Array }
}

/** Splits a message into a part for JSON and its bytes; null if it has none. */
export function detachBytes(message: unknown): { readonly message: unknown; readonly bytes: Uint8Array | null } {
  if (!hasBytes(message)) return { message, bytes: null }
  const { bytes, ...value } = message.value
  return { message: { ...message, value }, bytes }
}

export function attachBytes(message: unknown, bytes: Uint8Array): unknown {
  if (typeof message !== 'object' || message === null || !('value' in message) || typeof message.value !== 'object')
    throw new Error('Bytes came ahead of a message that cannot hold them.')
  return { ...message, value: { ...message.value, bytes } }
}

function hasBytes(message: unknown): message is WithBytes {
  if (typeof message !== 'object' || message === null || !('value' in message)) return false
  const { value } = message
  return typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array
}
