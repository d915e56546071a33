import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { quoteVisibly } from '@shared/base/shell-word'
import { parseEntry } from '@shared/mcp/mcp-entry'
import { type Settings } from '@shared/settings/settings'
import { openAgreements } from '../agreement/agreements'
import { connectServer } from '../connection/session'
import { type ToolSession } from '../tools/tool-session'
import { closeManagers, signal, scripted, setUp, names, makeTestFolder } from './open-manager.testkit'
import { SCRIPTED_SERVER } from './processes.testkit'

afterEach(closeManagers)

describe('programs without consent', () => {
  const agreeing = (folder: string) =>
    openAgreements({ folder: join(folder, 'agreed'), configFile: join(folder, 'mcp_config.json'), appRoot: folder })
  function setUpAsking(servers: Readonly<Record<string, unknown>>, mcp: Partial<Settings['mcp']> = {}) {
    const folder = makeTestFolder()
    const configFile = join(folder, 'mcp_config.json')
    const agreements = agreeing(folder)
    const all = setUp(servers, mcp, { agreements, configFile })
    const configure = (entries: Readonly<Record<string, unknown>>) =>
      writeFileSync(configFile, JSON.stringify({ mcpServers: entries }))
    configure(servers)
    const agree = async (entry: unknown) =>
      agreements.add([(await agreements.unagreedOf(parseEntry('s', entry, process.env).server ?? never())) ?? never()])
    const withdraw = async (entry: unknown) =>
      agreements.withdraw([
        (await agreements.agreedOf(parseEntry('s', entry, process.env).server ?? never())) ?? never(),
      ])
    return { ...all, folder, configFile, configure, agree, withdraw }
  }
  const never = (): never => {
    throw new Error('There is nothing to agree to.')
  }

  it('stop an episode from starting, with the command of each and the way out', async () => {
    const { manager, folder, configFile } = setUpAsking({
      a: scripted('--starts-file', 'starts'),
      b: { command: 'no-such-program', disabled: true },
      web: { url: 'http://127.0.0.1:1/mcp' },
    })
    await expect(manager.checkConfig('refuse')).rejects.toMatchObject({
      kind: 'program_not_agreed',
      message: expect.stringMatching(
        new RegExp(
          `^${configFile} names a program .*\n  \\| server    a\n  \\| file      ${configFile}\n  \\| runs      .*node.* ${quoteVisibly(SCRIPTED_SERVER)} --starts-file starts\n  \\| in        ${folder}\n.*--agree`,
        ),
      ),
    })
    manager.prepareNext()
    await manager.close()
    expect(existsSync(join(folder, 'starts'))).toBe(false)
  })

  it('are left out if the user chose that, and agreed ones are used', async () => {
    const agreed = scripted()
    const { manager, openTurn, agree, folder, events } = setUpAsking({
      new: scripted('--starts-file', 'starts'),
      known: agreed,
    })
    await agree(agreed)
    await manager.checkConfig('leave_out')
    const session = await openTurn(1)
    expect(session?.servers).toEqual([
      {
        name: 'new',
        state: 'disabled',
        tool_count: null,
        error: 'its program was not agreed to on this machine',
      },
      expect.objectContaining({ name: 'known', state: 'ready' }),
    ])
    expect(names(session).every((name) => name.startsWith('known.'))).toBe(true)
    expect(existsSync(join(folder, 'starts'))).toBe(false)
    expect(events).toEqual([])
  })

  it('need new consent when their file of variables changes during an episode', async () => {
    const server = { ...scripted(), envFile: '.env' }
    const { openTurn, agree, folder, events } = setUpAsking({ s: server })
    const variables = (text: string) => writeFileSync(join(folder, '.env'), text)
    variables('LAMP=brass\n')
    await agree(server)
    const environment = async (session: ToolSession | null) =>
      await session?.callTool({ toolName: 's.environment', arguments: {}, signal })
    const lampOf = async (turn: number) => {
      const session = await openTurn(turn)
      const outcome = await environment(session)
      await session?.close()
      return session?.servers[0]?.state === 'ready' ? outcome : session
    }
    expect(await lampOf(1)).toMatchObject({ kind: 'result', content: expect.objectContaining({ LAMP: 'brass' }) })
    variables('LAMP=gold\n')
    expect(await lampOf(2)).toBeNull()
    await agree(server)
    expect(await lampOf(3)).toMatchObject({ kind: 'result', content: expect.objectContaining({ LAMP: 'gold' }) })
    expect(events.filter(({ event_type }) => event_type === 'mcp_server_failed')).toEqual([])
  })

  it('leave the turn without tools if all are left out', async () => {
    const { manager, openTurn } = setUpAsking({ s: scripted() })
    await manager.checkConfig('leave_out')
    expect(await openTurn(1)).toBeNull()
  })

  it('do not start when added during an episode; an agreement counts from the next turn', async () => {
    const agreed = scripted('--starts-file', 'first')
    const changed = scripted('--starts-file', 'second')
    const { manager, openTurn, agree, configure, folder } = setUpAsking({ s: agreed })
    await agree(agreed)
    await (await openTurn(1))?.close()
    configure({ s: changed })
    manager.prepareNext()
    expect(await openTurn(2)).toBeNull()
    expect(existsSync(join(folder, 'second'))).toBe(false)
    await agree(changed)
    expect((await openTurn(3))?.servers).toMatchObject([{ name: 's', state: 'ready' }])
  })

  it('are left out from the next turn after a withdrawal', async () => {
    const { openTurn, agree, withdraw } = setUpAsking({ s: scripted() })
    await agree(scripted())
    const first = await openTurn(1)
    expect(first?.servers).toMatchObject([{ name: 's', state: 'ready' }])
    await first?.close()
    await withdraw(scripted())
    expect(await openTurn(2)).toBeNull()
  })

  it('need no consent if the settings select another server', async () => {
    const agreed = scripted()
    const { manager, agree } = setUpAsking({ known: agreed, new: scripted('x') }, { server_selection: 'first' })
    await agree(agreed)
    await manager.checkConfig('refuse')
  })

  it('do not start even if the check is bypassed', async () => {
    const { folder, configFile } = setUpAsking({})
    const { server } = parseEntry('s', scripted('--starts-file', 'starts'), process.env)
    const connecting = connectServer(server ?? never(), {
      configFile,
      env: process.env,
      agreements: agreeing(folder),
      connectTimeoutMs: 5000,
      callTimeoutMs: 500,
      signal,
      now: () => performance.now(),
    })
    await expect(connecting).rejects.toThrow('running its program was not agreed to on this machine')
    expect(existsSync(join(folder, 'starts'))).toBe(false)
  })
})
