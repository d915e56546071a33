// npm run conformance: the official MCP conformance suite for clients against the product's own session code. The suite runs this file again as
// the client under test, once a scenario, with the scenario's name in the environment and its server's address as the last argument: the client
// opens a turn's session on that server and calls all of its tools.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')
const outDir = join(root, 'node_modules/.cache/conformance')
/** What the suite wants its tools called with. */
const ARGUMENTS = { 'suite.add_numbers': { a: 5, b: 3 } }
/** The suite's server is reached over HTTP: nothing is started here, and its entry names no secret. */
const NO_SECRETS = { read: () => null, revision: 0 }
const NO_PROGRAMS = { unagreedOf: async () => null, revision: 0 }

try {
  if (process.env.MCP_CONFORMANCE_SCENARIO === undefined) await runSuite()
  else await runClient(process.argv.at(-1))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

async function runSuite() {
  const { findNode24 } = await import('../build/scripts/node24.mjs')
  const { bundleForScript } = await import('../build/scripts/bundle.mjs')
  await bundleForScript('conformance', { 'mcp-manager': join(root, 'src-main/mcp/mcp-manager.ts') })
  const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  // Paths from the root: the suite splits the command at spaces.
  const command = [findNode24(), import.meta.filename].map((path) => relative(root, path)).join(' ')
  try {
    execFileSync(findNode24(), [suite, 'client', '--suite', 'core', '--command', command, '--expected-failures', 'e2e/conformance-baseline.yml'], { cwd: root, stdio: 'inherit' })
  } catch (error) {
    process.exitCode = error.status ?? 1
  }
}

async function runClient(url) {
  const { createMcpManager } = await import(pathToFileURL(join(outDir, 'mcp-manager.mjs')).href)
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  const configFile = join(folder, 'mcp_config.json')
  writeFileSync(configFile, JSON.stringify({ mcpServers: { suite: { type: 'http', url, allowElicitation: true } } }))
  const settings = { server_selection: 'all', session_scope: 'turn', server_startup_timeout_seconds: 10, tool_call_timeout_seconds: 20 }
  const manager = createMcpManager({ configFile, settings, appRoot: root, env: process.env, secrets: NO_SECRETS, agreements: NO_PROGRAMS, now: () => performance.now() })
  const { signal } = new AbortController()
  try {
    const session = await manager.openSession({ turn: 1, signal, record: () => {} })
    for (const tool of session.tools) {
      const toolName = tool.function.name
      const outcome = await session.callTool({ toolName, arguments: ARGUMENTS[toolName] ?? {}, signal })
      if (outcome.kind !== 'result' || outcome.isError) throw new Error(`${toolName}: ${JSON.stringify(outcome)}`)
    }
  } finally {
    await manager.close()
    rmSync(folder, { recursive: true })
  }
}
