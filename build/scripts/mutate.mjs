// npm run mutate [-- --mutate PATH]: mutation tests with Stryker, as build/stryker.config.mjs describes, under Node 24.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findNode24 } from './node24.mjs'
import { root } from './outputs.mjs'

const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const args = [stryker, 'run', 'build/stryker.config.mjs', ...process.argv.slice(2)]
process.exitCode = spawnSync(findNode24(), args, { cwd: root, stdio: 'inherit' }).status ?? 1
