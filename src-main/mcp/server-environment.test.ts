import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEntry, type StdioServer } from '@shared/config/mcp-entry'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { serverEnvironment } from './server-environment'

const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-env-'))
afterAll(() => rmSync(folder, { recursive: true }))

function entry(extra: Readonly<Record<string, unknown>> = {}): StdioServer {
  const { server } = parseEntry('s', { command: 'x', ...extra }, {})
  if (server?.transport !== 'stdio') throw new Error('not a good entry')
  return server
}

const name = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,8}$/)
const table = fc.dictionary(name, fc.string())

describe('serverEnvironment', () => {
  it('R3.2 P7: is the system environment with the configured variables on top', async () => {
    await fc.assert(
      fc.asyncProperty(table, table, async (system, configured) => {
        const environment = await serverEnvironment({ ...entry(), env: configured }, system, folder)
        const kept = Object.entries(system).filter(([key, value]) => !(key in configured) && !value.startsWith('()'))
        expect(environment).toEqual({ ...Object.fromEntries(kept), ...configured })
      }),
      { numRuns: 200 },
    )
  })

  it('decision 17: keeps the keys of the product itself back, unless the entry names one', async () => {
    const host = { OPENAI_API_KEY: 'a', OPENROUTER_API_KEY: 'b', LANGFUSE_SECRET_KEY: 'c', APP_TOKEN: 'd', GITHUB_TOKEN: 'e', KEYBOARD: 'f' }
    expect(await serverEnvironment(entry(), host, folder)).toEqual({ GITHUB_TOKEN: 'e', KEYBOARD: 'f' })
    expect(await serverEnvironment(entry({ env: { OPENAI_API_KEY: 'mine' } }), host, folder)).toMatchObject({ OPENAI_API_KEY: 'mine' })
  })

  it('hands no shell functions on', async () => {
    expect(await serverEnvironment(entry(), { BASH_FUNC: '() { :; }' }, folder)).toEqual({})
  })

  it('inheritEnv narrows what comes from the host, but not what every program needs', async () => {
    expect(await serverEnvironment(entry({ inheritEnv: ['LANG'] }), { LANG: 'C', PATH: '/bin', OTHER: 'x' }, folder)).toEqual({ LANG: 'C', PATH: '/bin' })
  })

  it('reads an envFile below the configured variables, and says when it cannot', async () => {
    writeFileSync(join(folder, '.env'), 'A=file\nB=file # comment\n')
    expect(await serverEnvironment(entry({ envFile: '.env', env: { A: 'entry' } }), { B: 'host' }, folder)).toEqual({ A: 'entry', B: 'file' })
    await expect(serverEnvironment(entry({ envFile: 'missing.env' }), {}, folder)).rejects.toThrow(`its envFile ${join(folder, 'missing.env')} cannot be read`)
  })
})
