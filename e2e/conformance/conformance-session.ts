/**
 * The client under test of the official MCP conformance suite: opens a turn's session on the server at the last
 * argument, as an episode does, and calls all of its tools. Everything but the suite's own values is the product's
 * code.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSettings } from '../../src-main/host/settings/load-settings'
import { openAgreements } from '../../src-main/mcp/agreement/agreements'
import { createMcpManager } from '../../src-main/mcp/mcp-manager'
import { memorySecrets } from '../../src-main/secrets/secret-store'
import { openSecrets } from '../../src-main/secrets/secrets'
import { defaultsOf } from '../../src-shared/mcp/questions/question'

const PATIENCE_SECONDS = 100
/** The arguments that the suite expects. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { 'suite.add_numbers': { a: 5, b: 3 } }

try {
  await callAllTools(process.argv.at(-1) ?? '')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function callAllTools(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  const configFile = join(folder, 'mcp_config.json')
  writeFileSync(configFile, JSON.stringify({ mcpServers: { suite: { type: 'http', url, allowElicitation: true } } }))
  const manager = createMcpManager({
    configFile,
    appRoot: folder,
    env: process.env,
    // The suite starts all clients at once, so a handshake is slow on a loaded machine.
    settings: { ...defaultSettings().mcp, server_startup_timeout_seconds: PATIENCE_SECONDS },
    secrets: openSecrets(memorySecrets(), {}, []),
    agreements: openAgreements({ folder: join(folder, 'agreed-programs'), configFile, appRoot: folder }),
    // A user who accepts every default.
    questions: { ask: async ({ fields }) => ({ action: 'accept', content: defaultsOf(fields) }) },
    now: () => performance.now(),
  })
  const { signal } = new AbortController()
  try {
    const session = await manager.openSession({ turn: 1, signal, record: () => {} })
    if (session === null) throw new Error("The suite's server is not used.")
    for (const {
      function: { name: toolName },
    } of session.tools) {
      const outcome = await session.callTool({ toolName, arguments: ARGUMENTS[toolName] ?? {}, signal })
      if (outcome.kind !== 'result' || outcome.isError) throw new Error(`${toolName}: ${JSON.stringify(outcome)}`)
    }
  } finally {
    await manager.close()
    rmSync(folder, { recursive: true })
  }
}
