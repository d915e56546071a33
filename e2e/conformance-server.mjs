// node e2e/conformance-server.mjs [NAME…]: the official MCP conformance suite for servers against the built servers we ship, over Streamable HTTP. The
// suite's scenarios ask for tools, resources and prompts of its own names; those that a server with a purpose of its own cannot have are named in
// its baseline with the reason. A scenario that fails and is not there, or is there and passes, fails the run.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findNode24 } from '../build/scripts/node24.mjs'

const root = resolve(import.meta.dirname, '..')
/** The suite sends no headers of ours: where a server wants a token, it comes with the address. */
const TOKEN = 'conformance'
const SERVERS = {
  zorkgpt: { args: (folder) => ['--http', '0', '--data', folder], env: { ZORKGPT_MCP_TOKEN: TOKEN } },
}

const names = process.argv.slice(2)
for (const name of names.length > 0 ? names : Object.keys(SERVERS)) await runSuite(name)

async function runSuite(name) {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  const { args, env } = SERVERS[name]
  const server = spawn(findNode24(), [join(root, `out/servers/${name}.js`), ...args(folder)], { cwd: folder, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    const url = await readyUrl(server)
    const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
    console.log(`\n${name}: ${url}`)
    execFileSync(findNode24(), [suite, 'server', '--url', `${url}?token=${TOKEN}`, '--expected-failures', `e2e/conformance-${name}.yml`], { cwd: root, stdio: 'inherit' })
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function readyUrl(server) {
  let said = ''
  for await (const chunk of server.stderr) {
    said += chunk
    const [, url] = /^ready (\S+)$/m.exec(said) ?? []
    if (url !== undefined) return url
  }
  throw new Error(`The server ended before it was ready: ${said}`)
}
