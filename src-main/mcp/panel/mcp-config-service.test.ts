import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  lstatSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { quoteVisibly } from '@shared/base/shell-word'
import type { McpBatch } from '@shared/contract/mcp'
import { NOTHING_TO_RUN } from '@shared/contract/nothing-to-run'
import { settings } from '@shared/settings/settings'
import { CANNOT_PLANT, NEEDS_PLANTS } from '../../base/files/planted.testkit'
import { memorySecrets } from '../../secrets/secret-store'
import { openSecrets } from '../../secrets/secrets'
import { type Agreements, openAgreements } from '../agreement/agreements'
import { everythingAgreed } from '../tests/everything-agreed.testkit'
import { SCRIPTED_SERVER } from '../tests/processes.testkit'
import { startHere } from '../transport/start-program'
import { createMcpConfigService, type McpConfigService } from './mcp-config-service'

const services: McpConfigService[] = []
const folders: string[] = []
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function setUp(
  text: string | null,
  agreementsOf: (configFile: string) => Agreements = () => everythingAgreed,
  settingsText?: string,
) {
  const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-panel-'))
  folders.push(folder)
  const configFile = join(folder, 'mcp_config.json')
  if (text !== null) writeFileSync(configFile, text)
  const settingsFile = join(folder, 'zorkgpt.toml')
  if (settingsText !== undefined) writeFileSync(settingsFile, settingsText)
  const started: (readonly string[])[] = []
  const service = createMcpConfigService({
    configFile,
    settingsFile,
    settings: () => settings.parse({ mcp: { enabled: true } }).mcp,
    appRoot: '/app',
    env: process.env,
    secrets: openSecrets(memorySecrets(), {}, []),
    agreements: agreementsOf(configFile),
    startProgram: (launch) => {
      started.push(launch.args)
      return startHere(launch)
    },
    now: () => performance.now(),
  })
  services.push(service)
  return { folder, configFile, settingsFile, service, started }
}

const config = (servers: Readonly<Record<string, unknown>>) => JSON.stringify({ mcpServers: servers })
const scripted = { command: 'node', args: [SCRIPTED_SERVER] }

/** Reads the feed until a batch meets the condition. */
async function batchWhere(
  service: McpConfigService,
  wanted: (batch: McpBatch) => boolean,
  act: () => unknown = () => {},
): Promise<McpBatch> {
  const stop = new AbortController()
  const acting = (async () => act())()
  for await (const batch of service.watch(stop.signal)) {
    if (!wanted(batch)) continue
    stop.abort()
    await acting
    return batch
  }
  throw new Error('The feed ended.')
}

describe('the MCP config service', () => {
  it('shows and follows the servers of the settings file after those of the config file', async () => {
    const table = `[mcp.lamp]\ncommand = ["node", ${JSON.stringify(SCRIPTED_SERVER)}]\n`
    const { service, settingsFile } = setUp(config({ s: scripted }), undefined, `[mcp]\nenabled = true\n\n${table}`)
    expect((await batchWhere(service, () => true)).servers).toMatchObject([
      { name: 's', namedIn: null },
      {
        name: 'lamp',
        namedIn: { file: settingsFile, line: 4 },
        target: `node ${quoteVisibly(SCRIPTED_SERVER)}`,
        state: 'idle',
      },
    ])
    await batchWhere(
      service,
      ({ servers }) => servers.length === 3,
      () => writeFileSync(settingsFile, `${table}[mcp.torch]\nurl = "https://h/mcp"\n`),
    )
  })

  it('opens a session of a server of the settings file, for its resources', async () => {
    const command = JSON.stringify(['node', SCRIPTED_SERVER, '--library'])
    const { service } = setUp(config({}), undefined, `[mcp.lamp]\ncommand = ${command}\n`)
    for await (const { state, resources } of service.visit(
      config({}),
      'lamp',
      new AbortController().signal,
      () => {},
    )) {
      if (state !== 'ready') continue
      expect(resources.map(({ id }) => id)).toContain('note:///lamp')
      return
    }
    throw new Error('The session has ended.')
  })

  it('describes and tests a server of the settings file like any other', async () => {
    const state = mkdtempSync(join(tmpdir(), 'zorkgpt-panel-state-'))
    folders.push(state)
    const { service, settingsFile, started } = setUp(
      null,
      (configFile) => openAgreements({ folder: state, configFile, appRoot: '/app' }),
      `[mcp.lamp]\ncommand = ["node", ${JSON.stringify(SCRIPTED_SERVER)}]\n`,
    )
    const last = async () => {
      let test = null
      for await (const step of service.test('', 'lamp', null, new AbortController().signal)) test = step
      return test
    }
    await expect(last()).rejects.toMatchObject({
      kind: 'program_not_agreed',
      message: expect.stringContaining(settingsFile),
    })
    const programs = await service.listNewPrograms(null)
    expect(programs).toMatchObject([{ server: 'lamp', configFile: settingsFile }])
    await openAgreements({ folder: state, configFile: '', appRoot: '/app' }).add(
      programs.map(({ unagreed }) => unagreed),
    )
    expect(await service.describe('', 'lamp')).toMatchObject({
      folder: join(settingsFile, '..'),
      unagreed: null,
      fault: null,
    })
    expect(await last()).toMatchObject({ failure: null, finished: true })
    expect(started).toContainEqual([SCRIPTED_SERVER])
  })

  it('shows every configured server before any was started', async () => {
    const { service } = setUp(
      config({
        s: { ...scripted, env: { API_KEY: 'abcdef' } },
        off: { command: 'x', disabled: true },
        bad: {},
        web: { url: 'https://h/mcp?token=abcd' },
      }),
    )
    const batch = await batchWhere(service, () => true)
    expect(batch.enabled).toBe(true)
    expect(batch.servers).toMatchObject([
      {
        name: 's',
        transport: 'stdio',
        target: `node ${quoteVisibly(SCRIPTED_SERVER)}`,
        state: 'idle',
        tools: null,
        error: null,
      },
      { name: 'off', state: 'disabled' },
      { name: 'bad', state: 'failed', error: expect.stringContaining('needs `command`') },
      { name: 'web', transport: 'http', target: 'https://h/mcp?token=•••', state: 'idle' },
    ])
  })

  it('lists the tools of probed servers with the time it took, and failures with their last output', async () => {
    const { service, folder } = setUp(
      config({
        s: { ...scripted, args: [SCRIPTED_SERVER, '--stderr-mb', '1'] },
        broken: { ...scripted, args: [SCRIPTED_SERVER, '--fail-while', 'mcp_config.json'] },
      }),
    )
    const done = (batch: McpBatch) =>
      batch.servers.every((server) => server.state === 'failed' || (server.state === 'idle' && server.tools !== null))
    const batch = await batchWhere(service, done, () => service.probe())
    expect(batch.servers[0]?.tools).toContainEqual({ name: 'echo', description: 'Does echo' })
    expect(batch.servers[0]?.connectMs).toBeGreaterThan(0)
    expect(batch.servers[0]?.revision).toBe('2025-11-25')
    expect(batch.servers[0]?.stderr.length).toBeGreaterThan(1000)
    expect(batch.servers[1]).toMatchObject({
      state: 'failed',
      tools: null,
      error: 'it exited with code 3 before it was ready',
      stderr: 'it is not my day\n',
    })
    expect(readdirSync(folder)).toEqual(['mcp_config.json'])
  })

  it('follows the reports of an episode', async () => {
    const { service } = setUp(config({ s: scripted }))
    const batch = await batchWhere(
      service,
      ({ servers }) => servers[0]?.state === 'ready',
      () => service.forEpisodes.report('s', { state: 'ready', tools: [], connectMs: 12 }),
    )
    expect(batch.servers[0]).toMatchObject({ tools: [], connectMs: 12 })
  })

  it('stores the last call of an episode, and then that of a test', async () => {
    const { service } = setUp(config({ s: scripted }))
    const lastCall = { tool: 'look', error: 'No answer within 30 s', ms: 30_000 }
    const failed = await batchWhere(
      service,
      ({ servers }) => servers[0]?.lastCall !== null,
      () => service.forEpisodes.report('s', { lastCall }),
    )
    const { tool, error } = lastCall
    expect(failed.servers[0]?.lastCall).toEqual({ tool, error, at: expect.stringMatching(/^20.*Z$/) })
    const signal = new AbortController().signal
    for await (const _ of service.test(config({ s: scripted }), 's', { tool: 'fail', arguments: {} }, signal));
    const answered = await batchWhere(service, ({ servers }) => servers[0]?.lastCall?.error === null)
    // An error of the tool itself is an answer.
    expect(answered.servers[0]?.lastCall?.tool).toBe('fail')
    expect(answered.servers[0]?.health).toEqual({ calls: 2, failures: 1, medianMs: expect.any(Number) })
  })

  it('follows changes of the file by other programs', async () => {
    const { service, configFile } = setUp(config({ s: scripted }))
    let seen = 0
    const batch = await batchWhere(service, ({ servers }) => {
      if (seen++ === 0) writeFileSync(configFile, config({ s: scripted, t: scripted }))
      return servers.length === 2
    })
    expect(batch.servers.map((server) => server.name)).toEqual(['s', 't'])
  })

  it('lists and describes disabled tools too', async () => {
    const { service } = setUp(config({ s: { ...scripted, disabledTools: ['echo'] } }))
    const batch = await batchWhere(
      service,
      ({ servers }) => servers[0]?.tools !== null && servers[0]?.state === 'idle',
      () => service.probe(),
    )
    expect(batch.servers[0]?.tools).toContainEqual({ name: 'echo', description: 'Does echo' })
    expect(service.readTools('s')).toContainEqual({
      name: 'echo',
      description: 'Does echo',
      schema: expect.objectContaining({ properties: { text: { type: 'string' } } }),
      tokens: expect.any(Number),
      isReadOnly: false,
      isDestructive: false,
      icon: null,
      outputSchema: null,
      hints: [],
      view: null,
    })
    expect(service.readTools('nobody')).toBeNull()
  })

  it('describes the program that an entry would run, or why there is none', async () => {
    const { service } = setUp(null)
    const described = (entry: unknown) => service.describe(config({ s: entry }), 's')
    expect(await described({ command: 'node', args: ['a b', '--token', 'hush1'] })).toMatchObject({
      line: `${quoteVisibly(process.execPath)} 'a b' --token hush1`,
      file: process.execPath,
      fault: null,
    })
    expect(await described({ command: 'no-such-program' })).toMatchObject({
      line: 'no-such-program',
      file: null,
      fault: expect.stringContaining("'no-such-program' was not found"),
    })
    expect(await described({ url: 'https://h/mcp' })).toEqual({
      ...NOTHING_TO_RUN,
      isRemote: true,
      line: 'https://h/mcp',
    })
    expect(await described({ command: 'node', cwd: '/no/such/folder' })).toMatchObject({
      folderIsMissing: true,
      fault: 'its working folder /no/such/folder does not exist',
    })
    expect(await described({})).toMatchObject({ line: '', fault: expect.stringContaining('needs `command`') })
    await expect(service.describe('{', 's')).rejects.toThrow('There is no server s')
  })

  it('ends the feed when the host closes', async () => {
    const { service } = setUp(config({}))
    const feed = service.watch(new AbortController().signal)[Symbol.asyncIterator]()
    await feed.next()
    const last = feed.next()
    await service.close()
    expect(await last).toEqual({ done: true, value: undefined })
  })
})

describe('a program without consent', () => {
  const asking = (text: string | null) =>
    setUp(text, (configFile) => openAgreements({ folder: `${configFile}.agreed`, configFile, appRoot: '/app' }))
  const text = config({
    s: { ...scripted, env: { API_KEY: 'abcdef', NODE_OPTIONS: '--no-warnings' } },
    off: { ...scripted, disabled: true },
    web: { url: 'http://127.0.0.1:1/mcp' },
  })

  it('is shown as it would be executed, with the file it comes from', async () => {
    const { service, configFile, folder } = asking(text)
    const [program, ...others] = await service.listNewPrograms(null)
    expect(others).toEqual([])
    expect(program).toEqual({
      isRemote: false,
      server: 's',
      configFile,
      line: `${quoteVisibly(process.execPath)} ${quoteVisibly(SCRIPTED_SERVER)}`,
      variables: [
        { text: 'NODE_OPTIONS=--no-warnings', decides: true },
        { text: 'API_KEY=•••', decides: false },
      ],
      envFile: null,
      file: process.execPath,
      folder,
      folderIsMissing: false,
      fault: null,
      unagreed: expect.stringMatching(/^[0-9a-f]{64}$/),
      agreed: null,
    })
    expect(await service.describe(text, 's')).toMatchObject({ unagreed: program?.unagreed })
    expect(await service.listNewPrograms(config({ t: scripted, s: scripted }))).toMatchObject([
      { server: 't' },
      { server: 's' },
    ])
  })

  it('is started by no test before the user agrees', async () => {
    const agreements: Agreements[] = []
    const { service } = setUp(config({ s: scripted }), (configFile) => {
      agreements.push(openAgreements({ folder: `${configFile}.agreed`, configFile, appRoot: '/app' }))
      return agreements[0] ?? everythingAgreed
    })
    expect(
      (
        await batchWhere(
          service,
          () => true,
          () => service.probe(),
        )
      ).servers,
    ).toMatchObject([{ state: 'not_agreed', tools: null, connectMs: null }])
    const test = async () => {
      for await (const state of service.test(config({ s: scripted }), 's', null, new AbortController().signal))
        if (state.finished) return state.failure
      return undefined
    }
    await expect(test()).rejects.toMatchObject({
      kind: 'program_not_agreed',
      message: expect.stringContaining(SCRIPTED_SERVER),
    })
    await agreements[0]?.add((await service.listNewPrograms(null)).map(({ unagreed }) => unagreed))
    expect(await test()).toBeNull()
    const { agreed, unagreed } = await service.describe(config({ s: scripted }), 's')
    expect([agreed, unagreed]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), null])
    // It may be ready for so short a time that a busy window does not notice.
    const probed = await batchWhere(
      service,
      ({ servers }) => servers[0]?.tools != null,
      () => service.probe(),
    )
    expect(probed.servers[0]?.tools).not.toEqual([])
  })
})

describe('editing the config file', () => {
  it('reads it with its problems, and a missing one as empty', async () => {
    const { service, configFile } = setUp('{ "mcpServers": { "s": {} } }')
    expect(await service.readConfig()).toMatchObject({
      path: configFile,
      version: expect.stringMatching(/^[0-9a-f]{64}$/),
      problems: [{ server: 's' }],
    })
    expect(await setUp(null).service.readConfig()).toMatchObject({ text: '', version: '', problems: [] })
  })

  it('checks a text without saving it', async () => {
    expect(await setUp(null).service.check('{ "mcpServers": { "s": { "command": 1 } } }')).toMatchObject([
      { line: 1, server: 's', severity: 'error' },
    ])
  })

  it('saves the text unchanged, with comments and unknown keys, and one backup', async () => {
    const before = '{ // mine\n "mcpServers": { "s": { "command": "x", "icon": "lamp" } } }\n'
    const { service, configFile, folder } = setUp(before)
    const { version } = await service.readConfig()
    const after = before.replace('lamp', 'sword')
    const saved = await service.save(after, version, 'restart')
    expect(readFileSync(configFile, 'utf8')).toBe(after)
    expect(readFileSync(`${configFile}.bak`, 'utf8')).toBe(before)
    expect(saved.text).toBe(after)
    await service.save(before, saved.version, 'restart')
    expect(readFileSync(`${configFile}.bak`, 'utf8')).toBe(after)
    expect(readdirSync(folder).toSorted()).toEqual(['mcp_config.json', 'mcp_config.json.bak'])
  })

  it('writes the first file if there is none', async () => {
    const { service, configFile } = setUp(null)
    await service.save(config({ s: scripted }), '', 'restart')
    expect(existsSync(configFile)).toBe(true)
    expect(existsSync(`${configFile}.bak`)).toBe(false)
  })

  it('does not overwrite what another program wrote in the meantime', async () => {
    const { service, configFile } = setUp(config({ s: scripted }))
    const { version } = await service.readConfig()
    const theirs = config({ theirs: scripted })
    writeFileSync(configFile, theirs)
    await expect(service.save(config({}), version, 'restart')).rejects.toMatchObject({ kind: 'changed_on_disk' })
    expect(readFileSync(configFile, 'utf8')).toBe(theirs)
  })

  it('does not save a text that is not JSON, but saves one bad entry beside good ones', async () => {
    const { service, configFile } = setUp(config({ s: scripted }))
    const { version, text } = await service.readConfig()
    await expect(service.save('{ "mcpServers": ', version, 'restart')).rejects.toMatchObject({
      kind: 'bad_file',
      message: expect.stringContaining('line 1'),
    })
    expect(readFileSync(configFile, 'utf8')).toBe(text)
    expect((await service.save(config({ s: scripted, bad: {} }), version, 'restart')).problems).toHaveLength(1)
  })

  it.skipIf(process.platform === 'win32')('preserves a link, and the permissions', async () => {
    const { service, configFile, folder } = setUp(null)
    writeFileSync(join(folder, 'real.json'), config({}))
    chmodSync(join(folder, 'real.json'), 0o600)
    symlinkSync('real.json', configFile)
    await service.save(config({ s: scripted }), (await service.readConfig()).version, 'restart')
    expect(lstatSync(configFile).isSymbolicLink()).toBe(true)
    expect(lstatSync(join(folder, 'real.json')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, 'real.json'), 'utf8')).toBe(config({ s: scripted }))
  })

  it.skipIf(CANNOT_PLANT)(`copies the old file through no link, with its permissions${NEEDS_PLANTS}`, async () => {
    const { service, configFile, folder } = setUp(config({}))
    chmodSync(configFile, 0o600)
    writeFileSync(join(folder, 'treasure'), 'mine')
    symlinkSync('treasure', `${configFile}.bak`)
    await service.save(config({ s: scripted }), (await service.readConfig()).version, 'restart')
    expect(readFileSync(join(folder, 'treasure'), 'utf8')).toBe('mine')
    expect(readFileSync(`${configFile}.bak`, 'utf8')).toBe(config({}))
    expect(lstatSync(`${configFile}.bak`).mode & 0o777).toBe(0o600)
  })

  it('reports when it cannot write', async () => {
    const { service, folder } = setUp(null)
    rmSync(folder, { recursive: true })
    await expect(service.save(config({}), '', 'restart')).rejects.toMatchObject({ kind: 'cannot_write' })
  })
})
