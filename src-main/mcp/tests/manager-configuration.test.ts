import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { settings as settingsSchema } from '@shared/settings/settings'
import { memorySecrets } from '../../secrets/secret-store'
import { openSecrets } from '../../secrets/secrets'
import { createMcpManager } from '../mcp-manager'
import { everythingAgreed } from './everything-agreed.testkit'
import { closeManagers, makeTestFolder, scripted, setUp, content, names, starts } from './open-manager.testkit'
import { SCRIPTED_SERVER } from './processes.testkit'

afterEach(closeManagers)

describe('configuration', () => {
  it('R2.2 R9.3: a missing file is refused with the way out', async () => {
    const { manager, configFile } = setUp({})
    rmSync(configFile)
    await expect(manager.checkConfig('refuse')).rejects.toMatchObject({ kind: 'bad_file' })
    await expect(manager.checkConfig('refuse')).rejects.toThrow(
      `MCP is enabled but config file not found: ${configFile}\nPlease either:\n  1. Create that file, or\n  2. Set mcp.enabled = false in zorkgpt.toml`,
    )
  })

  it('decision 10: servers of the settings file follow those of the config file, or replace it', async () => {
    const folder = makeTestFolder()
    const settingsFile = join(folder, 'zorkgpt.toml')
    const table = (name: string) =>
      `[mcp.${name}]\ntransport = "stdio"\ncommand = ["node", ${JSON.stringify(SCRIPTED_SERVER)}]\nenvironment = { LAMP = "env:PATH" }\n`
    writeFileSync(settingsFile, `[mcp]\nenabled = true\n\n${table('lamp')}`)
    const { manager, openTurn, configFile, configure, events } = setUp({ s: scripted() }, {}, { settingsFile })
    await manager.checkConfig('refuse')
    expect(manager.servers).toEqual(['s', 'lamp'])
    const session = await openTurn(1)
    expect(session?.servers).toMatchObject([
      { name: 's', state: 'ready' },
      { name: 'lamp', state: 'ready' },
    ])
    expect(await content(session, 'lamp.environment')).toMatchObject({ LAMP: process.env.PATH })
    await session?.close()
    configure({ s: scripted(), lamp: scripted() })
    const fault = `it is also defined in ${settingsFile}, line 4: remove one of the two`
    for (const turn of [2, 3]) {
      const crossed = await openTurn(turn)
      expect(crossed?.servers).toMatchObject([
        { name: 's', state: 'ready' },
        { name: 'lamp', state: 'failed', error: fault },
      ])
      await crossed?.close()
    }
    expect(events).toEqual([
      { event_type: 'mcp_server_failed', turn: 2, server_name: 'lamp', error: fault, attempt: 1, will_retry: false },
    ])
    rmSync(configFile)
    expect((await openTurn(4))?.servers).toMatchObject([{ name: 'lamp', state: 'ready' }])
    writeFileSync(settingsFile, '[mcp]\nenabled = true\n')
    await expect(
      createMcpManager({
        configFile,
        settingsFile,
        settings: settingsSchema.parse({}).mcp,
        appRoot: folder,
        env: {},
        secrets: openSecrets(memorySecrets(), {}, []),
        agreements: everythingAgreed,
        now: () => 0,
      }).checkConfig('refuse'),
    ).rejects.toThrow('MCP is enabled but config file not found')
  })

  it('a server is not restarted when its table moves to another line of the settings file', async () => {
    const folder = makeTestFolder()
    const settingsFile = join(folder, 'zorkgpt.toml')
    const write = (before: string) =>
      writeFileSync(
        settingsFile,
        `${before}[mcp.lamp]\ncommand = ["node", ${JSON.stringify(SCRIPTED_SERVER)}, "--starts-file", "starts"]\n`,
      )
    write('')
    const { openTurn } = setUp({ s: scripted() }, { session_scope: 'episode' }, { settingsFile })
    await (await openTurn(1))?.close()
    write('# A remark\n\n')
    expect((await openTurn(2))?.servers).toHaveLength(2)
    // Relative paths begin at the folder of the file that names the server.
    expect(starts(join(folder, 'starts'))).toHaveLength(1)
  })

  it('R2.3 P5: invalid JSON is refused with its place', async () => {
    const { manager, configFile } = setUp({})
    writeFileSync(configFile, '{\n  "mcpServers": { "s": }\n}')
    await expect(manager.checkConfig('refuse')).rejects.toThrow('line 2, column 24: invalid JSON: a value is missing')
  })

  it('a file without servers is refused; disabled servers offer no tools', async () => {
    await expect(setUp({}).manager.checkConfig('refuse')).rejects.toThrow('No MCP servers configured')
    const { manager, openTurn } = setUp({ s: { ...scripted(), disabled: true } })
    await manager.checkConfig('refuse')
    expect(await openTurn(1)).toBeNull()
  })

  it('R2.6: server_selection = "first" selects the first enabled entry', async () => {
    const servers = { off: { ...scripted(), disabled: true }, one: scripted(), two: scripted() }
    const session = await setUp(servers, { server_selection: 'first' }).openTurn(1)
    expect(new Set(names(session).map((name) => name.split('.')[0]))).toEqual(new Set(['one']))
    expect(session?.servers.map((server) => server.state)).toEqual(['disabled', 'ready', 'disabled'])
  })

  it('a bad entry is a failure of that server only', async () => {
    const session = await setUp({ bad: { command: 'node', args: ['${NOT_SET_ANYWHERE}'] }, s: scripted() }).openTurn(1)
    expect(session?.servers[0]).toMatchObject({
      name: 'bad',
      state: 'failed',
      error: '`args` uses ${NOT_SET_ANYWHERE}, which is not set and has no default',
    })
  })

  it('a changed file counts from the next turn, and only changed servers restart', async () => {
    const { openTurn, configure, folder } = setUp(
      { same: scripted('--starts-file', 'same'), s: scripted() },
      { session_scope: 'episode' },
    )
    await (await openTurn(1))?.close()
    configure({ same: scripted('--starts-file', 'same'), other: scripted() })
    const session = await openTurn(2)
    expect(session?.servers.map((server) => server.name)).toEqual(['same', 'other'])
    expect(starts(join(folder, 'same'))).toHaveLength(1)
  })

  it('a change saved for the next episode leaves the servers unchanged', async () => {
    const held = new Set<string>()
    const { openTurn, configure, configFile, manager } = setUp(
      { s: scripted() },
      {},
      { isHeld: (version) => held.has(version) },
    )
    const first = await openTurn(1)
    expect(first?.servers).toMatchObject([{ name: 's' }])
    await first?.close()
    configure({ t: scripted() })
    held.add(createHash('sha256').update(readFileSync(configFile)).digest('hex'))
    expect((await openTurn(2))?.servers).toMatchObject([{ name: 's', state: 'ready' }])
    held.clear()
    expect((await openTurn(3))?.servers).toMatchObject([{ name: 't', state: 'ready' }])
    await manager.close()
  })

  it('a file that breaks during an episode changes nothing and is reported once', async () => {
    const { openTurn, configFile, events } = setUp({ s: scripted() })
    await (await openTurn(1))?.close()
    const good = readFileSync(configFile)
    const unusable = {
      event_type: 'mcp_init_error',
      error: expect.stringContaining('line 1, column 17: invalid JSON') as string,
    }
    for (const turn of [2, 3]) {
      writeFileSync(configFile, '{ "mcpServers": ')
      const session = await openTurn(turn)
      expect(await content(session, 's.plain')).toBe('just words')
      await session?.close()
    }
    expect(events).toMatchObject([{ ...unusable, turn: 2 }])
    writeFileSync(configFile, good)
    await (await openTurn(4))?.close()
    writeFileSync(configFile, '{ "mcpServers": ')
    await (await openTurn(5))?.close()
    expect(events).toMatchObject([
      { ...unusable, turn: 2 },
      { ...unusable, turn: 5 },
    ])
  })

  it('the panel receives the status of each server', async () => {
    const { openTurn, manager, states } = setUp({ s: scripted() })
    await openTurn(1)
    await manager.close()
    expect(states).toEqual(['starting', 'ready', 'idle'])
  })

  it('the panel receives no failure if the episode ended before the server started', async () => {
    const { manager, openTurn, states, reached } = setUp({ s: scripted('--mute') })
    const turn = openTurn(1).catch(() => {})
    await reached('starting')
    await manager.close()
    await turn
    expect(states).toEqual(['starting', 'idle'])
  })

  it('a ready server stays ready for the panel while its next session connects', async () => {
    const { openTurn, manager, states, reached } = setUp({ s: scripted() })
    await openTurn(1)
    manager.prepareNext()
    await reached('ready', 2)
    expect(states).toEqual(['starting', 'ready', 'ready'])
  })
})
