import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { acts, calls, startScriptedEndpoint } from '../../../llm/scripted-endpoint.testkit'
import { oddProcess, result, startOddHttp, tool } from '../../../mcp/tests/odd-server.testkit'
import { runCommand } from './command.testkit'

/** Plays two turns in which a model calls `odd.look`, with these servers. */
async function play(mcpServers: Readonly<Record<string, unknown>>) {
  const folder = mkdtempSync(join(tmpdir(), 'cli-odd-'))
  const endpoint = await startScriptedEndpoint(({ messages }) =>
    (messages as readonly { readonly role: string }[]).at(-1)?.role === 'tool'
      ? acts('wait')
      : calls({ id: 'c', name: 'odd__look', arguments: '{}' }),
  )
  onTestFinished(async () => {
    await endpoint.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const [config, mcpConfig] = [join(folder, 'zorkgpt.toml'), join(folder, 'mcp_config.json')]
  writeFileSync(config, '[mcp]\nenabled = true\nforce_tool_support = true\n[mind]\npreset = "none"\n')
  writeFileSync(mcpConfig, JSON.stringify({ mcpServers }))
  const run = ['play', '--game', 'glass-weather', '--player', 'llm', '--model', 'm', '--base-url', endpoint.baseUrl]
  const files = ['--config', config, '--mcp-config', mcpConfig, '--data', join(folder, 'data')]
  const env = { XDG_STATE_HOME: join(folder, '.state') }
  return runCommand([...run, '--turns', '2', '--agree', ...files], { cwd: folder, env })
}

const warnings = (stdout: string) => stdout.split('\n').filter((line) => line.startsWith('    !'))

it('reports once what was left out of the answers of a server, and its failed calls', async () => {
  const { status, stdout } = await play({
    odd: oddProcess({
      start: 'Listening on port 3000\n',
      'tools/list': result({ tools: [tool(), tool({ name: 'b', inputSchema: { type: 'string' } })] }),
      'tools/call': '{"jsonrpc":"2.0","id":$ID,"error":"the battery is dead"}',
    }),
  })
  expect(status).toBe(0)
  expect(warnings(stdout)).toEqual([
    '    ! odd: The server printed 1 line that is not JSON-RPC: "Listening on port 3000"',
    '    ! odd: The tool "b" is left out: inputSchema.type is "string", not "object".',
    '    ! odd.look: the battery is dead',
    '    ! odd.look: the battery is dead',
  ])
})

it('ends with status 1 and the words of the server if none can be started', async () => {
  const http = await startOddHttp(
    {},
    {
      intercept: (_message, response) => {
        response.writeHead(429, { 'content-type': 'text/html' }).end('<title>Too Many Requests</title>')
        return true
      },
    },
  )
  onTestFinished(() => http.close())
  const { status, stdout } = await play({ odd: { url: http.url } })
  expect(status).toBe(1)
  expect(stdout).toContain(
    [
      "after 0 turns, score 0 of 100: error: Failed to start MCP server 'odd': " +
        'the server refused the message (HTTP 429): Too Many Requests',
      `URL: ${http.url}`,
      'The server receives too many requests: wait and try again.',
    ].join('\n'),
  )
})
