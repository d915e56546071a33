// npm run fuzz [-- --runs N --seed S STORY…]: runs the fuzzer longer than the test suite does. It stops at the first
// failure.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleForScript } from './bundle.mjs'
import { root } from './outputs.mjs'

const BATCH = 500
const STORIES = 'src-main/story/fixtures'
const FOLDERS = ['build/story', 'build/story/zork', `${STORIES}/standalone`, `${STORIES}/conformance`]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
})
const outDir = await bundleForScript('fuzz', { fuzz: join(root, 'src-main/story/fuzz-game.testkit.ts') })
const { fuzzGame } = await import(join(outDir, 'fuzz.mjs'))

const folders = FOLDERS.map((folder) => join(root, folder))
const paths =
  positionals.length > 0
    ? positionals
    : folders.flatMap((folder) =>
        readdirSync(folder)
          .filter((name) => /\.z[1-578]$/.test(name))
          .map((name) => join(folder, name)),
      )
const stories = paths.map((path) => new Uint8Array(readFileSync(path)))
const runs = Number(values.runs)
console.log(`fuzzing ${paths.length} stories, ${runs} runs, seed ${values.seed}`)
for (let done = 0; done < runs; done += BATCH) {
  const seed = Number(values.seed) + done
  const report = fuzzGame({ stories, runs: Math.min(BATCH, runs - done), seed })
  console.log(`${done + report.runs} runs, seed ${seed}: ${JSON.stringify(report)}`)
}
