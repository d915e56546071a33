import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  FILLERS,
  calls,
  type ScriptedEndpoint,
  type ScriptedReply,
  startScriptedEndpoint,
} from '../../../llm/scripted-endpoint.testkit'
import { HOSTILE_SERVER } from '../../../mcp/tests/processes.testkit'

/**
 * The built program with sources that never stop sending: its memory stays constant, and it reacts to a signal at once.
 */
const appRoot = resolve(import.meta.dirname, '../../../..')
const MAX_BYTES = 700e6
/** An orderly end takes a second or two; a program that does not react never ends. */
const PATIENCE_MS = 15_000

let folder: string
let child: ChildProcess
let endpoint: ScriptedEndpoint
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'endless-'))
})
afterEach(async () => {
  child.kill('SIGKILL')
  await endpoint.close()
  await rm(folder, { recursive: true, force: true })
})

const chunk = (delta: unknown) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`
/** Replies longer than the client reads, which are cut off and requested again. */
const tooLong: Readonly<Record<string, ScriptedReply>> = {
  'text without end': { kind: 'endless', piece: chunk({ content: FILLERS }) },
  'thoughts without end': { kind: 'endless', piece: chunk({ reasoning: FILLERS }) },
  'a call whose arguments have no end': {
    kind: 'endless',
    piece: chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'x', arguments: FILLERS } }] }),
  },
  'a line without end': { kind: 'endless', head: 'data: {"choices":[{"delta":{"content":"', piece: FILLERS },
}
/** Replies with output that is discarded, which continue for as long as a reply may take. */
const idle: Readonly<Record<string, ScriptedReply>> = {
  'pieces that say nothing': { kind: 'endless', piece: chunk({}) },
  'signs of life without end': { kind: 'endless', piece: `: ${'still here '.repeat(20)}\n\n` },
}

async function play(reply: () => ScriptedReply, config: readonly string[]): Promise<void> {
  endpoint = await startScriptedEndpoint(reply)
  const run = [
    ...'--game glass-weather --player llm --model scripted-1 --base-url'.split(' '),
    endpoint.baseUrl,
    '--data',
    join(folder, 'data'),
  ]
  child = spawn(process.execPath, [join(appRoot, 'out/main/cli.js'), 'play', ...run, ...config], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, XDG_STATE_HOME: join(folder, 'state'), OPENAI_API_KEY: '', GENERIC_API_KEY: 'none' },
  })
}

/** The maximum of its memory, if the system reports it. */
const peakBytes = () =>
  process.platform === 'linux'
    ? 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1])
    : 0

async function expectOrderlyEnd(): Promise<void> {
  const peak = peakBytes()
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const outcome = await Promise.race([
    ended,
    new Promise((done) => setTimeout(done, PATIENCE_MS, 'nothing was heard of it').unref()),
  ])
  expect(outcome).toEqual([0, null])
  expect(peak).toBeLessThan(MAX_BYTES)
  const [episode = ''] = readdirSync(join(folder, 'data')).filter((name) => !name.startsWith('.'))
  const log = readFileSync(join(folder, 'data', episode, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
  expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({ event_type: 'episode_ended', ended: 'stopped' })
}

describe('the command line, with', () => {
  it.each(Object.entries(tooLong))('a model that sends %s', async (_what, reply) => {
    await play(() => reply, ['--no-mcp'])
    await expect.poll(() => endpoint.requests.length).toBe(2)
    await expectOrderlyEnd()
  })

  it.each(Object.entries(idle))('a model that sends %s', async (_what, reply) => {
    await play(() => reply, ['--no-mcp'])
    await expect.poll(() => endpoint.endlessBytes() > 4e6).toBe(true)
    await expectOrderlyEnd()
  })

  it.each(['flood', 'endless_line'])('a server that never stops: %s', async (tool) => {
    await writeFile(
      join(folder, 'mcp.json'),
      JSON.stringify({ mcpServers: { s: { command: 'node', args: [HOSTILE_SERVER], timeoutMs: 60_000 } } }),
    )
    await writeFile(
      join(folder, 'zorkgpt.toml'),
      '[mcp]\nenabled = true\nforce_tool_support = true\nserver_startup_timeout_seconds = 60\n',
    )
    await play(
      () => calls({ name: `s__${tool}`, arguments: '{}' }),
      ['--config', join(folder, 'zorkgpt.toml'), '--mcp-config', join(folder, 'mcp.json'), '--agree'],
    )
    const episode = () => readdirSync(join(folder, 'data')).find((name) => !name.startsWith('.')) ?? ''
    const log = () => {
      try {
        return readFileSync(join(folder, 'data', episode(), 'events.jsonl'), 'utf8')
      } catch {
        return ''
      }
    }
    const sign =
      tool === 'flood'
        ? 'Further messages of the server in this turn are left out.'
        : 'sent a message of more than 32 MB'
    await expect.poll(() => log().includes(sign)).toBe(true)
    await expectOrderlyEnd()
  })
})
