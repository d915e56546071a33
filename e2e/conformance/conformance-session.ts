/**
 * The client under test of the official MCP conformance suite. It opens a turn's session on the server that the last
 * argument names, as an episode does, and calls all of its tools. Except for the suite's values, all code is the
 * product's.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { defaultSettings } from '../../src-main/host/settings/load-settings'
import { openAgreements } from '../../src-main/mcp/agreement/agreements'
import { createMcpManager, type McpManager } from '../../src-main/mcp/mcp-manager'
import { createMcpConfigService, type McpConfigService } from '../../src-main/mcp/panel/mcp-config-service'
import { openSignIns } from '../../src-main/mcp/sign-in/sign-in-store'
import { memorySecrets } from '../../src-main/secrets/secret-store'
import { openSecrets } from '../../src-main/secrets/secrets'
import { isExpected } from '../../src-shared/base/expected-error'
import { tryParseJson } from '../../src-shared/base/json/bound-json'
import { defaultsOf } from '../../src-shared/mcp/questions/question'

/** The data of a client that the suite has registered; only some scenarios have one. */
const context = z
  .object({ client_id: z.string(), client_secret: z.string() })
  .safeParse(tryParseJson(process.env.MCP_CONFORMANCE_CONTEXT ?? '')).data
const oauth = {
  // The address that the suite expects.
  clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
  ...(context && { clientId: context.client_id, clientSecret: context.client_secret }),
}
/** One sign-in at the start, and another one when a call needs more rights. */
const MAX_SIGN_INS = 2

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
  writeFileSync(
    configFile,
    JSON.stringify({ mcpServers: { suite: { type: 'http', url, oauth, allowElicitation: true } } }),
  )
  const secrets = openSecrets(memorySecrets(), {}, [])
  // The suite starts all clients at once, so a handshake is slow on a loaded machine.
  const settings = { ...defaultSettings().mcp, server_startup_timeout_seconds: PATIENCE_SECONDS }
  const options = {
    configFile,
    appRoot: folder,
    env: process.env,
    secrets,
    signIns: openSignIns(secrets),
    agreements: openAgreements({ folder: join(folder, 'agreed-programs'), configFile, appRoot: folder }),
    now: () => performance.now(),
  }
  const service = createMcpConfigService({ ...options, settings: () => settings })
  const manager = createMcpManager({
    ...options,
    settings,
    // Acts as a user who accepts every default.
    questions: { ask: async ({ fields }) => ({ action: 'accept', content: defaultsOf(fields) }) },
  })
  try {
    for (let signIns = 0; ; signIns++)
      try {
        await playTurn(manager)
        return
      } catch (error) {
        if (!isExpected(error, 'sign_in_needed') || signIns === MAX_SIGN_INS) throw error
        await signIn(service)
      }
  } finally {
    await manager.close()
    await service.close()
    rmSync(folder, { recursive: true })
  }
}

async function playTurn(manager: McpManager): Promise<void> {
  const { signal } = new AbortController()
  const session = await manager.openSession({ turn: 1, signal, record: () => {} })
  if (session === null) throw new Error("The suite's server is not used.")
  try {
    for (const {
      function: { name: toolName },
    } of session.tools) {
      const outcome = await session.callTool({ toolName, arguments: ARGUMENTS[toolName] ?? {}, signal })
      if (outcome.kind !== 'result' || outcome.isError) throw new Error(`${toolName}: ${JSON.stringify(outcome)}`)
    }
  } finally {
    await session.close()
  }
}

/** Signs in: the suite's authorization server asks nothing and redirects the browser with a code. */
async function signIn(service: McpConfigService): Promise<void> {
  let opened: string | null = null
  for await (const { address, failure } of service.signIn(null, 'suite', new AbortController().signal)) {
    if (failure !== null) throw new Error(failure)
    if (address === null || address === opened) continue
    opened = address
    await (await fetch(address)).text()
  }
}
