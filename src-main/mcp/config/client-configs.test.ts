import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memorySecrets } from '../../secrets/secret-store'
import { openSecrets } from '../../secrets/secrets'
import { findClientServers, keepClientSecrets, type UserFolders } from './client-configs'

const home = mkdtempSync(join(tmpdir(), 'zorkgpt-clients-'))
const folders: UserFolders = { platform: 'linux', home, appData: '' }
const files = {
  '.config/Claude/claude_desktop_config.json':
    '{"mcpServers":{"gh":{"command":"npx","args":["-y","gh"],"env":{"GITHUB_TOKEN":"ghp_secret1"}}}}',
  '.claude.json':
    '{"oauthAccount":{"token":"private"},"mcpServers":{"a":{"command":"a"}},"projects":{"/p":{"mcpServers":{"b":{"command":"b"},"a":{"command":"other"}}}}}',
  '.config/Code/User/settings.json': '{ // no servers here\n "editor.fontSize": 12 }',
  '.config/zed/settings.json': '{ "theme": "x", "context_servers": { "z": { "command": "z", "args": [] } }, }',
  '.cursor/mcp.json': '{ "mcpServers": ',
}
beforeAll(() => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('config files of other clients', () => {
  it('are found with their servers, or with their fault', async () => {
    const found = await findClientServers(folders)
    expect(
      found.map(({ client, servers, fault }) => [
        client,
        servers.map(({ name, entry }) => `${name}: ${String(entry.command)}`),
        fault,
      ]),
    ).toEqual([
      ['Claude Desktop', ['gh: npx'], null],
      ['Claude Code', ['b: b', 'a: a'], null],
      ['Cursor', [], 'The file is not valid JSON.'],
      ['Zed', ['z: z'], null],
    ])
  })

  it('reveal no secret, and are not changed', async () => {
    const found = JSON.stringify(await findClientServers(folders))
    expect(found).not.toMatch(/ghp_secret1|private/)
    expect(found).toContain('${secret:GH_GITHUB_TOKEN}')
    for (const [path, text] of Object.entries(files)) expect(readFileSync(join(home, path), 'utf8')).toBe(text)
  })

  it('pass their secrets to the store only when they are imported', async () => {
    const secrets = openSecrets(memorySecrets(), {}, [])
    await keepClientSecrets(folders, join(home, '.config/Claude/claude_desktop_config.json'), 'gh', secrets)
    expect(secrets.read('GH_GITHUB_TOKEN')).toBe('ghp_secret1')
    await expect(keepClientSecrets(folders, '/etc/passwd', 'gh', secrets)).rejects.toThrow(
      'There is no server gh to import',
    )
  })

  it('have a different path on each system', async () => {
    const mac = join(home, 'mac')
    mkdirSync(join(mac, 'Library/Application Support/Claude'), { recursive: true })
    writeFileSync(
      join(mac, 'Library/Application Support/Claude/claude_desktop_config.json'),
      '{"mcpServers":{"m":{"command":"m"}}}',
    )
    expect(await findClientServers({ platform: 'darwin', home: mac, appData: '' })).toMatchObject([
      { client: 'Claude Desktop', servers: [{ name: 'm' }] },
    ])
    const windows = join(home, 'Roaming')
    mkdirSync(join(windows, 'Code', 'User'), { recursive: true })
    writeFileSync(join(windows, 'Code', 'User', 'mcp.json'), '{"servers":{"w":{"url":"https://w/mcp"}}}')
    expect(await findClientServers({ platform: 'win32', home: join(home, 'nobody'), appData: windows })).toMatchObject([
      { client: 'VS Code', servers: [{ name: 'w' }] },
    ])
  })
})
