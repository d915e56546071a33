import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { FromWorker, PlayOrder, WorkerSetup } from './messages'
import type { UnitOutcome } from './run-queue'
import { WorkerPool } from './worker-pool'

const folder = mkdtempSync(join(tmpdir(), 'pool-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.useRealTimers())

/** A process that says it is there, and then what `more` has it say. */
function workerFile(name: string, more: string): string {
  const path = join(folder, `${name}.mjs`)
  const end =
    "process.on('disconnect', () => process.exit()); process.on('message', ({ type }) => type === 'end' && process.exit())"
  writeFileSync(path, `${end}\nprocess.send({ type: 'ready' })\n${more}`)
  return path
}

async function playIn(file: string) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const heard: FromWorker['type'][] = []
  const pool = new WorkerPool({
    workerFile: file,
    processes: 1,
    setup: {} as WorkerSetup,
    onMessage: ({ type }) => heard.push(type),
    onStartFailure: () => {},
  })
  const came: UnitOutcome[] = []
  void pool
    .play({ unit: { key: 'one' }, player: 'llm', agent: null } as PlayOrder)
    .then((outcome) => came.push(outcome))
  await expect.poll(() => heard).toContain('ready')
  return { pool, heard, came }
}

describe('processes that play', () => {
  it('know nothing of the queue and the store', async () => {
    vi.stubEnv('ZORKGPT_QUEUE_URL', 'postgres://owner:secret@db/x')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    vi.stubEnv('TO_BE_SEEN', 'yes')
    const told = join(folder, 'told.json')
    const tell = `import { writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(told)}, JSON.stringify(process.env))`
    const { pool } = await playIn(workerFile('tells', tell))
    await expect.poll(() => existsSync(told)).toBe(true)
    await pool.stop()
    vi.unstubAllEnvs()
    const text = readFileSync(told, 'utf8')
    expect(text).toContain('TO_BE_SEEN')
    expect(text).not.toContain('secret')
  })

  it('one that says nothing for a minute is ended, and what it held is lost', async () => {
    const { pool, came } = await playIn(workerFile('frozen', ''))
    vi.advanceTimersByTime(55_000)
    await sleep(200)
    expect(came).toEqual([])
    vi.advanceTimersByTime(10_000)
    await expect.poll(() => came).toEqual([{ kind: 'lost', turns: 0 }])
    await pool.stop()
  })

  it('one that is busy for long, and says that it lives, is left alone', async () => {
    const { pool, heard, came } = await playIn(
      workerFile('busy', "setInterval(() => process.send({ type: 'alive' }), 20)"),
    )
    for (let minute = 0; minute < 3; minute++) {
      vi.advanceTimersByTime(55_000)
      heard.length = 0
      await expect.poll(() => heard).toContain('alive')
    }
    expect(came).toEqual([])
    await pool.stop()
  })
})
