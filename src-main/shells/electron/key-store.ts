import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { SafeStorage } from 'electron'
import { contractError } from '@shared/contract/rpc'
import type { KeyStore } from '../../host/host-options'

/** What is used of Electron's `safeStorage`. */
type Keychain = Pick<SafeStorage, 'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'>

/** Provider to key, encrypted by the system's keychain and in base64. */
type Stored = Readonly<Record<string, string>>

/**
 * API keys in one file that only the system's keychain can open. Setting a key throws a ContractError `no_keychain` where there is
 * none: Electron's `basic_text` backend would store it readable for everyone who can read the file.
 * Usable once the app is ready.
 */
export function createKeyStore(file: string, keychain: Keychain, platform: NodeJS.Platform): KeyStore {
  return {
    get(provider) {
      const stored = read(file)?.[provider]
      if (stored === undefined || whyNone(keychain, platform) !== null) return null
      try {
        return keychain.decryptString(Buffer.from(stored, 'base64'))
      } catch {
        // The keychain of another user or a reset one: the key is lost, and asking for it again is the only remedy.
        return null
      }
    },
    set(provider, key) {
      const reason = whyNone(keychain, platform)
      if (reason) throw contractError('no_keychain', `${reason} so the key was not stored. Set it in the environment before starting, e.g. OPENAI_API_KEY.`)
      const stored = read(file)
      if (stored === null) throw contractError('keys_unreadable', `${file} is not a list of keys, and was left as it is. Move it away and set the key again.`)
      const { [provider]: _replaced, ...others } = stored
      write(file, key === '' ? others : { ...others, [provider]: keychain.encryptString(key).toString('base64') })
    },
  }
}

function whyNone(keychain: Keychain, platform: NodeJS.Platform): string | null {
  if (!keychain.isEncryptionAvailable()) return 'This system offers no keychain,'
  if (platform === 'linux' && keychain.getSelectedStorageBackend() === 'basic_text') return 'This desktop runs no keyring (such as GNOME Keyring or KWallet),'
  return null
}

/** Null for a file that holds something else: it is never overwritten. */
function read(file: string): Stored | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return {}
  }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && Object.values(value).every((entry) => typeof entry === 'string') ? (value as Stored) : null
  } catch {
    return null
  }
}

function write(file: string, stored: Stored): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
