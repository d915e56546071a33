import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEntry, type StdioServer } from '@shared/mcp/mcp-entry'
import { serverEnvironment } from './server-environment'

function entry(extra: Readonly<Record<string, unknown>> = {}): StdioServer {
  const { server } = parseEntry('s', { command: 'x', ...extra }, {})
  if (server?.transport !== 'stdio') throw new Error('not a good entry')
  return server
}

const name = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,8}$/)
const table = fc.dictionary(name, fc.string())

describe('serverEnvironment', () => {
  it('R3.2 P7: is the system environment with the configured variables on top', () => {
    fc.assert(
      fc.property(table, table, (system, configured) => {
        const environment = serverEnvironment({ ...entry(), env: configured }, system, null)
        const kept = Object.entries(system).filter(([key, value]) => !(key in configured) && !value.startsWith('()'))
        expect(environment).toEqual({ ...Object.fromEntries(kept), ...configured })
      }),
      { numRuns: 200 },
    )
  })

  it('decision 17: omits the keys of the app, unless the entry names one', () => {
    const host = {
      OPENAI_API_KEY: 'a',
      OPENROUTER_API_KEY: 'b',
      LANGFUSE_SECRET_KEY: 'c',
      APP_TOKEN: 'd',
      GITHUB_TOKEN: 'e',
      KEYBOARD: 'f',
    }
    expect(serverEnvironment(entry(), host, null)).toEqual({ GITHUB_TOKEN: 'e', KEYBOARD: 'f' })
    expect(serverEnvironment(entry({ env: { OPENAI_API_KEY: 'mine' } }), host, null)).toMatchObject({
      OPENAI_API_KEY: 'mine',
    })
  })

  it('omits shell functions', () => {
    expect(serverEnvironment(entry(), { BASH_FUNC: '() { :; }' }, null)).toEqual({})
  })

  it('omits the variables of the AppImage that the app was started from', () => {
    const host = {
      APPDIR: '/tmp/.mount_Zork',
      PATH: '/tmp/.mount_Zork:/tmp/.mount_Zork/usr/sbin:/usr/bin:/tmp/.mount_Zork2/bin',
      LD_LIBRARY_PATH: '/tmp/.mount_Zork/usr/lib:',
      XDG_DATA_DIRS: './share/:/tmp/.mount_Zork/usr/share:/usr/share',
    }
    expect(serverEnvironment(entry(), host, null)).toEqual({
      APPDIR: '/tmp/.mount_Zork',
      PATH: '/usr/bin:/tmp/.mount_Zork2/bin',
      XDG_DATA_DIRS: './share/:/usr/share',
    })
  })

  it('inheritEnv narrows the host’s variables, but not those that every program needs', () => {
    expect(serverEnvironment(entry({ inheritEnv: ['LANG'] }), { LANG: 'C', PATH: '/bin', OTHER: 'x' }, null)).toEqual({
      LANG: 'C',
      PATH: '/bin',
    })
  })

  it('has the envFile below the configured variables, and fails if that file cannot be used', () => {
    const envFile = { path: '/.env', sha256: 'x', variables: { A: 'file', B: 'file' }, fault: null }
    expect(serverEnvironment(entry({ envFile: '.env', env: { A: 'entry' } }), { B: 'host' }, envFile)).toEqual({
      A: 'entry',
      B: 'file',
    })
    expect(() =>
      serverEnvironment(
        entry({ envFile: '.env' }),
        {},
        { ...envFile, sha256: null, fault: 'its envFile /.env cannot be read' },
      ),
    ).toThrow('its envFile /.env cannot be read')
  })
})
