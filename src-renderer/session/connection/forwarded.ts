/**
 * The key that decrypts the new address of a restarted host, see src-main/shells/web/forwarding.ts. It is in the memory
 * of this page only: another program that listens on the old port could read the page's storage after a reload.
 */
let key: CryptoKey | null = null

/**
 * Requests the key from the connected host, but only once: a program that has taken the port of an ended host could
 * send a different key. Without the key, the user must open the printed address after a restart.
 */
export async function keepForwardingKey(token: string): Promise<void> {
  if (key !== null) return
  const answer = await fetch(`/forwarding-key?token=${encodeURIComponent(token)}`)
  if (!answer.ok) return
  key = await crypto.subtle.importKey('raw', bytesOf(await answer.text()), 'AES-GCM', false, ['decrypt'])
}

/** The new address of the host; null if there is none, or if it is not from this page's host. */
export async function findNewAddress(signal: AbortSignal): Promise<string | null> {
  if (key === null) return null
  try {
    const nonce = crypto.randomUUID()
    const answer = await fetch(`/forwarded?nonce=${nonce}`, { signal })
    if (!answer.ok) return null
    const bytes = bytesOf(await answer.text())
    const context = new TextEncoder().encode(`${location.port} ${nonce}`)
    const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, 12), additionalData: context }
    const address = new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytes.subarray(12)))
    return isOfThisComputer(address) ? address : null
  } catch {
    return null
  }
}

function isOfThisComputer(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && hostname === '127.0.0.1'
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
