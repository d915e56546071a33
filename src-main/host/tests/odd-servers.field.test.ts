import { expect, it, onTestFinished } from 'vitest'
import { acts, calls } from '../../llm/scripted-endpoint.testkit'
import { oddProcess, result, type Script, says, startOddHttp, tool } from '../../mcp/tests/odd-server.testkit'
import { startScriptedEpisode } from '../episode/scripted-episode.testkit'

const answered = (value: unknown): Script => ({ 'tools/call': result(value) })
const content = (...blocks: readonly unknown[]) => answered({ content: blocks })
const LANTERN = 'a brass lantern'
const lantern = { type: 'text', text: LANTERN }

/** An odd server for each kind of report, and what its tool is then: an answer, or the sentence of an error. */
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

it('an episode of twenty turns plays on with every odd server, and each call has its answer', async () => {
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
    mcp: { session_scope: 'episode', tool_call_timeout_seconds: 60 },
    replies: ({ messages, tools }) => {
      const last = (messages as readonly { readonly role: string }[]).at(-1)
      if (last?.role === 'tool') return acts('wait')
      const names = (tools as readonly { readonly function: { readonly name: string } }[]).map(
        (each) => each.function.name,
      )
      return calls(...names.map((name, index) => ({ id: `call_${index}`, name, arguments: '{}' })))
    },
    start: { turnLimit: 20 },
  })
  onTestFinished(async () => {
    await episode.close()
    http.close()
  })
  const { state, of } = await episode.follow()
  expect(state.turns.filter(({ action }) => action?.action === 'wait')).toHaveLength(20)
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
    expect(outcomes, name).toEqual(Array.from({ length: 20 }, () => outcome))
  }
})
