// npm run package [-- arguments of electron-builder]: builds the app if needed, and builds the installers of this
// platform in dist/.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNode24 } from '../node24.mjs'
import { root, whyBuild } from '../outputs.mjs'
import { whyNotPublish } from './identity.mjs'
import { asArguments, derivedConfig, publishNothingUnasked, signingEnvironment } from './packaging.mjs'

const node = findNode24()
const given = publishNothingUnasked(process.argv.slice(2))
const refusal = whyNotPublish(given)
if (refusal !== null) {
  console.error(`package: ${refusal}`)
  process.exit(2)
}
const keys = mkdtempSync(join(tmpdir(), 'zorkgpt-keys-'))
try {
  const env = signingEnvironment(process.env, keys)
  const config = ['--config', join(root, 'build/electron-builder.yml'), ...asArguments(derivedConfig(env))]
  const built = whyBuild() === null ? 0 : run('build/scripts/build.mjs', [], process.env)
  process.exitCode = built || run('node_modules/electron-builder/cli.js', [...config, ...given], env)
} finally {
  rmSync(keys, { recursive: true, force: true })
}

function run(script, args, env) {
  return spawnSync(node, [join(root, script), ...args], { cwd: root, env, stdio: 'inherit' }).status ?? 1
}
