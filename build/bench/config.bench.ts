import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDocument, setField, setRow } from '@shared/mcp/mcp-document'
import { mergeConfigs } from '@shared/mcp/mcp-merge'
import { settings } from '@shared/settings/settings'
import { createMcpConfigService } from '../../src-main/mcp/panel/mcp-config-service'
import { everythingAgreed } from '../../src-main/mcp/tests/everything-agreed.testkit'
import { memorySecrets } from '../../src-main/secrets/secret-store'
import { openSecrets } from '../../src-main/secrets/secrets'
import { medianAndLongest, often, report } from './figures'
import { temporaryFolder } from './temporary-folder'

/**
 * Measures the editor of MCP servers with a long file: a key in a field, the way from the file to the saved change, and
 * a merge.
 */
const SERVERS = 50
const RUNS = often(30)
const data = temporaryFolder('config')
const configFile = join(data, 'mcp_config.json')
const entries = Array.from(
  { length: SERVERS },
  (_, index) => `    // what server ${index} is for
    "server-${index}": {
      "command": "npx", // from the registry
      "args": ["-y", "@scope/server-${index}@1.2.3", "--root", "/srv/data/${index}"],
      "env": { "LEVEL": "info", "API_KEY": "\${SERVER_${index}_KEY:-none}" },
      "disabledTools": ["delete_${index}", "drop_${index}"],
      "x-other-client": { "color": "teal", "order": [${index}, 2, 3] }
    }`,
)
const text = `{\n  "mcpServers": {\n${entries.join(',\n')}\n  }\n}\n`
writeFileSync(configFile, text)

const service = createMcpConfigService({
  configFile,
  settings: () => settings.parse({}).mcp,
  appRoot: '',
  env: process.env,
  secrets: openSecrets(memorySecrets(), {}, []),
  agreements: everythingAgreed,
  now: () => performance.now(),
})

async function times(work: (run: number) => unknown): Promise<readonly number[]> {
  const taken: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now()
    await work(run)
    taken.push(performance.now() - began)
  }
  return taken
}

/** Reads the file, shows it as forms, changes, checks and saves it, and reads it again. */
async function roundTrip(run: number): Promise<void> {
  const file = await service.readConfig()
  readDocument(file.text)
  const name = `server-${run % SERVERS}`
  const edited = setRow(setField(file.text, name, 'args', ['-y', `run-${run}`]), name, 'env', 'LEVEL', `debug-${run}`)
  if ((await service.check(edited)).some((problem) => problem.severity === 'error'))
    throw new Error('The edited text has problems.')
  const saved = await service.save(edited, file.version, 'restart')
  const server = readDocument(saved.text)?.find((each) => each.name === name)
  if (readDocument(saved.text)?.length !== SERVERS || server?.env.LEVEL !== `debug-${run}`)
    throw new Error('The change is not in the file.')
}

report(
  `one key in a field, ${SERVERS} servers: text changed, forms read`,
  medianAndLongest(await times((run) => readDocument(setField(text, 'server-49', 'cwd', `/srv/${run}`)))),
)
report(`round trip of ${SERVERS} servers: read, edit, check, save, read`, medianAndLongest(await times(roundTrip)))
report(
  'merge with a change of another program',
  medianAndLongest(
    await times((run) =>
      mergeConfigs(
        text,
        setField(text, 'server-1', 'cwd', `/mine/${run}`),
        setField(text, 'server-2', 'cwd', `/theirs/${run}`),
        'mine',
      ),
    ),
  ),
)
await service.close()
