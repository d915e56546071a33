import { settings } from '@shared/settings/settings'
import { memorySecrets } from '../../secrets/secret-store'
import { openSecrets } from '../../secrets/secrets'
import { createMcpManager } from '../mcp-manager'
import { everythingAgreed } from './everything-agreed.testkit'

/**
 * The program of a host that a test kills. It opens a turn with the given config file and prints the pids of all
 * servers.
 */
const manager = createMcpManager({
  configFile: process.argv[2] ?? '',
  settings: settings.parse({}).mcp,
  appRoot: '',
  env: process.env,
  secrets: openSecrets(memorySecrets(), {}, []),
  agreements: everythingAgreed,
  now: () => performance.now(),
})
const { signal } = new AbortController()
const session = await manager.openSession({ turn: 1, signal, record: () => {} })
const pids: number[] = []
for (const { function: tool } of session?.tools ?? []) {
  if (!tool.name.endsWith('.pids')) continue
  const outcome = await session?.callTool({ toolName: tool.name, arguments: {}, signal })
  if (outcome?.kind === 'result') pids.push(...Object.values(outcome.content as Record<string, number>))
}
process.stdout.write(`${JSON.stringify(pids)}\n`)
setInterval(() => {}, 1e6)
