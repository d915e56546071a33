import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { McpTest } from '@shared/contract/mcp'
import { parseEntry } from '@shared/mcp/mcp-entry'
import { createMcpLog } from '../panel/mcp-log'
import { testConnection } from '../panel/test-connection'
import { everythingAgreed } from './everything-agreed.testkit'
import { oddProcess, result, type Script, says } from './odd-server.testkit'
import { call, closeManagers, makeTestFolder, setUp } from './open-manager.testkit'

afterEach(closeManagers)

/** Lines on standard output that are not messages, from public reports. */
const NOISE: readonly {
  readonly what: string
  readonly source: string
  readonly printed: string
  readonly lines: number
}[] = [
  { what: 'a version', source: 'azure-devops-mcp#147', printed: 'Azure DevOps MCP Server version : 1.0\n', lines: 1 },
  {
    what: 'a log',
    source: 'NuGet/Home#14591, dash-mcp-server#10',
    printed: 'info: Startup[0]\n      ready\n',
    lines: 2,
  },
  {
    what: 'a log in JSON',
    source: 'chattermate.chat#302',
    printed: '{"level":30,"msg":"up","method":"GET"}\n',
    lines: 1,
  },
  {
    what: 'an object as Node prints it',
    source: 'ruv-FANN#91',
    printed: "{\n  arch: 'x64',\n  session: 1\n}\n",
    lines: 4,
  },
  { what: 'JSON that is not complete', source: 'n8n-mcp#110', printed: '{ "a": [\n', lines: 1 },
  { what: 'colors and a number', source: 'ruv-FANN#91', printed: '\u001b[32m✔\u001b[39m\n42\n\u001b[0m\n', lines: 2 },
]

describe('output of a server that is not a message', () => {
  it.each(NOISE)('$what ($source): the server can be used, and the lines are quoted', async ({ printed, lines }) => {
    const { openTurn, statuses, events } = setUp({ odd: oddProcess({ start: printed }) })
    const session = await openTurn(1)
    expect(await call(session, 'odd.look')).toMatchObject({ kind: 'result', content: 'a brass lantern' })
    const sentence = `The server printed ${lines === 1 ? '1 line that is' : `${lines} lines that are`} not JSON-RPC: `
    expect(statuses.flatMap(({ notices }) => notices ?? [])).toContainEqual(expect.stringContaining(sentence))
    expect(events).toContainEqual(
      expect.objectContaining({ event_type: 'mcp_log', text: expect.stringContaining(sentence) }),
    )
  })

  it('causes one warning, although each turn has a new session', async () => {
    const { openTurn, events } = setUp({ odd: oddProcess({ start: 'Listening on port 3000\n' }) })
    for (const turn of [1, 2, 3]) await (await openTurn(turn))?.close()
    expect(events.filter((event) => event.event_type === 'mcp_log')).toHaveLength(1)
  })

  it('is quoted, without secrets, when a call has no answer in time', async () => {
    const script = { start: 'token swordfish\n', 'tools/call': '' }
    const { command, args, env } = oddProcess(script)
    const { openTurn, events, statuses } = setUp({
      odd: { command, args, env: { ...env, MY_TOKEN: 'swordfish' }, timeoutMs: 300 },
    })
    expect(await call(await openTurn(1), 'odd.look')).toMatchObject({ kind: 'timeout' })
    expect(statuses.findLast(({ lastCall }) => lastCall)?.lastCall).toEqual({
      tool: 'look',
      error: 'No answer within 0.3 s',
      ms: expect.any(Number) as number,
    })
    const warning = 'look had no answer within 0.3 s. The server printed 1 line that is not JSON-RPC: "token •••"'
    expect(events).toContainEqual(expect.objectContaining({ event_type: 'mcp_log', text: warning }))
  })

  it('is quoted when the end of an answer does not come in time', async () => {
    const script = { 'tools/call': '{\n  "jsonrpc": "2.0",\n  "id": $ID,\n  "result": {' }
    const { openTurn, events } = setUp({ odd: { ...oddProcess(script), timeoutMs: 300 } })
    const session = await openTurn(1)
    expect(await call(session, 'odd.look')).toMatchObject({ kind: 'timeout' })
    const text = expect.stringMatching(/^look had no answer within 0.3 s. The server printed .*jsonrpc.*result/)
    expect(events).toContainEqual(expect.objectContaining({ event_type: 'mcp_log', text }))
  })

  it('is quoted when the server does not become ready', async () => {
    const { openTurn } = setUp({
      odd: { ...oddProcess({ start: 'Listening on port 3000\n', initialize: '' }), connectTimeoutMs: 800 },
    })
    await expect(openTurn(1)).rejects.toThrow(
      'did not get ready within 0.8 s. It printed 1 line that is not JSON-RPC: "Listening on port 3000"',
    )
  })
})

async function test(script: Script, log = createMcpLog()) {
  const { server } = parseEntry('odd', oddProcess(script), process.env)
  if (!server) throw new Error('The entry cannot be used.')
  const options = {
    configFile: join(makeTestFolder(), 'mcp_config.json'),
    env: process.env,
    agreements: everythingAgreed,
    connectTimeoutMs: 5000,
    callTimeoutMs: 300,
    now: () => performance.now(),
    watch: log.watchServer(server),
    ask: null,
  }
  let last: McpTest | null = null
  const signal = new AbortController().signal
  for await (const state of testConnection(server, { tool: 'look', arguments: {} }, options, signal)) last = state
  return last
}

describe('the test of a connection', () => {
  it('quotes the lines, and the log of the server contains them', async () => {
    const log = createMcpLog()
    const found = await test({ start: 'Hello.\nReady.\n' }, log)
    expect(found).toMatchObject({
      failure: null,
      notices: ['The server printed 2 lines that are not JSON-RPC: "Hello.", "Ready."'],
      call: { text: 'a brass lantern' },
    })
    const { value } = await log.watch('odd', new AbortController().signal)[Symbol.asyncIterator]().next()
    const entries = (value as { entries: readonly { kind: string; text: string }[] }).entries
    expect(entries.filter(({ kind }) => kind === 'stdout').map(({ text }) => text)).toEqual(['Hello.', 'Ready.'])
  })

  it('quotes them when the call has no answer in time', async () => {
    expect(await test({ 'tools/call': 'Oops!' })).toMatchObject({
      steps: expect.arrayContaining([expect.objectContaining({ stage: 'call', state: 'failed' })]),
      call: { error: 'No answer within 0.3 s. The server printed 1 line that is not JSON-RPC: "Oops!"' },
    })
  })

  it('names the parts that are left out of the list of tools', async () => {
    const list = { 'tools/list': result({ tools: [{ name: 'bad', inputSchema: { type: 'string' } }] }) }
    expect(await test({ ...list, 'tools/call': result(says('x')) })).toMatchObject({
      tools: [],
      notices: ['The tool "bad" is left out: inputSchema.type is "string", not "object".'],
    })
  })
})
