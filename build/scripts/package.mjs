// npm run package [-- arguments of electron-builder]: the installers of this platform, in dist/, of a build that is up
// to date.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { appIdOf, whyNotPublish } from './identity.mjs'
import { findNode24 } from './node24.mjs'
import { root, whyBuild } from './outputs.mjs'

const node = findNode24()
const run = (script, args) =>
  spawnSync(node, [join(root, script), ...args], { cwd: root, stdio: 'inherit' }).status ?? 1

const refusal = whyNotPublish(process.argv.slice(2))
if (refusal !== null) {
  console.error(`package: ${refusal}`)
  process.exit(2)
}
const built = whyBuild() === null ? 0 : run('build/scripts/build.mjs', [])
const config = ['--config', join(root, 'build/electron-builder.yml'), `-c.appId=${appIdOf()}`]
process.exitCode = built || run('node_modules/electron-builder/cli.js', [...config, ...process.argv.slice(2)])
