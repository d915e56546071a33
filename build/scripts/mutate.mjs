// npm run mutate [-- --only=ROOM,NAME… --jobs=N]: plants the mistakes of build/mutations, one at a time, and asks the
// tests whether they see it. Prints what caught each and the score last; fails if one was seen by no test. No source
// is changed.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleForScript } from './bundle.mjs'
import { findNode24 } from './node24.mjs'
import { root } from './outputs.mjs'

/** A test that hangs is ended by its own timeout; a loop that never gives way, by this. */
const DEADLINE_MS = 10 * 60_000

const options = { only: { type: 'string', default: '' }, jobs: { type: 'string', default: '2' } }
const { only, jobs } = parseArgs({ options }).values
const jobCount = Math.min(Number(jobs), availableParallelism())
const outDir = await bundleForScript('mutations', { list: join(root, 'build/mutations/list.ts') })
const { BREAKS_BY_ROOM, ALL_BREAKS } = await import(join(outDir, 'list.mjs'))
const breaksOf = (word) => BREAKS_BY_ROOM[word] ?? ALL_BREAKS.filter(({ name }) => name === word)

const wanted = only.split(',').filter((word) => word !== '')
const unknown = wanted.find((word) => breaksOf(word).length === 0)
if (unknown !== undefined) {
  console.error(`There is neither a room nor a mistake "${unknown}"; rooms: ${Object.keys(BREAKS_BY_ROOM).join(', ')}.`)
  process.exit(2)
}
const chosen = wanted.length === 0 ? ALL_BREAKS : wanted.flatMap(breaksOf)

/** The tests that run now. */
const running = new Set()
const stop = () => {
  running.forEach(endGroup)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

/** Titles of tests that fail without any mistake: they see nothing. */
const failing = new Set()
const sound = await ask(null, ['run', ...new Set(chosen.flatMap(firstAsked))])
for (const { title } of sound.failed) {
  failing.add(title)
  console.log(`fails without any mistake, and is not counted: ${title}`)
}

const verdicts = []
const waiting = [...chosen]
await Promise.all(
  Array.from({ length: jobCount }, async () => {
    for (let planted = waiting.shift(); planted; planted = waiting.shift()) {
      const start = performance.now()
      const { verdict, by } = await judge(planted)
      verdicts.push(verdict)
      const words = {
        caught: `caught by "${by}"`,
        survived: `SURVIVED: ${planted.means}`,
        broken: `NO TEST RAN: ${by}`,
      }
      console.log(`${planted.name.padEnd(34)} ${words[verdict]} (${((performance.now() - start) / 1000).toFixed(0)} s)`)
    }
  }),
)
const caught = verdicts.filter((verdict) => verdict === 'caught').length
console.log(`\n${caught} of ${verdicts.length} caught`)
process.exitCode = caught === verdicts.length ? 0 : 1

function firstAsked({ file, tests = [file.replace(/\.ts$/, '.test.ts')] }) {
  return tests.filter((test) => existsSync(join(root, test)))
}

/** The tests named first, and only if they see nothing, all that reach the file. */
async function judge(planted) {
  const tests = firstAsked(planted)
  const first = tests.length === 0 ? null : verdictOf(await ask(planted.name, ['run', ...tests]))
  if (first !== null && first.verdict !== 'survived') return first
  const related = verdictOf(await ask(planted.name, ['related', '--run', planted.file]))
  if (related.verdict !== 'caught' || related.file === undefined) return related
  // Of these nobody has asked yet whether they pass without the mistake.
  const { failed } = await ask(null, ['run', related.file])
  const [same] = failed
  return same ? { verdict: 'broken', by: `without the mistake too there fails ${same.title}` } : related
}

function verdictOf({ isInTime, failed, fault }) {
  if (!isInTime) return { verdict: 'caught', by: `no end within ${DEADLINE_MS / 1000} s` }
  const [seen] = failed
  if (seen) return { verdict: 'caught', by: seen.title, file: seen.file }
  return fault === null ? { verdict: 'survived' } : { verdict: 'broken', by: fault }
}

/** Runs tests with a mistake, or with none: those that failed, but for the ones that always do. */
async function ask(name, command) {
  const report = join(outDir, `${name ?? `none-${command.at(-1).replaceAll(/\W+/g, '-')}`}.json`)
  rmSync(report, { force: true })
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    ...command,
    '--config=build/mutations/vitest.config.ts',
    '--project=node',
    '--project=dom',
    '--maxWorkers=1',
    `--bail=${name === null ? 0 : 1 + failing.size}`,
    '--passWithNoTests',
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  const exitCode = await run(args, name)
  const isInTime = exitCode !== null
  if (!isInTime || !existsSync(report)) return { isInTime, failed: [], fault: 'vitest left no report' }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const failed = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.flatMap(({ status, fullName }) =>
      status === 'failed' ? [{ title: visible(fullName), file }] : [],
    ),
  )
  // An error that no test waits for fails the run as well.
  const allPassed = testResults.every(({ status }) => status === 'passed')
  if (exitCode !== 0 && allPassed) failed.push({ title: 'an error outside of tests' })
  // A file that could not even be loaded has no failed test of its own.
  const unloaded = testResults.find(({ message, assertionResults }) => message && assertionResults.length === 0)
  return { isInTime, failed: failed.filter(({ title }) => !failing.has(title)), fault: unloaded?.message ?? null }
}

/** Some titles hold what is tested: a very long text, or signs that steer a terminal. */
function visible(title) {
  return title
    .trim()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 160)
}

/** The exit code; null if it had to be ended. In a group of its own: an endless loop does not end with its parent. */
function run(args, plantedBreak) {
  return new Promise((done) => {
    // Vite's build of the list has set NODE_ENV to that of a product.
    const env = { ...process.env, NODE_ENV: 'test', NO_COLOR: '1', PLANTED_BREAK: plantedBreak ?? '' }
    const child = spawn(findNode24(), args, { cwd: root, env, stdio: 'ignore', detached: process.platform !== 'win32' })
    running.add(child)
    const timer = setTimeout(() => {
      endGroup(child)
      done(null)
    }, DEADLINE_MS)
    child.on('close', (code) => {
      clearTimeout(timer)
      running.delete(child)
      done(code ?? 1)
    })
  })
}

function endGroup(child) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
  } catch {
    // It has just ended by itself.
  }
}
