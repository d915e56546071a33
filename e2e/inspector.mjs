// npm run inspector [-- NAME…]: runs the command line of the official MCP Inspector against our built servers, over
// stdio. It lists the tools of each server and calls every tool of text-adventure. npx fetches the Inspector once,
// without install scripts; with 57 MB it is too large for a development dependency.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import spawn from 'cross-spawn'
import { servers } from '../build/scripts/outputs.mjs'

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'
const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'inspector-'))
/** Each call starts a process, and the state file keeps the state between calls. */
const TEXT_ADVENTURE = {
  // This story has a walkthrough.
  GAME: 'glass-weather',
  TEXT_ADVENTURE_TOOLS: 'save,restore,objects,goals,undo,peek,exits,valid_actions,hint,walkthrough',
  TEXT_ADVENTURE_STATE: join(folder, 'state.jsonl'),
}
const ARGUMENTS = {
  play_action: { action: 'look' },
  peek: { action: 'north' },
  save: { name: 'here' },
  restore: { name: 'here' },
}

// The first call of the command builds the app, as on a fresh clone.
spawn.sync(process.execPath, [join(root, 'build/scripts/zorkgpt.mjs'), '--version'], { stdio: 'ignore' })
try {
  const asked = process.argv.slice(2)
  for (const name of asked.length > 0 ? asked : servers) {
    const tools = listTools(name)
    if (name === 'text-adventure') for (const tool of tools) callTool(tool)
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function listTools(name) {
  const { tools } = inspect(name, ['--method', 'tools/list'])
  const names = tools.map((tool) => tool.name)
  process.stdout.write(`${name} lists ${names.length}: ${names.join(', ')}\n`)
  return names
}

function callTool(name) {
  const given = Object.entries(ARGUMENTS[name] ?? {}).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`])
  const { content, isError } = inspect('text-adventure', ['--method', 'tools/call', '--tool-name', name, ...given])
  if (isError || !content[0].text) throw new Error(`${name} answered ${JSON.stringify(content)}`)
  process.stdout.write(`text-adventure ${name}: ${JSON.stringify(content[0].text.slice(0, 80))}\n`)
}

function inspect(name, args) {
  const env = Object.entries(name === 'text-adventure' ? TEXT_ADVENTURE : {}).flatMap(([key, value]) => [
    '-e',
    `${key}=${value}`,
  ])
  const own = name === 'zorkgpt' ? ['--data', folder] : []
  const command = [
    '-y',
    '--ignore-scripts',
    INSPECTOR,
    '--cli',
    ...env,
    'node',
    join(root, `out/servers/${name}.js`),
    ...own,
    ...args,
  ]
  const { status, stdout, stderr } = spawn.sync('npx', command, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`)
  return JSON.parse(stdout)
}
