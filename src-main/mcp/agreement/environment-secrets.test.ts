import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseEntry } from '@shared/mcp/mcp-entry'
import { withEnvironmentSecrets } from './environment-secrets'

const folder = mkdtempSync(join(tmpdir(), 'environment-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Fields = Readonly<Record<string, unknown>>
async function secretsOf(env: Readonly<Record<string, string>>, extra: Fields = {}): Promise<readonly string[]> {
  const { server } = parseEntry('s', { command: 'x', ...extra }, env)
  if (server === null) throw new Error('not a good entry')
  return (await withEnvironmentSecrets(server, { configFile: join(folder, 'mcp_config.json'), env })).secrets
}

describe('the secrets of a server', () => {
  it('include inherited variables with the name of a secret, and passwords in addresses', async () => {
    const address = 'postgres://me:p%40ss-of-brass@db/x'
    const env = { GITHUB_TOKEN: 'ghp-brass-lantern', EDITOR: 'a-long-editor', STORE_URL: address, PIN_TOKEN: 'short' }
    expect(await secretsOf(env)).toEqual(['ghp-brass-lantern', 'p%40ss-of-brass', 'p@ss-of-brass'])
  })

  it('do not include variables that it does not inherit', async () => {
    const env = { OPENAI_API_KEY: 'sk-of-the-product', GITHUB_TOKEN: 'ghp-brass-lantern' }
    expect(await secretsOf(env, { inheritEnv: ['EDITOR'] })).toEqual([])
  })

  it('include those of its file of variables and of its entry', async () => {
    writeFileSync(join(folder, '.env'), 'FORGE_TOKEN=token-of-the-file\nEDITOR=a-long-editor\n')
    const entry = { envFile: '.env', env: { LAMP_KEY: 'key-of-the-entry' } }
    expect(await secretsOf({}, entry)).toEqual(['key-of-the-entry', 'token-of-the-file'])
    expect(await secretsOf({}, { ...entry, envFile: 'missing.env' })).toEqual(['key-of-the-entry'])
  })

  it('do not include the path of the file of a secret', async () => {
    const env = { GOOGLE_APPLICATION_CREDENTIALS: folder, AWS_SECRET_ACCESS_KEY: '/begins/like+a/path' }
    expect(await secretsOf(env)).toEqual(['/begins/like+a/path'])
  })
})
