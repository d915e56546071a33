// npm run conformance:servers [-- NAME…]: runs the official MCP conformance suite for servers against our built servers
// over Streamable HTTP. The baseline lists scenarios for features that a server does not offer, with the reason. The
// run fails if a scenario outside the baseline fails, or if one in the baseline passes.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findNode24 } from '../../build/scripts/node24.mjs'
import { exchangeNames } from './conformance-names.mjs'

const root = resolve(import.meta.dirname, '../..')
/** The suite sends no custom headers, so a token is part of the address. */
const TOKEN = 'conformance'

/** For each server, how to start it in a separate folder, and its names that replace those of the suite. */
const SERVERS = {
  'text-adventure': {
    args: () => ['--http', '0'],
    env: { TEXT_ADVENTURE_TOKEN: TOKEN },
    names: {
      tools: {
        test_simple_text: { name: 'play_action', arguments: { action: 'look' } },
        test_error_handling: { name: 'play_action', arguments: { action: '' } },
      },
      uris: {
        'test://static-text': 'game://state',
        'test://static-binary': 'game://snapshot',
        'test://watched-resource': 'game://transcript',
      },
    },
  },
  zorkgpt: {
    args: (folder) => ['--http', '0', '--data', folder],
    env: { ZORKGPT_MCP_TOKEN: TOKEN },
    prepare: playEpisode,
    names: {
      tools: {
        test_simple_text: { name: 'list_stories', arguments: {} },
        test_error_handling: { name: 'read_state', arguments: { episode: 'nothing' } },
        test_tool_with_progress: {
          name: 'start_episode',
          arguments: { story: 'glass-weather', player: 'explorer', turns: 12, tools: false, wait: true, pace: 'batch' },
        },
      },
      prompts: {
        test_simple_prompt: { name: 'play_story', arguments: { story: 'glass-weather' } },
        test_prompt_with_embedded_resource: { name: 'review_episode', arguments: { episode: '123' } },
      },
      uris: {
        'test://static-text': 'zorkgpt://episodes',
        'test://template/123/data': 'zorkgpt://episodes/123/manifest',
        'test://watched-resource': 'zorkgpt://episodes/123/transcript',
      },
    },
  },
}

const asked = process.argv.slice(2)
for (const name of asked.length > 0 ? asked : Object.keys(SERVERS)) await runSuite(name, SERVERS[name])

async function runSuite(name, { args, env, prepare, names }) {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  prepare?.(folder)
  const server = spawn(findNode24(), [join(root, `out/servers/${name}.js`), ...args(folder)], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const proxy = await exchangeNames(`${await readyUrl(server)}?token=${TOKEN}`, names)
  const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  const run = spawn(
    findNode24(),
    [suite, 'server', '--url', proxy.url, '--expected-failures', `e2e/conformance/conformance-${name}.yml`],
    { cwd: root, stdio: 'inherit' },
  )
  const [status] = await once(run, 'exit')
  if (status !== 0) process.exitCode = 1
  proxy.close()
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function readyUrl(server) {
  let said = ''
  server.stderr.on('data', (chunk) => {
    said += chunk
  })
  for (;;) {
    const [, url] = /^ready (\S+)$/m.exec(said) ?? []
    if (url !== undefined) return url
    if (server.exitCode !== null) throw new Error(`The server ended before it was ready: ${said}`)
    await Promise.race([once(server.stderr, 'data'), once(server, 'exit')])
  }
}

/** Plays an episode named 123, which the suite's resource template requests. */
function playEpisode(folder) {
  execFileSync(
    findNode24(),
    [
      join(root, 'out/main/cli.js'),
      ...'play --game glass-weather --player explorer --turns 3 --no-mcp --data'.split(' '),
      folder,
    ],
    { stdio: 'ignore' },
  )
  const [id] = readdirSync(folder).filter((name) => !name.startsWith('.'))
  renameSync(join(folder, id), join(folder, '123'))
  const log = join(folder, '123', 'events.jsonl')
  writeFileSync(log, readFileSync(log, 'utf8').replaceAll(id, '123'))
}
