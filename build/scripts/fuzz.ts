// npm run fuzz [-- --runs N --seed S STORY…]: long runs of the fuzzer that the test suite runs briefly. Stops at the first broken promise.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fuzzGame } from '../../src-main/game/fuzz'

const BATCH = 500
const FOLDERS = ['build/story', '../shared/games', '../shared/conformance']

const { values, positionals } = parseArgs({ allowPositionals: true, options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } } })
const paths = positionals.length > 0 ? positionals : FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder).filter((name) => /\.z[1-578]$/.test(name)).map((name) => join(folder, name)))
const stories = paths.map((path) => new Uint8Array(readFileSync(path)))
console.log(`fuzzing ${paths.length} stories, ${values.runs} runs, seed ${values.seed}`)
for (let done = 0; done < Number(values.runs); done += BATCH) {
  const seed = Number(values.seed) + done
  const report = fuzzGame({ stories, runs: Math.min(BATCH, Number(values.runs) - done), seed })
  console.log(`${done + report.runs} runs, seed ${seed}: ${JSON.stringify(report)}`)
}
