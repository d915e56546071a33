// npm test: everything that CI runs, with its own set-up. One line a stage, the output of a stage that failed, and one
// line of counts last.
import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { findNode24 } from './node24.mjs'

const root = resolve(import.meta.dirname, '../..')
const say = (text) => process.stdout.write(`${text}\n`)
if (!existsSync(join(root, 'node_modules/vitest'))) {
  say('The packages are not installed: run "npm ci" first.')
  process.exit(1)
}
const node = findNode24()
const { ensureBrowser } = await import('./find-browser.mjs')

const bin = (path) => join(root, 'node_modules', path)
/** Those of vitest.config.ts, and one for `npm run requirements`. */
const reporters = ['default', './build/scripts/plain-line.ts', 'json']
const unitReport = join(root, 'node_modules/.cache/unit-tests.json')
/** `counts`: its own line "N passed, N failed, N skipped" is added up; without it the stage is one check. */
const stages = [
  { name: 'typecheck', args: [bin('typescript/bin/tsc'), '-b', '.', 'build/standin'] },
  { name: 'lint', args: [join(root, 'build/scripts/lint.mjs')] },
  // As on a fresh clone: the first call of the command builds the app.
  {
    name: 'build',
    args: [join(root, 'build/scripts/zorkgpt.mjs'), '--version'],
    before: () => rmSync(join(root, 'out'), { recursive: true, force: true }),
  },
  {
    name: 'unit',
    args: [
      bin('vitest/vitest.mjs'),
      'run',
      ...reporters.map((reporter) => `--reporter=${reporter}`),
      `--outputFile.json=${unitReport}`,
    ],
    counts: true,
  },
  [
    { name: 'client', args: [join(root, 'e2e/conformance-client.mjs')] },
    { name: 'servers', args: [join(root, 'e2e/conformance-server.mjs')] },
    { name: 'package', args: [join(root, 'build/scripts/check-package.mjs')] },
  ],
  { name: 'e2e', args: [bin('@playwright/test/cli.js'), 'test', '-c', 'e2e'], counts: true, needsBrowser: true },
  // Last, for the loop of development builds in out/ as well.
  { name: 'commands', args: [join(root, 'build/scripts/check-commands.mjs'), unitReport], counts: true },
]

/** The stages that run now: a signal ends them, and no other begins. */
const running = new Set()
let stopAsked = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))

const browser = ensureBrowser(say)
const total = { passed: 0, failed: 0, skipped: 0 }
for (const stage of stages) for (const counts of await Promise.all([stage].flat().map(runStage))) add(counts)
say(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0

async function runStage(stage) {
  if (stage.needsBrowser && browser === null) return withoutBrowser(stage)
  const start = performance.now()
  stage.before?.()
  const { status, output } = await run(stage.args)
  const counts = stage.counts ? readCounts(output) : { passed: 1, failed: 0, skipped: 0 }
  // A stage that breaks before it can count has failed once.
  const result =
    status === 0 || counts.failed > 0 ? counts : { ...counts, passed: stage.counts ? counts.passed : 0, failed: 1 }
  if (result.failed > 0) say(output)
  for (const line of output.split('\n').filter((text) => text.startsWith('skipped: '))) say(`  ${line}`)
  say(
    `${stage.name.padEnd(10)}${result.failed > 0 ? 'FAILED' : 'ok'}  ${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped  (${((performance.now() - start) / 1000).toFixed(0)} s)`,
  )
  return result
}

function withoutBrowser({ name }) {
  say(`${name.padEnd(10)}skipped  no Chrome, Chromium or Edge is installed and none could be had`)
  return { passed: 0, failed: 0, skipped: 1 }
}

function run(args) {
  const env = {
    ...process.env,
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
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
