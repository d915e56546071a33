import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { oddProcess } from './odd-server.testkit'
import { call, closeManagers, setUp } from './open-manager.testkit'

afterEach(closeManagers)

describe('a config file that a person wrote', () => {
  it.each([
    [
      'blueprintui#384',
      'pnpm-is-not-here dlx',
      ['tools@latest'],
      '"command": "pnpm-is-not-here", "args": ["dlx", "tools@latest"]',
    ],
    [
      'Roo-Code#1062',
      '/no/such/python "/a b/server.py" --key abc',
      [],
      '"command": "/no/such/python", "args": ["/a b/server.py", "--key", "•••"]',
    ],
  ])(
    '%s: with a whole command line in `command` is refused with the correct form',
    async (_source, command, args, advice) => {
      const message = await setUp({ s: { command, args } })
        .openTurn(1)
        .catch((error: Error) => error.message)
      expect(message).toContain(`was not found: it is a whole command line. Write ${advice}`)
      expect(message).not.toMatch(/Install the program|abc/)
    },
  )

  it.each([
    ['PowerShell#8636', 'utf16le'],
    ['openwall/john#2802', 'utf16be'],
  ])('%s: in UTF-16 is refused, with the encoding that it needs', async (_source, encoding) => {
    const { openTurn, configFile } = setUp({ s: oddProcess({}) })
    const bytes = Buffer.from('\uFEFF{"mcpServers":{}}', 'utf16le')
    writeFileSync(configFile, encoding === 'utf16le' ? bytes : bytes.swap16())
    await expect(openTurn(1)).rejects.toThrow('it is saved as UTF-16. Save it as UTF-8, which every editor offers')
  })

  it('tradingview-mcp#419: with a byte order mark is read, and so is its file of variables', async () => {
    const { openTurn, configFile, folder } = setUp({})
    writeFileSync(join(folder, '.env'), '\uFEFFODD_SCRIPT={"tools/call":"{\\"id\\":$ID,\\"result\\":\\"a lamp\\"}"}\n')
    const { command, args } = oddProcess({})
    writeFileSync(configFile, `\uFEFF${JSON.stringify({ mcpServers: { odd: { command, args, envFile: '.env' } } })}`)
    expect(await call(await openTurn(1), 'odd.look')).toMatchObject({ kind: 'result', content: 'a lamp' })
  })

  it('a server whose answer cannot be read gets no advice about Node', async () => {
    const failure = setUp({ odd: { ...oddProcess({ initialize: '{"jsonrpc":"2.0","id":$ID,"result":7}' }) } }).openTurn(
      1,
    )
    const message = await failure.catch((error: Error) => error.message)
    expect(message).toContain("the server's answer to initialize cannot be read (it takes a table): 7")
    expect(message).not.toContain('Node')
  })
})
