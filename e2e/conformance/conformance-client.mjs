// npm run conformance: runs the official MCP conformance suite for clients against the product's session code. The
// suite starts conformance-session.ts as the client under test, once per scenario. The run fails if a scenario outside
// the baseline fails, or if one in the baseline passes.
import { spawnSync } from 'node:child_process'
import { join, relative, resolve } from 'node:path'
import { bundleForScript } from '../../build/scripts/bundle.mjs'
import { findNode24 } from '../../build/scripts/node24.mjs'

const root = resolve(import.meta.dirname, '../..')
const outDir = await bundleForScript('conformance', { client: join(root, 'e2e/conformance/conformance-session.ts') })
const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
// Paths are relative to the root and contain no spaces, at which the suite splits the command.
const command = [findNode24(), join(outDir, 'client.mjs')].map((path) => relative(root, path)).join(' ')
const args = [
  suite,
  ...'client --suite core --timeout 120000 --command'.split(' '),
  command,
  '--expected-failures',
  'e2e/conformance/conformance-baseline.yml',
]
process.exitCode = spawnSync(findNode24(), args, { cwd: root, stdio: 'inherit' }).status ?? 1
