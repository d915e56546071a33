/* oxlint-disable typescript/no-deprecated -- secrets are read in synchronous code, see docs/decisions.md */
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { SafeStorage } from 'electron'
import { ExpectedError } from '@shared/base/expected-error'
import { isRecord } from '@shared/base/json/is-record'
import { pathIn } from '../../../base/files/plain-file'
import { replaceLocked } from '../../../base/files/replace-file'
import { withLock } from '../../../base/files/with-lock'
import { writeError } from '../../../base/files/write-error'
import { memorySecrets, type SecretStore } from '../../../secrets/secret-store'

type Keychain = Pick<
  SafeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
>

/** Name to value, encrypted by the system's keychain, in base64. */
type Stored = Readonly<Record<string, string>>

/**
 * Secrets in one file, encrypted by the system's keychain. Without a keychain they stay in memory and the user is
 * informed, because Electron's `basic_text` backend would store them readable. Call it once the app is ready. The
 * keychain is not used before a secret is read or written, because the system may ask the user.
 */
export function openKeychainSecrets(file: string, keychain: Keychain, platform: NodeJS.Platform): SecretStore {
  if (platform === 'linux' && keychain.getSelectedStorageBackend() === 'basic_text')
    return inMemory(
      'No keyring was found (such as GNOME Keyring or KWallet). If one runs, start the app with --password-store=gnome-libsecret. Without a keyring,',
    )
  const kept = keychainSecrets(file, keychain)
  let asked: SecretStore | null = null
  const ask = () => (asked ??= keychain.isEncryptionAvailable() ? kept : inMemory('This system offers no keychain, so'))
  const asFarAsKnown = () => asked ?? kept
  return {
    get backend() {
      return asFarAsKnown().backend
    },
    names: () => asFarAsKnown().names(),
    get: (name) => (asFarAsKnown().names().includes(name) ? ask().get(name) : null),
    set: (name, value) => ask().set(name, value),
    delete: (name) => asFarAsKnown().delete(name),
  }
}

const inMemory = (reason: string): SecretStore =>
  memorySecrets(
    `${reason} secrets are kept in memory and are gone when the app closes. They are never written to disk in plain text.`,
  )

function keychainSecrets(file: string, keychain: Keychain): SecretStore {
  const place = pathIn(dirname(file), basename(file))
  const change = (edit: (stored: Stored) => Stored) =>
    withLock(place, async () => {
      const stored = read(file)
      if (stored === null)
        throw new ExpectedError(
          'bad_file',
          `${file} is not a list of secrets, and was left unchanged. Move it away and enter the secret again.`,
        )
      await replaceLocked(place, `${JSON.stringify(edit(stored), null, 2)}\n`).catch((error: unknown) => {
        throw writeError('The secret was not saved', file, error)
      })
    })
  return {
    backend: {
      kind: 'keychain',
      persistent: true,
      sentence: "Secrets are encrypted by this system's keychain and kept on this computer.",
    },
    names: () => Object.keys(read(file) ?? {}),
    get(name) {
      const stored = read(file)?.[name]
      if (stored === undefined) return null
      try {
        return keychain.decryptString(Buffer.from(stored, 'base64'))
      } catch {
        // The keychain was reset, or is another user's, so the secret is lost and must be entered again.
        return null
      }
    },
    set: (name, value) => change((stored) => ({ ...stored, [name]: keychain.encryptString(value).toString('base64') })),
    delete: (name) => change(({ [name]: _deleted, ...others }) => others),
  }
}

/** Empty if there is no file; null for an invalid or unreadable one, which is never overwritten. */
function read(file: string): Stored | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? {} : null
  }
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) && Object.values(value).every((entry) => typeof entry === 'string')
      ? (value as Stored)
      : null
  } catch {
    return null
  }
}
