import { afterEach, describe, expect, it } from 'vitest'
import { oddProcess, result, says, type Script, tool, TOO_NEW } from './odd-server.testkit'
import { call, closeManagers, names, setUp } from './open-manager.testkit'

afterEach(closeManagers)

const NOT_FOUND = '"error":{"code":-32601,"message":"Method not found: notifications/initialized"}'
const resources = result({
  protocolVersion: '2025-06-18',
  capabilities: { tools: {}, resources: {} },
  serverInfo: { name: 'odd', version: '1' },
})
const onlyTools = result({
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'odd', version: '1' },
})
const REFUSED =
  '{"jsonrpc":"2.0","id":$ID,"error":{"code":-32602,"message":"Unsupported protocol version","data":{"expected":"$EXPECTED"}}}'
const page = (more: object) => result({ tools: [tool()], ...more })
const block = (content: object): Script => ({ 'tools/call': result({ content: [content] }) })

/** Odd processes of public reports, and the expected outcome of a call. */
const CASES: readonly (readonly [source: string, script: Script, outcome?: object, tools?: readonly string[]])[] = [
  [
    'sharplens-mcp#6: an error without id for the notification',
    { initialize: onlyTools, 'notifications/initialized': `{"jsonrpc":"2.0","id":null,${NOT_FOUND}}` },
    { content: 'a brass lantern' },
    ['odd.look'],
  ],
  [
    'rust-analyzer-mcp#21: an error without an id member for it',
    { initialize: onlyTools, 'notifications/initialized': `{"jsonrpc":"2.0",${NOT_FOUND}}` },
    { content: 'a brass lantern' },
    ['odd.look'],
  ],
  [
    'supergateway#12: an error that names no method for it',
    {
      initialize: onlyTools,
      'notifications/initialized': '{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found"}}',
    },
    { content: 'a brass lantern' },
    ['odd.look'],
  ],
  [
    'govreposcrape#356: an empty result for it',
    { initialize: onlyTools, 'notifications/initialized': '{"jsonrpc":"2.0","result":{}}' },
    { content: 'a brass lantern' },
    ['odd.look'],
  ],
  [
    'codebase-memory-mcp#1247: each page names itself as the next',
    { 'tools/list': page({ nextCursor: 'again' }) },
    { content: 'a brass lantern' },
    ['odd.look'],
  ],
  [
    'threads-mcp#2: two tools of one name',
    { 'tools/list': result({ tools: [tool(), tool({ description: 'Looks again.' })] }) },
    { content: 'a brass lantern' },
    ['odd.look'],
  ],
  [
    'Vibe-Research#27, open-codex-computer-use#22: text that is not UTF-8',
    { encoding: 'latin1', 'tools/call': result(says('a brass lantern in a café')) },
    { content: 'a brass lantern in a caf\uFFFD' },
  ],
  [
    'SillyTavern-MCP-Client#3: a picture as a Buffer of Node',
    block({ type: 'image', mimeType: 'image/png', data: { type: 'Buffer', data: [1, 2, 3] } }),
    { content: { type: 'image', mimeType: 'image/png', bytes: 3 } },
  ],
  [
    'a picture in the form of Anthropic’s API',
    block({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQID' } }),
    { content: { type: 'image', mimeType: 'image/png', bytes: 3 } },
  ],
  [
    'servers#4029: a blob that is no kind of MCP',
    block({ type: 'blob', mimeType: 'video/mp4', data: 'AQID' }),
    { content: expect.anything() },
  ],
  [
    'claude-code#78762: a number with more digits than JavaScript keeps',
    {
      'tools/call': '{"jsonrpc":"2.0","id":$ID,"result":{"content":[],"structuredContent":{"id":2512292042121000001}}}',
    },
    { content: { id: '2512292042121000001' } },
  ],
  [
    'pi-mcp-adapter#220: tools/list is not implemented, but resources are',
    {
      initialize: resources,
      'tools/list': '{"jsonrpc":"2.0","id":$ID,"error":{"code":-32601,"message":"Method not found"}}',
    },
    undefined,
    [],
  ],
  [
    'python-sdk#1097, typescript-sdk#1167: it asks for roots, which were not offered, before its answer',
    {
      'tools/call': `{"jsonrpc":"2.0","id":77,"method":"roots/list"}\n${result(says('a brass lantern'))}`,
    },
    { content: 'a brass lantern' },
  ],
]

describe('an odd process', () => {
  for (const [source, script, outcome, tools] of CASES)
    it(source, async () => {
      const session = await setUp({ odd: oddProcess(script) }).openTurn(1)
      if (tools) expect(names(session)).toEqual(tools)
      if (outcome) expect(await call(session, 'odd.look')).toMatchObject({ kind: 'result', ...outcome })
    })

  it.each([
    ['with the one that it takes (agentic-awesome-skills#1003)', '2025-06-18'],
    ['without another (mcp-go#687)', null],
  ])('that refuses the newest revision of the protocol %s is asked in an older one', async (_how, expected) => {
    const { openTurn, events } = setUp({
      odd: oddProcess({ refuses: '2025-11-25', initialize: REFUSED.replace('$EXPECTED', expected ?? 'x') }),
    })
    expect(await call(await openTurn(1), 'odd.look')).toMatchObject({ content: 'a brass lantern' })
    expect(events).toContainEqual(
      expect.objectContaining({
        event_type: 'mcp_log',
        text: `The server refuses the revision 2025-11-25 of the protocol: ${expected ?? '2024-11-05'} is used.`,
      }),
    )
  })

  it('that speaks only newer revisions of the protocol is named with them (MCP 2026-07-28)', async () => {
    const { openTurn } = setUp({ odd: oddProcess({ initialize: TOO_NEW }) })
    await expect(openTurn(1)).rejects.toThrow(
      'it speaks only newer revisions of the protocol (2026-07-28); this app speaks 2025-11-25 and older ones',
    )
  })

  it('that names an unknown revision is read as the oldest (mcp-go#687)', async () => {
    const { openTurn } = setUp({
      odd: oddProcess({ initialize: result({ protocolVersion: '1.0', capabilities: { tools: {} } }) }),
    })
    expect(await call(await openTurn(1), 'odd.look')).toMatchObject({ content: 'a brass lantern' })
  })

  it('that prints its answers to standard error is named when a call has no answer (qmd#971)', async () => {
    const { openTurn, events } = setUp({ odd: { ...oddProcess({ toStderr: 'tools/call' }), timeoutMs: 1000 } })
    expect(await call(await openTurn(1), 'odd.look')).toMatchObject({ kind: 'timeout' })
    const text = expect.stringContaining('prints answers to standard error')
    expect(events).toContainEqual(expect.objectContaining({ event_type: 'mcp_log', text }))
  })

  it('that closes its standard output and lives on is ended at once (openstudio-mcp#42)', async () => {
    const { openTurn } = setUp({ odd: oddProcess({ closes: 'tools/call' }) })
    expect(await call(await openTurn(1), 'odd.look')).toMatchObject({
      kind: 'died',
      error: "the MCP server 'odd' closed its standard output",
    })
  })
})
