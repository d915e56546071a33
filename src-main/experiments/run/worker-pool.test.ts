import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { FromWorker, PlayOrder, WorkerSetup } from './messages'
import { type PlayOutcome, WorkerPool } from './worker-pool'

const folder = mkdtempSync(join(tmpdir(), 'pool-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.useRealTimers())

/** A worker that reports itself ready, and then runs `more`. */
function workerFile(name: string, more: string): string {
  const path = join(folder, `${name}.mjs`)
  const end =
    "process.on('disconnect', () => process.exit()); process.on('message', ({ type }) => type === 'end' && process.exit())"
  writeFileSync(path, `${end}\nprocess.send({ type: 'ready' })\n${more}`)
  return path
}

async function playIn(file: string) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const received: FromWorker['type'][] = []
  const pool = new WorkerPool({
    workerFile: file,
    processes: 1,
    setup: {} as WorkerSetup,
    onMessage: ({ type }) => received.push(type),
    onStartFailure: () => {},
  })
  const outcomes: PlayOutcome[] = []
  void pool
    .play({ unit: { key: 'one' }, player: 'llm', agent: null } as PlayOrder, async () => null)
    .then((outcome) => outcomes.push(outcome))
  await expect.poll(() => received).toContain('ready')
  return { pool, received, outcomes }
}

describe('worker processes', () => {
  it('do not get the credentials of queue and store', async () => {
    vi.stubEnv('ZORKGPT_QUEUE_URL', 'postgres://owner:secret@db/x')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    vi.stubEnv('VISIBLE', 'yes')
    const file = join(folder, 'environment.json')
    const script = `import { writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env))`
    const { pool } = await playIn(workerFile('environment', script))
    await expect.poll(() => existsSync(file)).toBe(true)
    await pool.stop()
    vi.unstubAllEnvs()
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('VISIBLE')
    expect(text).not.toContain('secret')
  })

  it('have a lower priority than the process that starts them, in all threads', async () => {
    const file = join(folder, 'priorities.json')
    const low = Math.max(10, getPriority())
    const thread = "require('node:worker_threads').parentPort.postMessage(require('node:os').getPriority())"
    const script = `import { writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
new Worker(${JSON.stringify(thread)}, { eval: true }).once('message', (inThread) =>
  writeFileSync(${JSON.stringify(file)}, JSON.stringify([getPriority(), inThread])))`
    const { pool } = await playIn(workerFile('priorities', script))
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toBe(`[${low},${low}]`)
    await pool.stop()
  })

  it('are killed after a minute without a message, and their units are lost', async () => {
    const { pool, outcomes } = await playIn(workerFile('frozen', ''))
    vi.advanceTimersByTime(55_000)
    await sleep(200)
    expect(outcomes).toEqual([])
    vi.advanceTimersByTime(10_000)
    await expect.poll(() => outcomes).toEqual([{ kind: 'lost', turns: 0 }])
    await pool.stop()
  })

  it('are not killed while they send heartbeats', async () => {
    const { pool, received, outcomes } = await playIn(
      workerFile('busy', "setInterval(() => process.send({ type: 'alive' }), 20)"),
    )
    for (let minute = 0; minute < 3; minute++) {
      vi.advanceTimersByTime(55_000)
      received.length = 0
      await expect.poll(() => received).toContain('alive')
    }
    expect(outcomes).toEqual([])
    await pool.stop()
  })
})
