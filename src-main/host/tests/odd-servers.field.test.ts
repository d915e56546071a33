import { writeFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { acts, calls } from '../../llm/scripted-endpoint.testkit'
import { oddProcess, result, type Script, says, startOddHttp, tool } from '../../mcp/tests/odd-server.testkit'
import { startScriptedEpisode } from '../episode/scripted-episode.testkit'

const answered = (value: unknown): Script => ({ 'tools/call': result(value) })
const content = (...blocks: readonly unknown[]) => answered({ content: blocks })
const LANTERN = 'a brass lantern'
const lantern = { type: 'text', text: LANTERN }

/** An odd server for each kind of report, and the result of its tool: an answer, or the sentence of an error. */
const PROCESSES: Readonly<Record<string, readonly [script: Script, outcome: unknown]>> = {
  bad_tool: [
    { 'tools/list': result({ tools: [tool(), tool({ name: 'b', inputSchema: { type: 'string' } })] }) },
    LANTERN,
  ],
  nulls: [
    {
      initialize: result({
        protocolVersion: null,
        capabilities: { tools: {} },
        serverInfo: { version: null },
        _meta: null,
      }),
      'tools/list': result({ tools: [tool({ description: null, outputSchema: null })], nextCursor: null }),
      'tools/call': result({ ...says(LANTERN), isError: null, structuredContent: null }),
    },
    LANTERN,
  ],
  several_lines: [
    { 'tools/call': `{\n"id": $ID,\n"result": ${JSON.stringify(says(LANTERN))},\n"error": null\n}` },
    LANTERN,
  ],
  bad_json: [
    { 'tools/call': '{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"text":"a br' },
    expect.stringContaining('not JSON-RPC'),
  ],
  text_error: [{ 'tools/call': '{"jsonrpc":"2.0","id":$ID,"error":"the battery is dead"}' }, 'the battery is dead'],
  unknown_content: [content(lantern, { type: 'json', json: 1 }), [LANTERN, { type: 'json', bytes: 24, json: 1 }]],
  mark: [{ start: '\uFEFF' }, LANTERN],
  bare: [answered({ toolResult: LANTERN }), LANTERN],
  noise: [{ start: 'Listening.\n', 'tools/call': `calling…\n${result(says(LANTERN))}` }, LANTERN],
  'github.com/modelcontextprotocol/servers/tree/main/src/lantern': [{}, LANTERN],
}

/** Calls each tool that is offered, and then waits. */
const callAll = ({ messages, tools }: Readonly<Record<string, unknown>>) => {
  const last = (messages as readonly { readonly role: string }[]).at(-1)
  if (last?.role === 'tool') return acts('wait')
  const names = (tools as readonly { readonly function: { readonly name: string } }[]).map((each) => each.function.name)
  return calls(...names.map((name, index) => ({ id: `call_${index}`, name, arguments: '{}' })))
}

/** The forgetful server is called, forgets its session, and is called again, more than twice. */
const TURNS = 8

it('an episode continues with every odd server, and each call has its answer', async () => {
  let call = 0
  let session = 1
  const http = await startOddHttp(
    {},
    {
      intercept: ({ method }, response, request) => {
        // Every third call, the server forgets the session.
        if (method === 'tools/call' && ++call % 3 === 0) session++
        response.setHeader('mcp-session-id', `s${session}`)
        if (method === 'initialize' || request.headers['mcp-session-id'] === `s${session}`) return false
        response.writeHead(404).end()
        return true
      },
    },
  )
  const episode = await startScriptedEpisode({
    servers: {
      ...Object.fromEntries(
        Object.entries(PROCESSES).map(([name, [script]]) => [name, { ...oddProcess(script), cwd: '~' }]),
      ),
      forgetful: { url: http.url },
    },
    mcp: { session_scope: 'episode' },
    replies: callAll,
    start: { turnLimit: TURNS },
  })
  onTestFinished(async () => {
    await episode.close()
    http.close()
  })
  const { state, of } = await episode.follow()
  expect(state.turns.filter(({ action }) => action?.action === 'wait')).toHaveLength(TURNS)
  expect([...of('mcp_server_failed'), ...of('mcp_tool_timeout'), ...of('mcp_tool_skipped')]).toEqual([])
  for (const [name, [, outcome]] of [...Object.entries(PROCESSES), ['forgetful', [{}, LANTERN]] as const]) {
    const outcomes = [
      ...of('mcp_tool_result')
        .filter(({ server_name }) => server_name === name)
        .map((event) => event.content),
      ...of('mcp_tool_error')
        .filter(({ server_name }) => server_name === name)
        .map((event) => event.error),
    ]
    expect(outcomes, name).toEqual(Array.from({ length: TURNS }, () => outcome))
  }
})

/** Entries that cannot be used, and the sentence with the reason. */
const REFUSED: Readonly<Record<string, readonly [entry: object, sentence: string]>> = {
  shell_variable: [
    { command: 'x', args: ['--path=$PATH'] },
    '`args` has $PATH, which no shell reads here: write ${PATH}',
  ],
  null_variable: [{ command: 'x', env: { A: null } }, '`env.A`: is null: leave it out, or write "" for an empty text'],
  text_of_arguments: [{ command: 'npx', args: '-y "a b"' }, '`args`: is a text: write a list, ["-y","a b"]'],
  whole_line: [
    { command: 'no-such-program --port 3000' },
    'it is a whole command line. Write "command": "no-such-program", "args": ["--port", "3000"]',
  ],
  unknown_folder: [{ command: 'node', cwd: '~/no/such/folder' }, 'does not exist'],
}

it('an episode continues beside servers that cannot be used, and each reports why', async () => {
  const old = await startOddHttp(
    {},
    {
      intercept: (_message, response) => {
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"No project has this key"}')
        return true
      },
    },
  )
  const episode = await startScriptedEpisode({
    servers: {
      lantern: oddProcess({}),
      fall_back: { url: old.url },
      ...Object.fromEntries(Object.entries(REFUSED).map(([name, [entry]]) => [name, entry])),
    },
    mcp: { session_scope: 'episode' },
    replies: callAll,
    start: { turnLimit: TURNS },
  })
  onTestFinished(async () => {
    await episode.close()
    old.close()
  })
  const { state, of } = await episode.follow()
  expect(state.turns.filter(({ action }) => action?.action === 'wait')).toHaveLength(TURNS)
  expect(of('mcp_tool_result').map((event) => event.content)).toEqual(Array.from({ length: TURNS }, () => LANTERN))
  const failures = of('mcp_server_failed')
  const sentences = {
    ...Object.fromEntries(Object.entries(REFUSED).map(([name, [, sentence]]) => [name, sentence])),
    fall_back: 'the server refused the message (HTTP 404): No project has this key (as an older server, over SSE: ',
  }
  for (const [name, sentence] of Object.entries(sentences)) {
    const errors = failures.filter(({ server_name }) => server_name === name).map(({ error }) => error)
    expect(errors.length, name).toBeGreaterThan(0)
    for (const error of errors) expect(error).toContain(sentence)
    // An entry is reported once, a start three times: in turn 1, and twice in turn 2.
    expect(errors.length, name).toBeLessThanOrEqual(3)
  }
})

it('an episode keeps its servers while their file cannot be read, and reports this once', async () => {
  let request = 0
  const episode = await startScriptedEpisode({
    servers: { lantern: oddProcess({}) },
    mcp: { session_scope: 'episode' },
    replies: (body) => {
      // PowerShell#8636: `>` writes UTF-16.
      if (++request === 9) writeFileSync(episode.mcpConfigFile, Buffer.from('\uFEFF{"mcpServers":{}}', 'utf16le'))
      return callAll(body)
    },
    start: { turnLimit: TURNS },
  })
  onTestFinished(() => episode.close())
  const { of } = await episode.follow()
  expect(of('mcp_tool_result').map((event) => event.content)).toEqual(Array.from({ length: TURNS }, () => LANTERN))
  expect(of('mcp_init_error').map(({ error }) => error)).toEqual([
    expect.stringContaining('it is saved as UTF-16. Save it as UTF-8'),
  ])
})
