// node build/scripts/check-commands.mjs: runs a short form of each script of package.json that no other stage of `npm
// test` and `npm run test:long` runs. The last line is "N passed, N failed, N skipped".
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './outputs.mjs'

const onPosix = process.platform !== 'win32'

/** The other scripts, by the program that runs them. */
const RUN_ELSEWHERE = {
  'test.mjs': [
    'typecheck',
    'lint',
    'build',
    'requirements',
    'test:unit',
    'field',
    'test:e2e',
    'conformance',
    'conformance:servers',
    'package:check',
  ],
  'check-package.mjs': ['package'],
  'lint.mjs, which changes nothing': ['format'],
  'launcher.long.spec.ts': ['start'],
  'the script bench': [
    'bench:cluster',
    'bench:config',
    'bench:experiment',
    'bench:explorer',
    'bench:servers',
    'bench:viewer',
  ],
  'package.yml, which has the tools for it': ['package:try'],
  'nothing, because it takes hours': ['mutate'],
  'the user': ['test', 'test:long'],
}
/** Arguments of the short forms. The Inspector is downloaded from the registry, so it needs a network. */
const SHORT = {
  fuzz: ['--runs', '40'],
  bench: ['--quick'],
  ...(process.env.CI && { inspector: ['thoughtbox'] }),
}
const skipped = process.env.CI ? [] : ['inspector']

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const total = { passed: 0, failed: 0 }
const known = [...Object.values(RUN_ELSEWHERE).flat(), ...Object.keys(SHORT), 'dev', ...skipped]
for (const name of Object.keys(scripts).filter((script) => !known.includes(script)))
  report(name, 'no check runs this script: see build/scripts/check-commands.mjs', '')
// In parallel, because one of them waits for the registry.
await Promise.all(Object.entries(SHORT).map(([name, args]) => run(name, args)))
// Run separately, because it builds in out/, which the others use.
const dev = await serveOnce(['--web', '--port', '0'])
report('dev', dev.fault, dev.output)
for (const name of skipped)
  console.log(`skipped: npm run ${name} downloads a package, which happens in CI only (1 command)`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${skipped.length} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0

function report(name, fault, output) {
  total[fault === null ? 'passed' : 'failed']++
  console.log(fault === null ? `npm run ${name}: ok` : `${output}npm run ${name}: ${fault}`)
}

/** Starts the command of a script. */
function start(name, args, options = {}) {
  const [node, ...own] = scripts[name].split(' ')
  if (node !== 'node') throw new Error(`The script ${name} does not begin with "node".`)
  const child = spawn(process.execPath, [...own, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  })
  const printed = { output: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed.output += chunk
    })
  const ended = new Promise((resolve) =>
    child.on('close', (status) => resolve(status === 0 ? null : `ended with status ${status}`)),
  )
  return { child, printed, ended }
}

async function run(name, args) {
  const { printed, ended } = start(name, args)
  report(name, await ended, printed.output)
}

/** Runs the development loop until Vite serves its page, then ends it as Ctrl+C does: by a signal to its group. */
async function serveOnce(args) {
  const home = mkdtempSync(join(tmpdir(), 'zorkgpt-dev-'))
  const { child, printed, ended } = start('dev', args, {
    env: { ...process.env, ZORKGPT_HOME: home },
    detached: onPosix,
  })
  try {
    const url = await new Promise((resolve) => {
      child.stdout.on('data', () => {
        const ready = /^ready (\S+)$/m.exec(printed.output)
        if (ready) resolve(ready[1])
      })
      void ended.then(() => resolve(null))
    })
    if (url === null) return { fault: 'ended before its page was served', output: printed.output }
    const page = await (await fetch(url)).text()
    if (onPosix && child.pid) process.kill(-child.pid, 'SIGINT')
    else child.kill()
    const fault = await ended
    return { fault: page.includes('/@vite/client') ? fault : 'the page is not served by Vite', output: printed.output }
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}
