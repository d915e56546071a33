import { afterEach, describe, expect, it } from 'vitest'
import { isExpected } from '@shared/base/expected-error'
import type { ToolOutcome } from '../tools/tool-session'
import { type OddHttp, oddProcess, result, type Script, says, startOddHttp, tool } from './odd-server.testkit'
import { call, closeManagers, names, setUp } from './open-manager.testkit'

/** Answers of servers in the field, from public reports of bugs. The source of each is beside it. */

const servers: OddHttp[] = []
afterEach(async () => {
  await closeManagers()
  for (const server of servers.splice(0)) server.close()
})

type Over = 'stdio' | 'HTTP' | 'events'
const EVERYWHERE: readonly Over[] = ['stdio', 'HTTP', 'events']

/** Opens a turn with the odd server, and calls its tool. */
async function play(script: Script, over: Over, more: Readonly<Record<string, unknown>> = {}) {
  const http = over === 'stdio' ? null : await startOddHttp(script, { asEvents: over === 'events' })
  if (http) servers.push(http)
  const entry = http ? { url: http.url } : oddProcess(script)
  const { openTurn, events, statuses } = setUp({ odd: { ...entry, ...more } })
  const session = await openTurn(1)
  const outcome = names(session).includes('odd.look') ? await call(session, 'odd.look') : undefined
  const warnings = events.flatMap((event) => (event.event_type === 'mcp_log' ? [event.text] : []))
  return { names: names(session), tools: session?.tools ?? [], outcome, warnings, statuses }
}

interface Case {
  readonly what: string
  /** The public report. */
  readonly source: string
  readonly script: Script
  readonly over?: readonly Over[]
  readonly outcome?: Partial<ToolOutcome>
  readonly names?: readonly string[]
  /** Parts of the warnings, in any order. */
  readonly warns?: readonly string[]
}

const LANTERN: Partial<ToolOutcome> = { kind: 'result', content: 'a brass lantern', isError: false }

/** A validator's output must not be shown to a person. */
const DUMP = /"code":|invalid_type|invalid_union|ZodError|_zod|"expected"/

function check(cases: readonly Case[]) {
  for (const { what, source, script, over = EVERYWHERE, outcome = LANTERN, names: offered, warns = [] } of cases)
    it.each(over)(`${what} (${source}), over %s`, async (transport) => {
      const played = await play(script, transport)
      if (offered) expect(played.names).toEqual(offered)
      if (played.names.includes('odd.look')) expect(played.outcome).toMatchObject(outcome)
      for (const part of warns) expect(played.warnings.join('\n')).toContain(part)
      if (warns.length === 0) expect(played.warnings).toEqual([])
      expect(JSON.stringify([played.outcome, played.warnings])).not.toMatch(DUMP)
    })
}

const listed = (...tools: readonly unknown[]): Script => ({ 'tools/list': result({ tools }) })
const answered = (value: unknown): Script => ({ 'tools/call': result(value) })
const raw = (text: string): Script => ({ 'tools/call': text })
const both = ['odd.look', 'odd.bad']
const only = ['odd.look']
const bad = (more: Readonly<Record<string, unknown>>) => tool({ name: 'bad', ...more })

describe('one bad tool does not affect the other tools', () => {
  check([
    {
      what: 'without an input schema it is offered without arguments',
      source: 'hermes-agent#101804',
      script: listed(tool(), bad({ inputSchema: undefined })),
      names: both,
      warns: ['The tool "bad" is read with defaults: inputSchema is missing.'],
    },
    {
      what: 'with an empty input schema it is offered',
      source: 'zereight/gitlab-mcp#286, servers#3051',
      script: listed(tool(), bad({ inputSchema: {} })),
      names: both,
      warns: ['The tool "bad" is read with defaults: inputSchema.type is missing.'],
    },
    {
      what: 'with an input schema of something else it is left out',
      source: 'sandialabs/atlas-ui-3#727',
      script: listed(tool(), bad({ inputSchema: { type: 'string' } })),
      names: only,
      warns: ['The tool "bad" is left out: inputSchema.type is "string", not "object".'],
    },
    {
      what: 'with alternatives at the root it is offered',
      source: 'claude-code#88049',
      script: listed(tool(), bad({ inputSchema: { anyOf: [{ type: 'object' }] } })),
      names: both,
      warns: ['The tool "bad" is read with defaults: inputSchema.type is missing.'],
    },
    {
      what: 'with properties that are no schemas it is offered',
      source: 'rezi-io/rezi-mcp#4',
      script: listed(tool(), bad({ inputSchema: { type: 'object', properties: { a: true, b: 'string', c: 7 } } })),
      names: both,
      warns: ['The tool "bad" is read with defaults: inputSchema.properties.c is 7.'],
    },
    {
      what: 'with a bad output schema its answers are not checked',
      source: 'rezi-io/rezi-mcp#4, deepchat#2075',
      script: listed(tool(), bad({ outputSchema: { type: 'array' } })),
      names: both,
      warns: ['The answers of the tool "bad" are not checked: outputSchema.type is ["array"]'.slice(0, 60)],
    },
    {
      what: 'with empty lists for empty tables, as PHP writes them, it is offered',
      source: 'webcalendar#725, novamira#82',
      script: listed(tool({ inputSchema: { type: 'object', properties: [], required: [] }, _meta: undefined })),
      names: only,
    },
    {
      what: 'with members of the wrong type it is offered without them',
      source: 'Apicurio/apicurio-registry#9055',
      script: listed(tool(), bad({ title: 5, annotations: { readOnlyHint: 'yes' }, icons: 'none' })),
      names: both,
      warns: ['The tool "bad" is read without its invalid parts: ', 'annotations.readOnlyHint takes true or false'],
    },
    {
      what: 'that is no table, or has no name, is left out',
      source: 'invented',
      script: listed(tool(), 'look', { description: 'nameless' }),
      names: only,
      warns: ['The tool 2 is left out: it is "look".', 'The tool 3 is left out: name is missing.'],
    },
    {
      what: 'whose schema has the name of another protocol is read',
      source: 'tools in the formats of model endpoints',
      script: listed(tool(), { name: 'bad', input_schema: { type: 'object' } }),
      names: both,
    },
    {
      what: 'a list that is no list of an object is read',
      source: 'invented',
      script: { 'tools/list': result([tool()]) },
      names: only,
    },
  ])
})

describe('a cursor that leads nowhere', () => {
  check([
    {
      what: 'an empty one ends the list',
      source: 'java-sdk#628, csharp-sdk#1072, cccc#50',
      script: { 'tools/list': result({ tools: [tool()], nextCursor: '' }) },
      names: only,
    },
    {
      what: 'one that leads back costs one request, and lists no tool twice',
      source: 'codebase-memory-mcp#1247',
      script: { 'tools/list': result({ tools: [tool()], nextCursor: 8 }) },
      names: only,
    },
  ])
})

describe('a handshake that declares too little', () => {
  const initialize = (result_: object): Script => ({ initialize: result(result_) })
  check([
    {
      what: 'no capabilities: the tools are listed',
      source: 'litellm-rs#1041, MCPSqlServer#3',
      script: initialize({ protocolVersion: '2025-06-18', serverInfo: { name: 'odd', version: '1' } }),
      names: only,
    },
    {
      what: 'capabilities that are lists or true: the tools are listed',
      source: 'bricks-mcp#45',
      script: initialize({
        protocolVersion: '2025-06-18',
        capabilities: { tools: true, prompts: [] },
        serverInfo: 'odd',
      }),
      names: only,
    },
    {
      what: 'no capabilities and no tools: the server is without tools',
      source: 'litellm-rs#1041',
      script: {
        ...initialize({ protocolVersion: '2025-06-18', capabilities: [] }),
        'tools/list': '{"jsonrpc":"2.0","id":$ID,"error":{"code":-32601,"message":"Method not found"}}',
      },
      names: [],
    },
  ])
})

describe('a member that is null counts as absent', () => {
  const initialize = (more: Readonly<Record<string, unknown>>): Script => ({
    initialize: result({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, ...more }),
  })
  check([
    {
      what: 'in a tool',
      source: 'claude-code#88049',
      script: listed(tool({ description: null, title: null, outputSchema: null, annotations: null, _meta: null })),
      names: only,
    },
    {
      what: 'in the schema of a tool',
      source: 'kotlin-sdk#581',
      script: listed(
        tool({ inputSchema: { type: 'object', properties: { a: { type: 'string', title: null } }, required: null } }),
      ),
      names: only,
    },
    {
      what: 'in a list and its cursor',
      source: 'Wazuh-MCP-Server#75',
      script: { 'tools/list': result({ tools: [tool(), null], nextCursor: null, _meta: null }) },
      names: only,
    },
    {
      what: 'in place of a list',
      source: 'gemini-cli#20363',
      script: { 'resources/list': result({ resources: null }), 'prompts/list': result({ prompts: null }) },
    },
    {
      what: 'in the handshake',
      source: 'Wazuh-MCP-Server#75, hister#363',
      script: initialize({ serverInfo: { name: 'odd', version: null, title: null }, instructions: null, _meta: null }),
    },
    {
      what: 'in place of the name and the revision of the server',
      source: 'MCPSqlServer#3',
      script: initialize({ serverInfo: null, protocolVersion: null }),
    },
    {
      what: 'in the answer of a tool',
      source: 'Wazuh-MCP-Server#75',
      script: answered({ ...says('a brass lantern'), structuredContent: null, isError: null, _meta: null }),
    },
    {
      what: 'in a block of content',
      source: 'apicurio-registry#6899',
      script: answered({
        content: [{ type: 'text', text: 'a brass lantern', annotations: null, _meta: null }, null],
      }),
    },
    {
      what: 'beside a result',
      source: 'Wazuh-MCP-Server#59',
      script: raw(
        '{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"a brass lantern"}]},"error":null}',
      ),
    },
  ])

  it('null stays in the data of a tool', async () => {
    const { outcome } = await play(answered({ content: [], structuredContent: { here: null } }), 'stdio')
    expect(outcome).toMatchObject({ kind: 'result', content: { here: null } })
  })
})

describe('an answer that breaks JSON-RPC a little', () => {
  const text = '"content":[{"type":"text","text":"a brass lantern"}]'
  const failed = (error: unknown): Partial<ToolOutcome> => ({ kind: 'error', error: error as string })
  check([
    { what: 'without jsonrpc is taken', source: 'ARBuilder#2', script: raw(`{"id":$ID,"result":{${text}}}`) },
    {
      what: 'with another version of JSON-RPC is taken',
      source: 'jsonrpcclient#151',
      script: raw(`{"jsonrpc":"1.0","id":"$ID","result":{${text}},"extra":1}`),
    },
    {
      what: 'in a list is taken',
      source: 'Wazuh-MCP-Server#59',
      script: raw(`[{"jsonrpc":"2.0","id":$ID,"result":{${text}},"error":null}]`),
    },
    {
      what: 'with an empty error beside its result is taken',
      source: 'jsonrpcclient#57',
      script: raw(`{"jsonrpc":"2.0","id":$ID,"result":{${text}},"error":{"code":0,"message":""}}`),
    },
    {
      what: 'with a result and an error is the error',
      source: 'rust-sdk#1283, mcp_dart#238',
      script: raw(
        `{"jsonrpc":"2.0","id":$ID,"result":{${text}},"error":{"code":-32603,"message":"the battery is dead"}}`,
      ),
      outcome: failed('the battery is dead'),
    },
    {
      what: 'with an error that is text is that error',
      source: 'keryx#503',
      script: raw('{"jsonrpc":"2.0","id":$ID,"error":"the battery is dead"}'),
      outcome: failed('the battery is dead'),
    },
    {
      what: 'with an error without a message is the error that it describes',
      source: 'python-sdk#1144',
      script: raw('{"jsonrpc":"2.0","id":$ID,"error":{"code":"E_LAMP","detail":"the battery is dead"}}'),
      outcome: failed('the battery is dead'),
    },
    {
      what: 'with neither a result nor an error fails at once',
      source: 'aztec-packages#24840, helidon-mcp#152',
      script: raw('{"jsonrpc":"2.0","id":$ID}'),
      outcome: failed(expect.stringContaining('it has neither a result nor an error')),
    },
    {
      what: 'with its result beside the envelope is taken',
      source: 'ARBuilder#2',
      script: raw(`{"jsonrpc":"2.0","id":$ID,${text}}`),
    },
    {
      what: 'over several lines is taken',
      source: 'bounty-challenge#52020',
      script: raw(`{\n  "jsonrpc": "2.0",\n  "id": $ID,\n  "result": {\n    ${text}\n  }\n}`),
    },
    {
      what: 'with NaN and a comma too many is taken',
      source: 'myMPD#1462, Voyant#516',
      script: raw(`{"jsonrpc":"2.0","id":$ID,"result":{${text},"score":nan,"other":NaN,}}`),
    },
    {
      what: 'that was turned into JSON twice is taken',
      source: 'language-servers#2704',
      script: raw(JSON.stringify(`{"jsonrpc":"2.0","result":{${text}}}`)),
      over: ['HTTP'],
    },
    {
      what: 'without its envelope is taken',
      source: 'ARBuilder#2',
      script: raw(`{${text}}`),
    },
    {
      what: 'with an error without the id of its request is that error',
      source: 'helidon-mcp#65',
      script: raw('{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"the battery is dead"}}'),
      outcome: failed('the battery is dead'),
    },
    {
      what: 'that repeats the method of its request is taken',
      source: 'mcp-clickhouse#73',
      script: raw(`{"jsonrpc":"2.0","id":$ID,"method":"tools/call","params":{},"result":{${text}}}`),
    },
    {
      what: 'to a notification, which must have none, is passed by',
      source: 'rust-analyzer-mcp#15',
      script: {
        'tools/list': `{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Unknown"}}\n${result({ tools: [tool()] })}`,
      },
      over: ['stdio'],
      names: only,
    },
    {
      what: 'in the frame of the Language Server Protocol is taken',
      source: 'buildomator#2, buildomator#7',
      script: raw(`Content-Length: 99\r\n\r\n{"jsonrpc":"2.0","id":$ID,"result":{${text}}}$END`),
      over: ['stdio'],
    },
    {
      what: 'in such frames alone, of many pieces and lines, is taken',
      source: 'bigpowers#131, mantine#8792, open-agreements#116',
      script: {
        frames: 'yes',
        ...raw(`{\n"jsonrpc": "2.0",\n"id": $ID,\n"result": {${text}, "_meta": {"more": "$LONG"}}\n}`),
      },
      over: ['stdio'],
    },
    {
      what: 'without the end of its line, behind another message, is taken',
      source: 'go-sdk#664',
      script: raw(
        `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}{"jsonrpc":"2.0","id":$ID,"result":{${text}}}$END`,
      ),
      over: ['stdio'],
    },
    {
      what: 'without the end of its line is taken',
      source: 'go-sdk#664, codebase-memory-mcp#513',
      script: raw(`{"jsonrpc":"2.0","id":$ID,"result":{${text}}}$END`),
      over: ['stdio'],
    },
    {
      what: 'behind words on the same line is taken',
      source: 'dash-mcp-server#10',
      script: raw(`INFO: {"jsonrpc":"2.0","id":$ID,"result":{${text}}}`),
      over: ['stdio'],
    },
    {
      what: 'that is cut off fails at once, with the line',
      source: 'xyna-factory#2585',
      script: raw(`{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"a br`),
      outcome: failed(expect.stringMatching(/the server answered with text that is not JSON-RPC: .*a br/)),
    },
    {
      what: 'whose end is missing fails at once, with the line',
      source: 'xyna-factory#2585',
      script: raw(`{"jsonrpc":"2.0","id":$ID,"result":{${text}}`),
      outcome: failed(expect.stringContaining('the server answered with text that is not JSON-RPC: {"jsonrpc"')),
    },
    {
      what: 'written as Python prints it fails at once, with the line',
      source: 'a dict printed in Python',
      script: raw(`{'jsonrpc': '2.0', 'id': $ID, 'result': {'content': []}}`),
      outcome: failed(expect.stringContaining(`that is not JSON-RPC: {'jsonrpc': '2.0'`)),
    },
  ])
})

describe('the first bytes of standard output', () => {
  check([
    {
      what: 'are a byte order mark, which is skipped',
      source: 'Sbox-Claude#1, dotnet/vscode-csharp#2540',
      script: { start: '\uFEFF' },
      over: ['stdio'],
    },
    {
      what: 'of an answer are a byte order mark, which is skipped',
      source: 'Metrics.NET#87',
      script: raw('\uFEFF{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"a brass lantern"}]}}'),
    },
    {
      what: 'are the mark of UTF-16, which is read',
      source: 'PowerShell#8636',
      script: { encoding: 'utf16le' },
      over: ['stdio'],
    },
  ])
})

describe('content of a type that MCP does not have', () => {
  check([
    {
      what: 'is passed on by its type and size, beside the text',
      source: 'unpaywall-mcp#4',
      script: answered({
        content: [
          { type: 'text', text: 'a brass lantern' },
          { type: 'json', json: { on: true } },
        ],
      }),
      outcome: { kind: 'result', content: ['a brass lantern', { type: 'json', bytes: 34, json: { on: true } }] },
      warns: ['content of the type "json"'],
    },
    {
      what: 'is text if it has text',
      source: 'waldzell-mcp#44',
      script: answered({ content: [{ type: 'application/json', text: 'a brass lantern' }] }),
    },
    {
      what: 'that is long is not passed on',
      source: 'nanobot#4542',
      script: answered({ content: [{ type: 'video', data: 'A'.repeat(5000), mimeType: 'video/mp4' }] }),
      outcome: {
        kind: 'result',
        content: { type: 'video', bytes: 5049, data: '[5000 characters left out]', mimeType: 'video/mp4' },
      },
      warns: ['content of the type "video"'],
    },
    {
      what: 'a picture as a data URL is a picture',
      source: 'gyazo-mcp-server#129',
      script: answered({ content: [{ type: 'image', data: 'data:image/png;base64,AAAA' }] }),
      outcome: { kind: 'result', content: { type: 'image', mimeType: 'image/png', bytes: 3 } },
    },
    {
      what: 'a picture as an address is a link',
      source: 'agentscope-java#3052',
      script: answered({ content: [{ type: 'image', data: 'https://example.org/a.png', mimeType: 'image/png' }] }),
      outcome: { kind: 'result', content: { type: 'resource_link', uri: 'https://example.org/a.png', name: 'image' } },
    },
    {
      what: 'a link without a name is a link',
      source: 'Kiro#8960, cline#5208',
      script: answered({ content: [{ type: 'resource_link', uri: 'file:///a' }] }),
      outcome: { kind: 'result', content: { type: 'resource_link', uri: 'file:///a', name: 'file:///a' } },
    },
    {
      what: 'an error is an error of the tool',
      source: 'mcp-framework#130, ynab-mcp-server#31',
      script: answered({ content: [{ type: 'error', text: 'the battery is dead' }] }),
      outcome: { kind: 'result', content: 'the battery is dead', isError: true },
    },
    {
      what: 'text that is no string is text',
      source: 'invented',
      script: answered({ content: [{ type: 'text', text: { on: true } }] }),
      outcome: { kind: 'result', content: { on: true } },
    },
    {
      what: 'text that is no block is text',
      source: 'invented',
      script: answered({ content: 'a brass lantern' }),
    },
  ])
})

describe('an old or bare result', () => {
  check(
    [
      { what: 'with toolResult', source: 'things3-mcp#4', script: answered({ toolResult: 'a brass lantern' }) },
      {
        what: 'with content inside toolResult',
        source: 'mcp-server-cloudflare#12',
        script: answered({ toolResult: says('a brass lantern') }),
      },
      { what: 'with text alone', source: 'field report', script: answered({ text: 'a brass lantern' }) },
      { what: 'that is text', source: 'invented', script: answered('a brass lantern') },
      {
        what: 'that is a list of blocks',
        source: 'ip2a/mcpstore#4',
        script: answered(says('a brass lantern').content),
      },
      {
        what: 'with additional members is passed on',
        source: 'mcp-server-smtp#4',
        script: answered({ success: true, rooms: ['attic'] }),
        outcome: { kind: 'result', content: { success: true, rooms: ['attic'] } },
      },
      {
        what: 'with structured content alone is passed on',
        source: 'llama.cpp#26410, pi-mcp-adapter#146',
        script: answered({ structuredContent: { on: true } }),
        outcome: { kind: 'result', content: { on: true } },
      },
      {
        what: 'with structured content that is a list is passed on',
        source: 'python-sdk#3305',
        script: answered({ content: [], structuredContent: [1, 2] }),
        outcome: { kind: 'result', content: [1, 2] },
      },
      {
        what: 'with an error alone is an error of the tool',
        source: 'mcp-server-smtp#4',
        script: answered({ error: 'the battery is dead' }),
        outcome: { kind: 'result', content: 'the battery is dead', isError: true },
      },
      {
        what: 'to the list of tools fails with the received content',
        source: 'directus#26203',
        script: { 'tools/list': result({ tools: 'look' }) },
        names: [],
      },
    ].slice(0, -1) as Case[],
  )

  it.each(EVERYWHERE)(
    'to the list of tools fails with the received content (directus#26203), over %s',
    async (over) => {
      const failure = await play({ 'tools/list': result({ tools: 'look' }) }, over).catch((error: unknown) => error)
      expect(isExpected(failure as Error, 'mcp_failed')).toBe(true)
      const { message } = failure as Error
      expect(message).toContain(
        `the server's answer to tools/list cannot be read (tools takes a list): {"tools":"look"}`,
      )
      expect(message).not.toMatch(DUMP)
    },
  )
})
