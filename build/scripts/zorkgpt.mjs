#!/usr/bin/env node
// The command `zorkgpt` of a checkout, which `npm link` and `npx zorkgpt` run: the terminal shell, built before if it
// was never built. Node 20.19 must be able to read this file.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { oneAtATime } from './one-at-a-time.mjs'
import { buildMark, missingOutput, root } from './outputs.mjs'
import { ensureNode24 } from './start-again.mjs'

await ensureNode24()
if (missingOutput() !== null) await oneAtATime(buildMark, buildMissing)
await import(pathToFileURL(join(root, 'out/main/cli.js')).href)

/**
 * What is there is not built again when the sources change, as `npm start` does it: another episode may be running on
 * it.
 */
function buildMissing() {
  const missing = missingOutput()
  if (missing === null) return
  if (!existsSync(join(root, 'node_modules/vite')))
    end(`is not built, and the packages for that are not installed: run "npm ci" in ${root} first`)
  process.stderr.write(`zorkgpt: building the app, some seconds (${missing} is missing)\n`)
  const { status } = spawnSync(process.execPath, [join(root, 'build/scripts/build.mjs')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) end('could not be built; what is wrong stands above')
}

function end(why) {
  process.stderr.write(`zorkgpt ${why}.\n`)
  process.exit(2)
}
