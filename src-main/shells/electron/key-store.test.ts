import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createKeyStore } from './key-store'

const folder = mkdtempSync(join(tmpdir(), 'keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Backend = ReturnType<Parameters<typeof createKeyStore>[1]['getSelectedStorageBackend']>

/** Not encryption, but not the text either, which is all that matters here. */
const keychain = (backend: Backend = 'gnome_libsecret', available = true) => ({
  isEncryptionAvailable: () => available,
  getSelectedStorageBackend: () => backend,
  encryptString: (text: string) => Buffer.from(text, 'utf16le').reverse(),
  decryptString: (data: Buffer) => Buffer.from(data).reverse().toString('utf16le'),
})

it('a key outlives the store, and its file neither shows it nor is open to others', () => {
  const file = join(folder, 'keys.json')
  createKeyStore(file, keychain(), 'linux').set('openrouter', 'sk-secret')
  expect(createKeyStore(file, keychain(), 'linux').get('openrouter')).toBe('sk-secret')
  expect(readFileSync(file, 'utf8')).not.toContain('sk-secret')
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0)
})

it('an empty key removes the entry and leaves the others', () => {
  const keys = createKeyStore(join(folder, 'two.json'), keychain(), 'linux')
  keys.set('a', '1')
  keys.set('b', '2')
  keys.set('a', '')
  expect([keys.get('a'), keys.get('b')]).toEqual([null, '2'])
})

it('without a real keychain a key is refused, and nothing is written', () => {
  const file = join(folder, 'none.json')
  expect(() => createKeyStore(file, keychain('basic_text'), 'linux').set('a', '1')).toThrow(/no keyring/)
  expect(() => createKeyStore(file, keychain('unknown', false), 'darwin').set('a', '1')).toThrow(/no keychain/)
  expect(() => statSync(file)).toThrow()
})

it('a file that is not a list of keys is left as it was', () => {
  const file = join(folder, 'bad.json')
  writeFileSync(file, '{"a": ')
  const keys = createKeyStore(file, keychain(), 'linux')
  expect(keys.get('a')).toBeNull()
  expect(() => keys.set('a', '1')).toThrow(/was left as it is/)
  expect(readFileSync(file, 'utf8')).toBe('{"a": ')
})
