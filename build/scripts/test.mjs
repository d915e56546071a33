// npm test, npm run test:long (--long), or both (--all). Prints a line for each stage, the output of failed stages, the
// duration of each suite, and a last line of counts.
import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { findNode24 } from './node24.mjs'

const root = resolve(import.meta.dirname, '../..')
const print = (text) => process.stdout.write(`${text}\n`)
if (!existsSync(join(root, 'node_modules/vitest'))) {
  print('The packages are not installed: run "npm ci" first.')
  process.exit(1)
}
const node = findNode24()
const { ensureBrowser } = await import('./find-browser.mjs')

const bin = (path) => join(root, 'node_modules', path)
const script = (name) => join(root, 'build/scripts', name)
const unitReport = join(root, 'node_modules/.cache/unit-tests.json')
/** The first two are the reporters of vitest.config.ts; the stage "requirements" reads the output of the last. */
const reporters = ['--reporter=default', '--reporter=./build/scripts/plain-line.ts', '--reporter=json']
const vitest = (...args) => [bin('vitest/vitest.mjs'), 'run', ...args]
const playwright = (...args) => [bin('@playwright/test/cli.js'), 'test', '-c', 'e2e', ...args]
const build = { name: 'build', args: [script('zorkgpt.mjs'), '--version'] }
/** One checker per project, because each further one resolves the types of all schemas again. */
const TYPECHECK = ['-b', '.', 'build/standin', '--checkers', '1']

/**
 * The stages of each suite in order; stages in a list run in parallel. `counts`: the counts in the stage's line "N
 * passed, N failed, N skipped" are added up; any other stage counts as one check. `isAwaitedLast`: the next stages
 * begin before its end.
 */
const SUITES = {
  'npm test': [
    [
      { name: 'typecheck', args: [bin('typescript/bin/tsc'), ...TYPECHECK], isAwaitedLast: true },
      { name: 'lint', args: [script('lint.mjs')] },
      // Deleted, as on a fresh clone: the first call of the command builds the app.
      { ...build, before: () => rmSync(join(root, 'out'), { recursive: true, force: true }) },
    ],
    {
      name: 'unit',
      args: vitest('--project=!long', ...reporters, `--outputFile.json=${unitReport}`),
      counts: true,
    },
    { name: 'requirements', args: [script('requirements.mjs'), unitReport] },
    { name: 'e2e', args: playwright('--project', 'electron', 'stand-in', 'web'), counts: true, needsBrowser: true },
  ],
  'npm run test:long': [
    build,
    { name: 'unit', args: vitest('--project=long'), counts: true },
    [
      { name: 'client', args: [join(root, 'e2e/conformance/conformance-client.mjs')] },
      { name: 'servers', args: [join(root, 'e2e/conformance/conformance-server.mjs')] },
      { name: 'package', args: [script('check-package.mjs')] },
    ],
    { name: 'e2e', args: playwright('--project', 'endurance', 'long'), counts: true, needsBrowser: true },
    // Last, because it builds for development in out/.
    { name: 'commands', args: [script('check-commands.mjs')], counts: true },
  ],
}
const asked = process.argv.slice(2)
const names = Object.keys(SUITES).filter(
  (name) => asked.includes('--all') || asked.includes('--long') === name.endsWith(':long'),
)

/** The running child processes. A signal ends them, and no further stage starts. */
const running = new Set()
let stopAsked = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))

const browser = ensureBrowser(print)
const total = { passed: 0, failed: 0, skipped: 0 }
for (const name of names) {
  const start = performance.now()
  const last = []
  for (const stages of SUITES[name]) {
    const begun = [stages].flat().map((stage) => ({ stage, counts: runStage(stage) }))
    last.push(...begun.filter(({ stage }) => stage.isAwaitedLast))
    await Promise.all(begun.filter(({ stage }) => !stage.isAwaitedLast).map(async ({ counts }) => add(await counts)))
  }
  for (const { counts } of last) add(await counts)
  print(`${name} took ${((performance.now() - start) / 60_000).toFixed(1)} minutes`)
}
print(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0

async function runStage(stage) {
  if (stage.needsBrowser && browser === null) return withoutBrowser(stage)
  const start = performance.now()
  stage.before?.()
  const { status, output } = await run(stage.args)
  const counts = stage.counts ? readCounts(output) : { passed: 1, failed: 0, skipped: 0 }
  // A stage that crashes before it counts its tests counts as one failure.
  const result =
    status === 0 || counts.failed > 0 ? counts : { ...counts, passed: stage.counts ? counts.passed : 0, failed: 1 }
  if (result.failed > 0) print(output)
  for (const line of output.split('\n').filter((text) => text.startsWith('skipped: '))) print(`  ${line}`)
  print(
    `${stage.name.padEnd(13)}${result.failed > 0 ? 'FAILED' : 'ok'}  ${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped  (${((performance.now() - start) / 1000).toFixed(0)} s)`,
  )
  return result
}

function withoutBrowser({ name }) {
  print(`${name.padEnd(13)}skipped  no Chrome, Chromium or Edge is installed, and none could be installed`)
  return { passed: 0, failed: 0, skipped: 1 }
}

function run(args) {
  const env = {
    ...process.env,
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    // The compiler and the linter are Go programs: less frequent garbage collection saves a seventh of their work.
    GOGC: '400',
    PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
    CHROMIUM_PATH: browser ?? '',
  }
  return new Promise((done) => {
    const child = spawn(node, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    child.on('error', (error) => done({ status: 1, output: error.message }))
    child.on('close', (status) => {
      running.delete(child)
      if (!stopAsked) done({ status, output })
      else if (running.size === 0) process.exit(1)
    })
  })
}

function stop(signal) {
  stopAsked = true
  for (const child of running) child.kill(signal)
  if (running.size === 0) process.exit(1)
}

function readCounts(output) {
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed, (\d+) skipped$/gm)].at(-1)
  const [passed = 0, failed = 0, skipped = 0] = (last ?? []).slice(1).map(Number)
  return { passed, failed, skipped }
}

function add(counts) {
  for (const kind of Object.keys(total)) total[kind] += counts[kind]
}
