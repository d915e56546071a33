// npm run mutate [-- FILE…]: runs mutation tests with Stryker, as build/stryker.config.mjs describes, under Node 24.
// Each FILE is changed in many small ways, which the tests that import it must detect. Without a FILE: DEFAULT.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { findNode24 } from './node24.mjs'
import { root } from './outputs.mjs'

/** Small, pure modules that limit what servers and models send, where a missing check does harm. */
const DEFAULT = ['src-main/base/limits/line-framer.ts', 'src-shared/base/web-address.ts']

const asked = process.argv.slice(2).map((file) => relative(root, resolve(file)).replaceAll('\\', '/'))
const files = asked.length > 0 ? asked : DEFAULT
const tests = globSync('src-{main,shared}/**/*.test.ts', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.(process|long)\.test\.ts$/.test(file) && importsOf(file).some((name) => files.includes(name)))
if (tests.length === 0) {
  process.stderr.write(`No test imports ${files.join(' or ')}.\n`)
  process.exit(1)
}
const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const args = ['run', 'build/stryker.config.mjs', '--mutate', files.join(','), '--testFiles', tests.join(',')]
process.exitCode = spawnSync(findNode24(), [stryker, ...args], { cwd: root, stdio: 'inherit' }).status ?? 1

/** The modules of the product that a file imports, as paths from the root. */
function importsOf(file) {
  const names = [...readFileSync(join(root, file), 'utf8').matchAll(/ from '([^']+)'/g)].map(([, name]) => name)
  return names
    .map((name) => (name.startsWith('@shared/') ? name.replace('@shared', 'src-shared') : join(dirname(file), name)))
    .map((name) => `${name.replaceAll('\\', '/')}.ts`)
}
