// npm run bench [-- NAME… --OPTION…]: the figures of build/bench, each file bundled like the product and run in a process of its own.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { root, whyBuild } from './outputs.mjs'

const folder = join(root, 'build/bench')
const all = readdirSync(folder).filter((file) => file.endsWith('.bench.ts')).map((file) => file.replace('.bench.ts', ''))
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const options = process.argv.slice(2).filter((arg) => arg.startsWith('--'))
const unknown = wanted.find((name) => !all.includes(name))
if (unknown !== undefined) {
  console.error(`There is no bench "${unknown}"; there are ${all.join(', ')}.`)
  process.exit(2)
}

if (whyBuild() !== null) execFileSync(process.execPath, ['build/scripts/build.mjs'], { cwd: root, stdio: 'inherit' })
const names = wanted.length > 0 ? wanted : all
const outDir = join(root, 'node_modules/.cache/bench')
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  resolve: { alias: { '@shared': resolve(root, 'src-shared') } },
  ssr: { noExternal: true, external: ['playwright-core'] },
  build: { ssr: true, target: 'node24', outDir, minify: false, rolldownOptions: { input: Object.fromEntries(names.map((name) => [name, join(folder, `${name}.bench.ts`)])), output: { entryFileNames: '[name].mjs' } } },
})
console.log(`node ${process.version}, ${process.platform} ${process.arch}`)
for (const name of names) {
  console.log(`\n${name}`)
  execFileSync(process.execPath, [join(outDir, `${name}.mjs`), ...options], { cwd: root, stdio: 'inherit' })
}
