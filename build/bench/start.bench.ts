import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, ms, often, report } from './figures'

/** Cold starts of the shipped bundles: a new process each time, medians of several. */
const STARTS = often(9)
const READY_STARTS = often(7)
const cli = join('out', 'main', 'cli.js')
const data = mkdtempSync(join(tmpdir(), 'bench-start-'))

const timeOf = (...args: string[]) => {
  const started = performance.now()
  execFileSync(process.execPath, args, { stdio: 'ignore' })
  return performance.now() - started
}

async function timeToReady(): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, [cli, 'serve', '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const took = performance.now() - started
  child.kill()
  await once(child, 'exit')
  return took
}

const bare = median(Array.from({ length: STARTS }, () => timeOf('-e', '0')))
const version = median(Array.from({ length: STARTS }, () => timeOf(cli, '--version')))
const ready: number[] = []
for (let run = 0; run < READY_STARTS; run++) ready.push(await timeToReady())
report(`node -e 0, spawn to exit, median of ${STARTS}`, ms(bare))
report(
  `cli --version, spawn to exit, median of ${STARTS}`,
  `${ms(version)} (${(version / bare).toFixed(1)} x bare node)`,
)
report(`cli serve, spawn to ready, median of ${READY_STARTS}`, ms(median(ready)))
rmSync(data, { recursive: true })
