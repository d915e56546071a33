import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acts, type ScriptedEndpoint, startScriptedEndpoint } from '../../../llm/scripted-endpoint.testkit'
import { runCommand } from './command.testkit'

const KEY = 'sk-key-of-the-reader'
const STRANGER = 'https://models.example.invalid/v1'

let data: string
let endpoint: ScriptedEndpoint
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'stray-keys-'))
  endpoint = await startScriptedEndpoint(() => acts('look'))
})
afterEach(async () => {
  await endpoint.close()
  await rm(data, { recursive: true, force: true })
})

/** Runs a command for a user who has a key in the environment, or the given `keys`. */
const run = (args: readonly string[], keys: Readonly<Record<string, string>> = { OPENAI_API_KEY: KEY }) =>
  runCommand([...args, '--data', join(data, 'episodes')], {
    cwd: data,
    env: { OPENAI_API_KEY: undefined, OPENROUTER_API_KEY: undefined, ...keys, XDG_STATE_HOME: join(data, '.state') },
  })

const usual = [
  '--game',
  'glass-weather',
  '--player',
  'llm',
  '--model',
  'test/lamp',
  '--no-mcp',
  '--mind',
  'none',
  '--json',
]
const start = (...args: string[]) => run(['play', ...usual, '--turns', '1', ...args])
const sent = () => endpoint.authorization.filter((header) => header?.includes(KEY)).length
const noted = () => existsSync(join(data, '.state', 'zorkgpt', 'key-addresses'))

/** A foreign episode: its address is new to this machine. */
async function foreignEpisode(baseUrl: string): Promise<string> {
  expect(await run(['play', ...usual, '--turns', '1', '--base-url', endpoint.baseUrl], {})).toMatchObject({ status: 0 })
  const episodes = join(data, 'episodes')
  const id = readdirSync(episodes).find((name) => name.startsWith('20')) ?? ''
  const log = join(episodes, id, 'events.jsonl')
  await writeFile(log, readFileSync(log, 'utf8').replaceAll(endpoint.baseUrl, baseUrl))
  await rm(join(episodes, id, 'summary.json'), { force: true })
  return id
}

describe('a key in the environment', () => {
  it('is not sent to the address in the log of an episode, and the refusal names the key, both addresses and the option', async () => {
    const id = await foreignEpisode(STRANGER)
    const { status, stderr } = await run(['play', '--resume', id, '--turns', '2', '--json'])
    expect(status).toBe(2)
    for (const part of ['OPENAI_API_KEY', STRANGER, 'https://api.openai.com/v1', '--send-key-to ADDRESS'])
      expect(stderr).toContain(part)
    expect(stderr).not.toContain(KEY)
    expect(noted()).toBe(false)
  })

  it('is not sent to an address on this computer from a log until the user allows it, which then stays allowed', async () => {
    const id = await foreignEpisode(endpoint.baseUrl)
    await run(['play', '--resume', id, '--turns', '2', '--json'])
    expect([endpoint.requests.length, sent()]).toEqual([2, 0])
    await run(['play', '--resume', id, '--turns', '3', '--json', '--send-key-to', `${endpoint.baseUrl}/`])
    expect([endpoint.requests.length, sent()]).toEqual([3, 1])
    await run(['play', '--resume', id, '--turns', '4', '--json'])
    expect([endpoint.requests.length, sent()]).toEqual([4, 2])
  })

  it('is sent to an address that is typed', async () => {
    expect(await start('--base-url', endpoint.baseUrl)).toMatchObject({ status: 0 })
    expect(sent()).toBe(1)
  })

  it('is not sent to an address from any kind of foreign settings file', async () => {
    const folder = join(data, 'downloads')
    mkdirSync(folder)
    const config = join(folder, 'zorkgpt.toml')
    for (const [address, extra] of [
      [STRANGER, ''],
      [STRANGER, 'profile = "openai"'],
      [endpoint.baseUrl, 'api_key = "${OPENAI_API_KEY}"'],
      [endpoint.baseUrl, 'headers = { Lamp = "${OPENAI_API_KEY}" }'],
    ]) {
      await writeFile(config, `[llm]\nclient_base_url = "${address}"\n${extra}\n`)
      expect(await start('--config', config)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('OPENAI_API_KEY would be sent to') as string,
      })
    }
    expect([endpoint.requests.length, noted()]).toEqual([0, false])
    expect(await start('--config', config, '--send-key-to', endpoint.baseUrl)).toMatchObject({ status: 0 })
    expect(await start('--config', config)).toMatchObject({ status: 0 })
  })

  it('is not sent to the address of a preset', async () => {
    mkdirSync(join(data, 'episodes'))
    const params = { game: 'glass-weather', player: 'llm', model: 'test/lamp', baseUrl: STRANGER, mcp: false }
    await writeFile(
      join(data, 'episodes', '.start.json'),
      JSON.stringify({ version: 1, last: null, presets: [{ name: 'theirs', params }], demoIsDismissed: true }),
    )
    expect(await run(['play', '--preset', 'theirs', '--turns', '1', '--json'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(STRANGER) as string,
    })
  })
})

describe('an MCP server over the network whose entry contains a key', () => {
  it('is not contacted before the user agrees to the data that it receives', async () => {
    const config = join(data, 'mcp_config.json')
    const url = endpoint.baseUrl
    await writeFile(
      config,
      JSON.stringify({
        mcpServers: {
          helper: { url: `${url}?a=${'$'}{OPENAI_API_KEY}`, headers: { Authorization: 'Bearer ${OPENAI_API_KEY}' } },
        },
      }),
    )
    const play = (...args: string[]) =>
      run([...'play --game glass-weather --player explorer --turns 1 --json --mcp-config'.split(' '), config, ...args])
    const { status, stderr } = await play()
    expect({ status, sent: sent() }).toEqual({ status: 2, sent: 0 })
    for (const line of [
      `  | reaches   ${url}?a=${'$'}{OPENAI_API_KEY}`,
      '  | header    Authorization: Bearer ${OPENAI_API_KEY}',
      '--agree',
    ])
      expect(stderr).toContain(line)
    expect(stderr).not.toContain(KEY)
    // With consent it is reached, and then fails because it is not an MCP server.
    await play('--agree')
    expect(sent()).toBeGreaterThan(0)
  })
})

describe('without a key', () => {
  it('an address on this computer needs no consent', async () => {
    const id = await foreignEpisode(endpoint.baseUrl)
    expect(await run(['play', '--resume', id, '--turns', '2', '--json'], {})).toMatchObject({ status: 0 })
    expect(noted()).toBe(false)
  })
})
