import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appRoot, runCommand } from './command.testkit'

const cli = join(appRoot, 'out/main/cli.js')
let data: string
const children: ChildProcess[] = []

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'cli-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(data, { recursive: true, force: true })
})

/** Agreements are stored in the folder of the test. */
const environment = () => ({ XDG_STATE_HOME: join(data, '.state') })

const run = (...words: string[]) => runCommand(words, { cwd: data, env: environment() })
const lastLine = (text: string) => JSON.parse(text.trim().split('\n').at(-1) ?? '') as Record<string, unknown>
const play = (...args: string[]) =>
  run('play', '--game', 'glass-weather', '--player', 'explorer', '--seed', '3', '--data', data, ...args)

function start(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: data,
    env: { ...process.env, ...environment() },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

describe('the program', () => {
  it('has the output, the status and the input that its commands have in the process of the test', async () => {
    const ended = async (input: string, ...words: string[]) => {
      const child = spawn(process.execPath, [cli, ...words], { cwd: data, env: { ...process.env, ...environment() } })
      child.stdin.end(input)
      const [stdout, stderr, [status]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ])
      return { status, stdout, stderr }
    }
    expect(await ended('', 'dance')).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('dance') as string,
    })
    expect(await ended('', 'config', 'check')).toMatchObject({ status: 0, stderr: '' })
    const human = 'play --game glass-weather --player human --turns 1 --no-mcp --json --data .'.split(' ')
    const played = await ended('look\n', ...human)
    expect(played).toMatchObject({ status: 0, stderr: '' })
    const { episode } = lastLine(played.stdout)
    expect(await ended('', 'export', String(episode), '--format', 'jsonl', '--data', '.')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('"action":"look"') as string,
      stderr: '',
    })
  })
})

describe('zorkgpt play', () => {
  it('plays twelve turns of the bundled story through the real MCP server and prints one object', async () => {
    const { status, stdout, stderr } = await play('--turns', '12', '--json')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const result = lastLine(stdout)
    expect(result).toMatchObject({
      player: 'explorer',
      turns: 12,
      max_score: 100,
      ended: 'turn_limit',
      game: { version: 5 },
      mcp_wait_ms: { p50: expect.any(Number) as number },
      turn_ms: { p95: expect.any(Number) as number },
    })
    expect(result.tool_calls).toBeGreaterThan(0)
    expect(result.locations).toBeGreaterThan(3)
    const log = readFileSync(join(String(result.folder), 'events.jsonl'), 'utf8')
    expect(log).toContain('"event_type":"mcp_tool_result"')
    expect(log).not.toMatch(/"event_type":"(mcp_tool_error|mcp_tool_timeout|agent_parse_error|llm_error)"/)
  })

  it('starts no program without consent: it names the program and the way out, and --agree is remembered', async () => {
    const config = join(data, 'mcp.json')
    const thinking = join(appRoot, 'node_modules/@modelcontextprotocol/server-sequential-thinking/dist/index.js')
    await writeFile(config, JSON.stringify({ mcpServers: { thinking: { command: 'node', args: [thinking] } } }))
    const playWith = (...args: string[]) => play('--turns', '1', '--mcp-config', config, '--json', ...args)
    const refused = await playWith()
    expect(refused).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`server +thinking\n[^]* runs .*${thinking}[^]*--agree`)) as string,
    })
    expect(readdirSync(data).filter((name) => name.startsWith('20'))).toEqual([])
    const agreed = await playWith('--agree')
    expect(agreed).toMatchObject({ status: 0, stderr: expect.stringContaining(thinking) as string })
    expect(lastLine(agreed.stdout)).toMatchObject({ turns: 1, ended: 'turn_limit' })
    expect(await playWith()).toMatchObject({ status: 0, stderr: '' })
  })

  it('plays through MCP tools alone', async () => {
    const { status, stdout, stderr } = await play('--player', 'mcp', '--turns', '4', '--json')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(lastLine(stdout)).toMatchObject({ player: 'mcp', turns: 4, tool_calls: 4, ended: 'turn_limit' })
  })

  it('takes the choices of the start sheet as options, and a run from a file', async () => {
    const { status, stdout } = await play(
      ...'--turns 2 --handicap L5 --on-death stop --pause-on location,cost=2 --no-mcp --json'.split(' '),
    )
    const manifest = (folder: unknown) =>
      JSON.parse(readFileSync(join(String(folder), 'events.jsonl'), 'utf8').split('\n', 1)[0] ?? '') as Record<
        string,
        unknown
      >
    expect(status).toBe(0)
    expect(manifest(lastLine(stdout).folder)).toMatchObject({ handicap: 'L5', on_death: 'stop' })
    await writeFile(
      join(data, 'run.toml'),
      '[run]\nplayer = "random"\nseed = 5\nhandicap = "L1"\n\n[orchestrator]\nmax_turns_per_episode = 3\n',
    )
    const ran = await run('play', '--config', 'run.toml', '--data', data, '--json')
    expect(lastLine(ran.stdout)).toMatchObject({ player: 'random', turns: 3 })
    expect(manifest(lastLine(ran.stdout).folder)).toMatchObject({ handicap: 'L1', seed: 5 })
  })

  it('gives the same actions and observations with the same seed, whatever the tools do', async () => {
    const actions = async (...args: string[]) => {
      const { episode } = lastLine((await play('--turns', '6', '--json', ...args)).stdout)
      return readFileSync(join(data, String(episode), 'events.jsonl'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('"observation_made"'))
        .map((line) => {
          const { action, text } = JSON.parse(line) as { action: string; text: string }
          return [action, text]
        })
    }
    const first = await actions()
    expect(first).toHaveLength(7)
    expect(await actions()).toEqual(first)
    expect(await actions('--no-mcp')).toEqual(first)
  })

  it('prints a transcript without --json', async () => {
    const { status, stdout } = await play('--turns', '2', '--no-mcp')
    expect(status).toBe(0)
    expect(stdout).toContain('Explorer — rule-based, not an AI model')
    expect(stdout).toMatch(/^\[turn 2 · .* · score \d+ · moves \d+\]$/m)
  })

  it('refuses to resume a damaged log and names the flag, which continues from its last good turn', async () => {
    const { episode } = lastLine((await play('--turns', '4', '--no-mcp', '--json')).stdout) as { episode: string }
    const file = join(data, episode, 'events.jsonl')
    const lines = readFileSync(file, 'utf8').split('\n')
    const at = lines.findIndex((line) => line.includes('"action_chosen","turn":3'))
    const damaged = lines.map((line, index) => (index === at ? line.replace('"action"', '"actiom"') : line)).join('\n')
    await writeFile(file, damaged)
    const resume = (...more: string[]) =>
      run('play', '--resume', episode, '--data', data, '--turns', '5', '--json', ...more)
    const refused = await resume()
    expect([refused.status, refused.stderr]).toEqual([
      2,
      expect.stringMatching(
        new RegExp(
          `Line ${at + 1} of events\\.jsonl is damaged: .*can continue from turn 2, .*Add --from-last-good to do that\\.\\n$`,
        ),
      ),
    ])
    expect(readFileSync(file, 'utf8')).toBe(damaged)
    const resumed = await resume('--from-last-good')
    expect({ status: resumed.status, ...lastLine(resumed.stdout) }).toMatchObject({
      status: 0,
      episode,
      turns: 5,
      ended: 'turn_limit',
    })
    const [kept = ''] = readdirSync(join(data, episode)).filter((name) => name.startsWith('events.damaged-'))
    expect(readFileSync(join(data, episode, kept), 'utf8')).toBe(damaged)
    expect(lastLine((await run('replay', episode, '--data', data, '--json')).stdout)).toMatchObject({ turn: 5 })
  })

  it('takes the actions of a person from its input, line by line, and pauses when the input ends', async () => {
    const played = (input: string, ...more: string[]) =>
      runCommand(['play', '--game', 'glass-weather', '--player', 'human', '--data', data, '--json', ...more], { input })
    expect(lastLine((await played('look\nnorth\n', '--turns', '2')).stdout)).toMatchObject({
      turns: 2,
      ended: 'turn_limit',
    })
    const cut = await played('look\n')
    expect({ status: cut.status, ...lastLine(cut.stdout) }).toMatchObject({ status: 1, turns: 1, ended: 'paused' })
  })

  it('pauses, exits with 1 and can be resumed when the model cannot be reached', async () => {
    const { status, stdout } = await run(
      ...'play --game glass-weather --player llm --model none --base-url http://127.0.0.1:9/v1 --data'.split(' '),
      data,
      ...'--no-mcp --turns 2 --json --config'.split(' '),
      await noRetries(),
    )
    expect(status).toBe(1)
    expect(lastLine(stdout)).toMatchObject({
      ended: 'paused',
      turns: 0,
      reason: expect.stringContaining('127.0.0.1:9') as string,
    })
  })

  it('asks for a key, by the name of its variable, before anything is sent', async () => {
    const { status, stdout } = await run(
      ...'play --game glass-weather --player llm --model m --base-url https://api.openai.com/v1 --data'.split(' '),
      data,
      ...'--no-mcp --turns 1 --json'.split(' '),
    )
    expect(status).toBe(1)
    expect(lastLine(stdout)).toMatchObject({
      ended: 'paused',
      reason: expect.stringContaining('OPENAI_API_KEY') as string,
    })
  })
})

describe('zorkgpt replay', () => {
  it('shows the state at a turn, and refuses one that was not played', async () => {
    const { episode } = lastLine((await play('--turns', '4', '--no-mcp', '--json')).stdout)
    const at2 = lastLine((await run('replay', String(episode), '--turn', '2', '--data', data, '--json')).stdout)
    expect(at2).toMatchObject({
      turn: 2,
      location: { id: expect.any(Number) as number },
      action: expect.any(String) as string,
      observation: expect.any(String) as string,
    })
    const opening = lastLine((await run('replay', String(episode), '--turn', '0', '--data', data, '--json')).stdout)
    expect(opening).toMatchObject({ turn: 0, action: null })
    expect(await run('replay', String(episode), '--turn', '9', '--data', data)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('has 4 complete turns') as string,
    })
  })
})

describe('wrong usage and bad input', () => {
  it('exits with 2 and prints the way out, without a stack', async () => {
    const empty = join(data, 'empty.z5')
    await writeFile(empty, '')
    const badJson = join(data, 'mcp.json')
    await writeFile(badJson, '{ "mcpServers": ')
    await mkdir(join(data, 'odd', 'events.jsonl'), { recursive: true })
    const wrong: [string[], string][] = [
      [[], '--help'],
      [['dance'], 'dance'],
      [['--foo'], 'the option "--foo"'],
      [['play'], '--game'],
      [['play', '--handicap', 'L9'], 'L0, L1, L2, L3, L4, L5'],
      [['play', '--game', 'glass-weather', '--base-url', 'ftp://x'], '--base-url is "ftp://x"'],
      [['play', '--game', 'glass-weather', '--turns', '-3'], '--turns=VALUE'],
      [['play', '--game', 'glass-waether', '--data', data], 'one of these ids: zork1, zork2, zork3, glass-weather'],
      [['game', '--story', 'glass-waether'], 'one of these ids: zork1, zork2, zork3, glass-weather'],
      [['play', '--game', 'glass-weather', '--player', 'wizard'], 'wizard'],
      [['play', '--game', 'glass-weather', '--turns', 'many'], '--turns'],
      [['play', '--game', 'glass-weather', '--handicap', 'L9'], 'L0, L1, L2, L3, L4, L5'],
      [['play', '--game', 'glass-weather', '--pause-on', 'score,rain'], '"rain"'],
      [['play', '--preset', 'none', '--data', data], 'no preset "none"'],
      [['play', '--game', 'glass-weather', '--tunrs', '3'], '--tunrs'],
      [['play', '--game', join(data, 'missing.z5'), '--data', data], 'missing.z5'],
      [['play', '--game', empty, '--data', data], 'empty.z5'],
      [['play', '--game', 'glass-weather', '--data', data, '--mcp-config', badJson], 'mcp.json'],
      [['play', '--game', 'glass-weather', '--data', join(empty, 'sub')], 'empty.z5'],
      [['play', '--game', 'glass-weather', '--config', join(data, 'none.toml')], 'none.toml'],
      [['play', '--resume', 'nothing', '--data', data], 'nothing'],
      [['play', '--resume', 'nothing', '--player', 'llm', '--data', data], '--player'],
      [['play', '--game', 'glass-weather', '--from-last-good', '--data', data], '--resume'],
      [['replay', 'nothing', '--data', data], 'nothing'],
      [['replay', 'odd', '--data', data], join('odd', 'events.jsonl')],
    ]
    const results = await Promise.all(wrong.map(async ([args, named]) => ({ args, named, ...(await run(...args)) })))
    for (const { args, named, status, stderr } of results) {
      expect({ args, status, names: stderr.includes(named), stack: /\n\s+at /.test(stderr) }).toEqual({
        args,
        status: 2,
        names: true,
        stack: false,
      })
    }
  })
})

describe('zorkgpt serve', () => {
  it('prints where it is ready, serves the page, and ends at SIGTERM', async () => {
    const child = start('serve', '--data', data)
    const url = await readyUrl(child)
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<div id="root">')
    expect((await fetch(new URL('/socket', url))).status).toBe(403)
    expect((await fetch(new URL(`/socket${new URL(url).search}`, url))).status).toBe(426)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('reports that its port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const { status, stderr } = await run('serve', '--port', String(port), '--data', data)
    expect({ status, said: stderr.includes(String(port)) }).toEqual({ status: 2, said: true })
    taken.close()
  })
})

async function noRetries(): Promise<string> {
  const file = join(data, 'zorkgpt.toml')
  await writeFile(file, '[retry]\nmax_retries = 0\n')
  return file
}

async function readyUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no stdout')
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('ready ')) return line.slice(6)
  throw new Error('ended before it was ready')
}
