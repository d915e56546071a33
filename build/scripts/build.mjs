// npm run build [-- --servers]: builds the three bundles of the app, the page for HTML exports, the shell completions,
// and each shipped MCP server as one file. With --servers, builds only the servers.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build as buildApp } from 'electron-vite'
import { build as buildBundle } from 'vite'
import { buildReplay } from './build-replay.mjs'
import { root, servers, shells } from './outputs.mjs'

const from = (path) => resolve(root, path)

if (!process.argv.includes('--servers')) {
  await timed('app', buildBundles)
  await timed('replay page', buildReplay)
  await timed('completions', writeCompletions)
}
for (const server of servers) await timed(`server ${server}`, () => buildServer(server))

async function buildBundles() {
  await buildApp({ root, logLevel: 'warn' })
  chmodSync(from('out/main/cli.js'), 0o755)
}

function writeCompletions() {
  mkdirSync(from('out/completion'), { recursive: true })
  for (const shell of shells)
    writeFileSync(
      from(`out/completion/${shell}`),
      execFileSync(process.execPath, [from('out/main/cli.js'), 'completion', shell]),
    )
}

/**
 * Builds one self-contained file, because a packed app starts servers outside its archive, where the chunks of the main
 * bundle are out of reach.
 */
function buildServer(name) {
  return buildBundle({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@shared': from('src-shared') } },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: 'out/servers',
      emptyOutDir: false,
      minify: true,
      rolldownOptions: {
        input: { [name]: from(`src-main/servers/${name}.ts`) },
        output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  })
}

async function timed(what, work) {
  const start = performance.now()
  await work()
  console.log(`built ${what} in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}
