import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openKeychainSecrets } from './keychain-secrets'

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Backend = ReturnType<Parameters<typeof openKeychainSecrets>[1]['getSelectedStorageBackend']>

/** Not real encryption, but not the plain text, which is enough here. */
const keychain = (backend: Backend = 'gnome_libsecret', available = true) => ({
  isEncryptionAvailable: () => available,
  getSelectedStorageBackend: () => backend,
  encryptString: (text: string) => Buffer.from(text, 'utf16le').reverse(),
  decryptString: (data: Buffer) => Buffer.from(data).reverse().toString('utf16le'),
})

it('a secret outlives the store, and its file neither shows it nor is open to others', async () => {
  const file = join(folder, 'secrets.json')
  await openKeychainSecrets(file, keychain(), 'linux').set('TOKEN', 'sk-secret')
  const reopened = openKeychainSecrets(file, keychain(), 'linux')
  expect([reopened.names(), reopened.get('TOKEN'), reopened.backend.persistent]).toEqual([['TOKEN'], 'sk-secret', true])
  expect(readFileSync(file, 'utf8')).not.toContain('sk-secret')
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0)
})

it('the keychain is not used before a secret is read or written', async () => {
  const file = join(folder, 'asked.json')
  await openKeychainSecrets(file, keychain(), 'darwin').set('a', '1111')
  let isAsked = false
  const asked = {
    ...keychain(),
    isEncryptionAvailable: () => {
      isAsked = true
      return true
    },
  }
  const secrets = openKeychainSecrets(file, asked, 'darwin')
  expect([secrets.backend.kind, secrets.names(), secrets.get('b'), isAsked]).toEqual(['keychain', ['a'], null, false])
  expect([secrets.get('a'), isAsked]).toEqual(['1111', true])
})

it('a deleted secret is gone and the others stay', async () => {
  const secrets = openKeychainSecrets(join(folder, 'two.json'), keychain(), 'linux')
  await secrets.set('a', '1111')
  await secrets.set('b', '2222')
  await secrets.delete('a')
  expect([secrets.get('a'), secrets.get('b')]).toEqual([null, '2222'])
})

it('secrets that are set at once are all stored', async () => {
  const secrets = openKeychainSecrets(join(folder, 'many.json'), keychain(), 'linux')
  await Promise.all(['a', 'b', 'c'].map((name) => secrets.set(name, '1111')))
  expect(secrets.names().toSorted()).toEqual(['a', 'b', 'c'])
})

it('leftovers of a killed write are removed by the next one', async () => {
  const own = mkdtempSync(join(folder, 'drafts-'))
  for (const name of ['secrets.json.0123456789ab.tmp', 'secrets.json.mine.tmp', 'other.json.0123456789ab.tmp'])
    writeFileSync(join(own, name), '{}')
  await openKeychainSecrets(join(own, 'secrets.json'), keychain(), 'linux').set('a', '1111')
  expect(readdirSync(own).toSorted()).toEqual(['other.json.0123456789ab.tmp', 'secrets.json', 'secrets.json.mine.tmp'])
})

it.each([
  [keychain('basic_text'), 'linux', 'No keyring was found'],
  [keychain('unknown', false), 'darwin', 'no keychain'],
] as const)(
  'without a real keychain a secret stays in memory, and the user is informed',
  async (none, platform, why) => {
    const file = join(folder, 'none.json')
    const secrets = openKeychainSecrets(file, none, platform)
    await secrets.set('a', '1111')
    expect(secrets.get('a')).toBe('1111')
    expect(secrets.backend).toMatchObject({ kind: 'memory', persistent: false, sentence: expect.stringContaining(why) })
    expect(() => statSync(file)).toThrow()
  },
)

it.each(['{"a": ', '["a"]', '{"a": 1}', ''])('%j, which is not a list of secrets, is left unchanged', async (text) => {
  const file = join(folder, 'bad.json')
  writeFileSync(file, text)
  const secrets = openKeychainSecrets(file, keychain(), 'linux')
  expect(secrets.get('a')).toBeNull()
  await expect(secrets.set('a', '1111')).rejects.toThrow(/was left unchanged/)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

it('an unreadable file does not count as empty', async () => {
  // A folder in its place cannot be read, even by root.
  await expect(openKeychainSecrets(folder, keychain(), 'linux').set('a', '1111')).rejects.toThrow(/was left unchanged/)
})
