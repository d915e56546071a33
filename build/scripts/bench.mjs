// npm run bench [-- NAME… --OPTION…]: runs the benches of build/bench. Each is bundled like the product and runs in a
// separate process, with the Node arguments of the host of a browser window.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bundleForScript } from './bundle.mjs'
import { findNode24, HOST_NODE_ARGS } from './node24.mjs'
import { root, whyBuild } from './outputs.mjs'

const node = findNode24()
const folder = join(root, 'build/bench')
const all = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const options = process.argv.slice(2).filter((arg) => arg.startsWith('--'))
const unknown = wanted.find((name) => !all.includes(name))
if (unknown !== undefined) {
  console.error(`There is no bench "${unknown}"; there are ${all.join(', ')}.`)
  process.exit(2)
}

if (whyBuild() !== null) execFileSync(node, ['build/scripts/build.mjs'], { cwd: root, stdio: 'inherit' })
const names = wanted.length > 0 ? wanted : all
const outDir = await bundleForScript(
  'bench',
  Object.fromEntries(names.map((name) => [name, join(folder, `${name}.bench.ts`)])),
  ['playwright-core'],
)
console.log(
  `node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}, ${process.platform} ${process.arch}`,
)
// Ctrl+C reaches the bench too, which may still print its figures.
process.on('SIGINT', () => {})
for (const name of names) {
  console.log(`\n${name}`)
  execFileSync(node, [...HOST_NODE_ARGS, join(outDir, `${name}.mjs`), ...options], { cwd: root, stdio: 'inherit' })
}
