import type { KeyStore } from '../host/host-options'

/** For shells without a keychain: a key that a reader enters is gone when the host stops, and never reaches the disk. */
export function memoryKeys(): KeyStore {
  const keys = new Map<string, string>()
  return {
    get: (provider) => keys.get(provider) ?? null,
    set: (provider, key) => void (key === '' ? keys.delete(provider) : keys.set(provider, key)),
  }
}
