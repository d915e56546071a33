#!/usr/bin/env node
// The command `zorkgpt` of a checkout, for `npm link` and `npx zorkgpt`: builds the app if a file of it is missing, and
// runs the terminal shell. This file must run on Node 20.19.
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

/** Builds only if a file is missing, unlike `npm start`, because a running episode may use the existing files. */
function buildMissing() {
  const missing = missingOutput()
  if (missing === null) return
  if (!existsSync(join(root, 'node_modules/vite')))
    end(`is not built, and the packages are not installed. Run "npm ci" in ${root} first`)
  process.stderr.write(`zorkgpt: building the app, some seconds (${missing} is missing)\n`)
  const { status } = spawnSync(process.execPath, [join(root, 'build/scripts/build.mjs')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) end('could not be built; see the errors above')
}

function end(why) {
  process.stderr.write(`zorkgpt ${why}.\n`)
  process.exit(2)
}
