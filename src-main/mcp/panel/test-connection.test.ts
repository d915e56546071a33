import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { McpTest } from '@shared/contract/mcp'
import { parseEntry } from '@shared/mcp/mcp-entry'
import type { AskPerson } from '../questions/questions'
import { everythingAgreed } from '../tests/everything-agreed.testkit'
import { MISLEADING } from '../tests/misleading-errors.testkit'
import { answeringPerson } from '../tests/person.testkit'
import { isRunning, SCRIPTED_SERVER } from '../tests/processes.testkit'
import { createMcpLog } from './mcp-log'
import { type TestCall, testConnection } from './test-connection'

const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const states = (
  entry: unknown,
  call: TestCall = null,
  signal = new AbortController().signal,
  log = createMcpLog(),
  ask: AskPerson | null = null,
) => {
  const { server } = parseEntry('s', entry, process.env)
  if (!server) throw new Error('The entry cannot be used.')
  return testConnection(
    server,
    call,
    {
      configFile: join(folder, 'mcp_config.json'),
      env: process.env,
      agreements: everythingAgreed,
      connectTimeoutMs: server.connectTimeoutMs ?? 60_000,
      callTimeoutMs: 500,
      now: () => performance.now(),
      watch: log.watchServer(server),
      ask,
    },
    signal,
  )
}

async function finish(entry: unknown, call: TestCall = null, ask: AskPerson | null = null): Promise<McpTest> {
  let last: McpTest | null = null
  for await (const state of states(entry, call, undefined, undefined, ask)) last = state
  if (!last?.finished) throw new Error('The test did not finish.')
  return last
}
const scripted = (...options: readonly string[]) => ({ command: 'node', args: [SCRIPTED_SERVER, ...options] })
const everything = {
  command: 'node',
  args: [resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
}

describe('the test of a connection', () => {
  it('goes through its stages, with the time and result of each', async () => {
    const { steps, tools, failure, resources, prompts } = await finish(scripted('--library'))
    expect(failure).toBeNull()
    expect(steps).toEqual(
      [
        ['resolve', process.execPath],
        ['start', null],
        ['handshake', 'scripted 1, MCP 2025-11-25'],
        ['list', String(tools?.length)],
      ].map(([stage, result]) => ({ stage, state: 'done', ms: expect.any(Number), result })),
    )
    expect(steps.every(({ ms }) => ms >= 0 && ms < 5000)).toBe(true)
    expect([resources.length, prompts.length]).toEqual([2, 1])
  })

  it('pings, and calls no tool by itself', async () => {
    expect((await finish(everything, 'ping')).call).toEqual({
      tool: 'ping',
      text: null,
      structured: null,
      content: null,
      error: null,
      ms: expect.any(Number),
    })
  })

  it('shows the text and structure of an answer, or how the call failed', async () => {
    const call = async (tool: string, parameters = {}) =>
      (await finish(scripted(), { tool, arguments: parameters })).call
    expect(await call('plain')).toMatchObject({ tool: 'plain', text: 'just words', structured: null, error: null })
    expect(await call('structured', { celsius: 21 })).toMatchObject({
      text: 'in words',
      structured: { celsius: 21 },
      ms: expect.any(Number),
    })
    expect(await call('fail')).toMatchObject({ error: 'the lamp is broken', text: null })
    expect(await call('hang')).toMatchObject({ error: 'No answer within 0.5 s.' })
  })

  it('quotes what a server printed last before it exited during a call, without secrets', async () => {
    const printsAtEnd = `process.on('exit',()=>console.error('Error: no room for '+process.env.MY_TOKEN+'.\\n    at leave (a.js:1)\\n\\nNode.js v22.0.0'))`
    const { command, args } = scripted()
    const entry = {
      command,
      args: ['--import', `data:text/javascript,${encodeURIComponent(printsAtEnd)}`, ...args],
      env: { MY_TOKEN: 'plugh-xyzzy' },
    }
    const { call } = await finish(entry, { tool: 'crash', arguments: {} })
    expect(call?.error).toBe('The server exited with code 7: Error: no room for •••.')
    expect((await finish(scripted(), { tool: 'crash', arguments: {} })).call?.error).toBe(
      'The server exited with code 7.',
    )
  })

  it('shows the progress of a call while it runs', async () => {
    const seen: McpTest['progress'][] = []
    for await (const { progress } of states(scripted(), { tool: 'walk', arguments: { steps: 2 } })) seen.push(progress)
    expect(seen).toContainEqual({ progress: 1, total: 2, message: 'step 1' })
    expect(seen.at(-1)).toBeNull()
  })

  it('follows a tool that runs as a task to its end', async () => {
    const { call, tools } = await finish(scripted(), { tool: 'task_only', arguments: {} })
    expect(tools?.find(({ name }) => name === 'task_only')?.hints).toEqual(['task'])
    expect(call).toMatchObject({ text: 'done in 2 steps', error: null })
    const { call: failed } = await finish(scripted(), { tool: 'task_only', arguments: { fails: true } })
    expect(failed).toMatchObject({ error: expect.stringContaining('out of oil') })
    const { call: endless } = await finish(scripted(), { tool: 'task_only', arguments: { endless: true } })
    expect(endless).toMatchObject({ error: 'No answer within 0.5 s.' })
  })

  it('gives the server the folders in its entry', async () => {
    const { call } = await finish(
      { ...scripted(), roots: ['notes', '/srv/lamp'] },
      { tool: 'ask', arguments: { method: 'roots/list', params: {} } },
    )
    expect(JSON.parse(call?.text ?? '')).toEqual({
      roots: [
        { uri: pathToFileURL(join(folder, 'notes')).href, name: 'notes' },
        { uri: pathToFileURL(resolve('/srv/lamp')).href, name: 'lamp' },
      ],
    })
  })

  it('names the stage that failed, the last output of the server and a fix', async () => {
    expect((await finish({ command: 'no-such-program' })).failure).toMatchObject({
      stage: 'resolve',
      error: expect.stringContaining("'no-such-program' was not found"),
      fix: expect.stringContaining('"no-such-program" is not on the PATH'),
    })
    expect(
      (
        await finish({
          command: 'node',
          args: ['-e', 'console.error("Error: Cannot find module \'/srv/lamp.js\'"); process.exit(1)'],
        })
      ).failure,
    ).toMatchObject({
      stage: 'handshake',
      error: 'it exited with code 1 before it was ready',
      stderr: "Error: Cannot find module '/srv/lamp.js'",
      fix: expect.stringContaining('/srv/lamp.js is missing'),
    })
    expect((await finish({ ...scripted('--mute'), connectTimeoutMs: 500 })).failure).toMatchObject({
      stage: 'handshake',
      error: 'did not get ready within 0.5 s',
      fix: expect.stringContaining('raise the start-up timeout'),
    })
  })

  it.each([...MISLEADING])(
    'attributes an error of the server to the server, whatever its words: %i %s',
    async (code, message) => {
      const { failure } = await finish(scripted(`--refuse-start=${code}:${message}`))
      expect(failure).toMatchObject({
        stage: 'handshake',
        error: message,
        fix: expect.stringContaining('The server itself answers with this error'),
      })
      expect((await finish(scripted(), { tool: 'refuse', arguments: { code, message } })).call).toMatchObject({
        error: message,
      })
    },
  )

  it('distinguishes a refusal, a missing path and a silent port over the network', async () => {
    let status = 401
    const http = createServer((_request, response) => response.writeHead(status, { connection: 'close' }).end()).listen(
      0,
      '127.0.0.1',
    )
    await once(http, 'listening')
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`
    expect((await finish({ url })).failure).toMatchObject({
      stage: 'handshake',
      fix: expect.stringContaining('Add the header'),
    })
    status = 404
    expect((await finish({ url })).failure).toMatchObject({
      fix: expect.stringContaining('Nothing answers under this path'),
    })
    http.closeAllConnections()
    http.close()
    await once(http, 'close')
    expect((await finish({ url })).failure).toMatchObject({ fix: expect.stringContaining('No program listens there') })
    expect((await finish({ url: url.replace('127.0.0.1', 'no-such-host.invalid') })).failure?.fix).toContain(
      'no such host',
    )
  })

  it('leaves nothing behind when it is cancelled', async () => {
    const starts = join(folder, 'starts')
    const stop = new AbortController()
    for await (const { steps } of states(scripted('--mute', '--starts-file', starts), null, stop.signal))
      if (steps.at(-1)?.stage === 'handshake') stop.abort()
    const pids = readFileSync(starts, 'utf8').trim().split('\n').map(Number)
    expect(pids.filter((pid) => isRunning(pid))).toEqual([])
  })

  it('contains no secrets', async () => {
    const log = createMcpLog()
    const entry = {
      command: 'node',
      args: ['-e', 'console.error(process.env.MY_TOKEN); process.exit(1)'],
      env: { MY_TOKEN: 'plugh-xyzzy' },
    }
    let last: McpTest | null = null
    for await (const state of states(entry, null, undefined, log)) last = state
    expect(last?.failure?.stderr).toBe('•••')
    const { call } = await finish(
      { ...scripted(), env: { MY_TOKEN: 'plugh-xyzzy' } },
      { tool: 'echo', arguments: { text: 'plugh-xyzzy' } },
    )
    expect(call?.text).toBe('{"text":"•••"}')
    const reading = log.watch('s', AbortSignal.timeout(5000))[Symbol.asyncIterator]()
    const { value } = await reading.next()
    await reading.return?.()
    expect(JSON.stringify(value)).not.toContain('plugh')
    expect(value.entries).toMatchObject([
      { kind: 'sent', method: 'initialize', id: '0' },
      { kind: 'stderr', text: '•••' },
      { kind: 'ended', text: expect.stringMatching(/^exited with code \d+$/) as string },
    ])
  })
})

it('a tool that is tried may ask its user, and waits for the answer', async () => {
  // Waits longer than a call may take, so that a call that begins later times out before the answer.
  const person = answeringPerson(async () => {
    const { call: later } = await finish(scripted(), { tool: 'hang', arguments: {} })
    expect(later?.error).toBe('No answer within 0.5 s.')
    return { action: 'accept', content: { way: 'up' } }
  })
  const question = {
    method: 'elicitation/create',
    params: { message: 'Which way?', requestedSchema: { type: 'object', properties: { way: { type: 'string' } } } },
  }
  const { call } = await finish(
    { ...scripted(), allowElicitation: true },
    { tool: 'ask', arguments: question },
    person.ask,
  )
  expect(call?.text).toBe('{"action":"accept","content":{"way":"up"}}')
  expect(person.asked).toMatchObject([{ kind: 'form', turn: null }])
})
