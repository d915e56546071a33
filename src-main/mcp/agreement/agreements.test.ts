import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseSettingsServers } from '@shared/mcp/mcp-config'
import { parseEntry } from '@shared/mcp/mcp-entry'
import { readEnvFile } from '../launch/env-file'
import { openAgreements } from './agreements'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

const APP = '/opt/zorkgpt'

function setUp(configFile = '/home/me/mcp_config.json') {
  const state = mkdtempSync(join(tmpdir(), 'zorkgpt-agreed-'))
  folders.push(state)
  const folder = join(state, 'zorkgpt', 'agreed-programs')
  const open = (of = configFile) => openAgreements({ folder, configFile: of, appRoot: APP })
  return { folder, open, agreements: open() }
}

function entry(value: unknown, variables: Readonly<Record<string, string>> = {}, key = 'k-123456') {
  const { server } = parseEntry('s', value, { ZORKGPT_APP: APP, ...variables }, (name) => (name === 'KEY' ? key : null))
  if (!server) throw new Error('The entry cannot be used.')
  return server
}

const plain = { command: 'npx', args: ['-y', 'weather'], env: { A: '1', B: '2' } }

describe('consent to start servers', () => {
  it('one agreement counts for every host of the machine and every name of the server', async () => {
    const { agreements, open } = setUp()
    const unagreed = await agreements.unagreedOf(entry(plain))
    expect(unagreed).toMatch(/^[0-9a-f]{64}$/)
    await agreements.add([unagreed ?? ''])
    expect(await agreements.unagreedOf(entry(plain))).toBeNull()
    expect(await open().unagreedOf({ ...entry(plain), name: 'another' })).toBeNull()
  })

  it('a program of the settings file needs consent too, and its relative paths count from there', async () => {
    const { agreements } = setUp()
    const namedIn = (file: string) => {
      const {
        servers: [found],
      } = parseSettingsServers('[mcp.lamp]\ncommand = ["./run"]\n', file, {})
      if (!found?.server) throw new Error('The entry cannot be used.')
      return found.server
    }
    await agreements.add([(await agreements.unagreedOf(namedIn('/here/zorkgpt.toml'))) ?? ''])
    expect(await agreements.unagreedOf(namedIn('/here/zorkgpt.toml'))).toBeNull()
    expect(await agreements.unagreedOf(namedIn('/there/zorkgpt.toml'))).not.toBeNull()
  })

  it('agreements of two hosts in the same instant all count', async () => {
    const { open } = setUp()
    const servers = Array.from({ length: 20 }, (_, number) => entry({ command: `program-${number}` }))
    await Promise.all(
      servers.map(async (server) => {
        const host = open()
        await host.add([(await host.unagreedOf(server)) ?? ''])
      }),
    )
    expect(await Promise.all(servers.map((server) => open().unagreedOf(server)))).toEqual(servers.map(() => null))
  })

  it('an agreement can be withdrawn without the others', async () => {
    const { agreements, open } = setUp()
    const [one, other] = [entry(plain), entry({ command: 'y' })]
    await agreements.add([(await agreements.unagreedOf(one)) ?? '', (await agreements.unagreedOf(other)) ?? ''])
    const agreed = await agreements.agreedOf(one)
    expect(agreed).toMatch(/^[0-9a-f]{64}$/)
    await agreements.withdraw([agreed ?? ''])
    expect([await open().unagreedOf(one), await open().agreedOf(one)]).toEqual([agreed, null])
    expect(await open().unagreedOf(other)).toBeNull()
  })

  it.each([
    ['the command', { ...plain, command: 'uvx' }],
    ['an argument', { ...plain, args: ['-y', 'weather@2'] }],
    ['where an argument ends', { ...plain, args: ['-y weather'] }],
    ['a variable', { ...plain, env: { ...plain.env, NODE_OPTIONS: '--require ./x.js' } }],
    ['the value of a variable', { ...plain, env: { A: '1', B: '3' } }],
    ['the file of variables', { ...plain, envFile: '.env' }],
    ['the working folder', { ...plain, cwd: 'sub' }],
    ['a default', { ...plain, command: '${RUNNER:-npx}' }],
  ])('another value of %s is another program', async (_what, changed) => {
    const { agreements } = setUp()
    await agreements.add([(await agreements.unagreedOf(entry(plain))) ?? ''])
    expect(await agreements.unagreedOf(entry(changed))).not.toBeNull()
  })

  it('the same command in a config of another folder is another program', async () => {
    const { agreements, open } = setUp()
    await agreements.add([(await agreements.unagreedOf(entry({ command: './run' }))) ?? ''])
    expect(await open('/home/me/other.json').unagreedOf(entry({ command: './run' }))).toBeNull()
    expect(await open('/tmp/mcp_config.json').unagreedOf(entry({ command: './run' }))).not.toBeNull()
  })

  it('a change that does not affect what is executed needs no new consent', async () => {
    const { agreements } = setUp()
    await agreements.add([(await agreements.unagreedOf(entry(plain))) ?? ''])
    const same = {
      command: ['npx', '-y'],
      args: ['weather'],
      environment: { B: '2', A: '1' },
      timeoutMs: 5,
      disabledTools: ['x'],
      description: 'Mine',
      inheritEnv: ['LANG'],
    }
    expect(await agreements.unagreedOf(entry(same))).toBeNull()
  })

  it('a secret or a variable of the host may change its value', async () => {
    const { agreements } = setUp()
    const withSecrets = { command: 'x', env: { KEY: '${secret:KEY}', PLACE: '${PLACE}' } }
    const before = await agreements.unagreedOf(entry(withSecrets, { PLACE: 'here' }))
    expect(await agreements.unagreedOf(entry(withSecrets, { PLACE: 'there' }, 'k-654321'))).toBe(before)
  })

  it('consent covers the content of the file of variables', async () => {
    const { open } = setUp()
    const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-agreed-'))
    folders.push(folder)
    const configFile = join(folder, 'mcp_config.json')
    const agreements = open(configFile)
    const server = entry({ ...plain, envFile: '.env' })
    const unagreed = async () => (await agreements.unagreedOf(server)) ?? ''
    const missing = await unagreed()
    writeFileSync(join(folder, '.env'), 'CITY=Oslo\n')
    const oslo = await unagreed()
    await agreements.add([oslo])
    expect(await agreements.unagreedOf(server)).toBeNull()
    const readBefore = await readEnvFile(server, configFile)
    writeFileSync(join(folder, '.env'), 'CITY=Oslo\nNODE_OPTIONS=--require ./evil.js\n')
    expect(new Set([missing, oslo, await unagreed()]).size).toBe(3)
    expect(await agreements.unagreedOf(server, readBefore), 'the bytes that a start uses').toBeNull()
    writeFileSync(join(folder, '.env'), 'CITY=Oslo\n')
    expect(await agreements.unagreedOf(server)).toBeNull()
  })

  it('a server over the network runs nothing here', async () => {
    expect(await setUp().agreements.unagreedOf(entry({ url: 'https://h/mcp' }))).toBeNull()
  })

  it('a server over the network needs consent if it is sent a key, a secret or a variable', async () => {
    const { agreements } = setUp()
    const unagreedOf = (value: unknown) => agreements.unagreedOf(entry(value, { LAMP: 'lamp-123456' }))
    const url = 'https://h/mcp'
    for (const value of [
      { url: `${url}?k=${'$'}{LAMP}` },
      { url, headers: { A: 'Bearer ${secret:KEY}' } },
      { url, headers: { A: 'env:LAMP' } },
      { url, oauth: { clientId: 'a', clientSecret: '${secret:KEY}' } },
    ]) {
      const unagreed = await unagreedOf(value)
      expect(unagreed).toMatch(/^[0-9a-f]{64}$/)
      await agreements.add([unagreed ?? ''])
      expect(await unagreedOf(value)).toBeNull()
      expect(await unagreedOf({ ...value, headers: { B: '${LAMP}' } })).not.toBeNull()
      expect(await unagreedOf(JSON.parse(JSON.stringify(value).replace('//h/', '//other/')))).not.toBeNull()
    }
    expect(await unagreedOf({ url, headers: { A: 'a word of the file' } })).toBeNull()
    expect(await unagreedOf({ url, oauth: { clientId: 'a word of the file' } })).toBeNull()
  })
})

describe('a server that ships with the app', () => {
  const ours = {
    command: 'node',
    args: ['${ZORKGPT_APP}/out/servers/thoughtbox.js'],
    env: { DISABLE_THOUGHT_LOGGING: 'true' },
  }

  it('needs no consent, and there is nothing to withdraw', async () => {
    expect(await setUp().agreements.agreedOf(entry(ours))).toBeNull()
    expect(await setUp().agreements.unagreedOf(entry(ours))).toBeNull()
    expect(
      await setUp().agreements.unagreedOf(
        entry({ ...ours, args: [`${APP}/out/servers/thoughtbox.js`], env: {}, cwd: '/var' }),
      ),
    ).toBeNull()
  })

  it.each([
    { ...ours, command: 'bash' },
    { ...ours, command: '/tmp/node' },
    { ...ours, args: ['--require', './evil.js', ...ours.args] },
    { ...ours, args: ['${ZORKGPT_APP}/out/servers/../../evil.js'] },
    { ...ours, args: ['out/servers/thoughtbox.js'] },
    { ...ours, env: { NODE_OPTIONS: '--require ./evil.js' } },
    { ...ours, envFile: '.env' },
    { ...ours, args: ['${ZORKGPT_APP}/out/servers/text-adventure.js'], env: {} },
    { ...ours, args: ['${ZORKGPT_APP}/out/servers/zorkgpt.js'], env: {} },
  ])('needs consent if it is not exactly a trusted entry: %o', async (other) => {
    expect(await setUp().agreements.unagreedOf(entry(other))).not.toBeNull()
  })
})

it('every host notices an agreement and a withdrawal', async () => {
  const { agreements, open } = setUp()
  const unagreed = (await agreements.unagreedOf(entry(plain))) ?? ''
  const before = await agreements.version()
  await open().add([unagreed])
  const after = await agreements.version()
  await open().withdraw([unagreed])
  expect([after === before, await agreements.version()]).toEqual([false, before])
})

describe('the folder of agreements', () => {
  it('is readable by its owner only and contains hashes only', async () => {
    const { agreements, folder } = setUp()
    const one = (await agreements.unagreedOf(entry(plain))) ?? ''
    await agreements.add([one])
    expect(readdirSync(folder)).toEqual([one])
    expect(readFileSync(join(folder, one), 'utf8')).toBe('')
    if (process.platform !== 'win32')
      expect([statSync(folder).mode & 0o777, statSync(join(folder, one)).mode & 0o777]).toEqual([0o700, 0o600])
  })

  it('that cannot be written is reported, and contains no agreement', async () => {
    const { folder, agreements } = setUp()
    writeFileSync(join(folder, '..', '..', 'zorkgpt'), 'a file where a folder belongs')
    const unagreed = (await agreements.unagreedOf(entry(plain))) ?? ''
    await expect(agreements.add([unagreed])).rejects.toMatchObject({
      kind: 'cannot_write',
      message: expect.stringContaining('agreed-programs'),
    })
    expect(await agreements.unagreedOf(entry(plain))).toBe(unagreed)
  })
})
