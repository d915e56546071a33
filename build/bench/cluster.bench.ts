import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UnitResult } from '@shared/experiments/result'
import { type Postgres, POSTGRES_IS_ABSENT, startPostgres } from '../../src-main/experiments/cluster/postgres.testkit'
import { writeExperiment } from './experiment-file'
import { medianMs, ms, often, report } from './figures'
import { childrenMs, commandOf, descendantsOf } from './processes'
import { temporaryFolder } from './temporary-folder'

/**
 * Measures the cost of a queue per episode. Then three workers play an experiment from a real PostgreSQL while
 * processes are killed at random and the database is restarted. Prints whether every unit counts once, whether the
 * results equal those of one machine, and how long after a kill a unit can still be held by a killed process.
 */
const cli = join('out', 'main', 'cli.js')
const home = temporaryFolder('cluster')
const SEEDS = often(150, 2)
const TURNS = often(60, 3)
const KILLS = often(30, 0)
const RESTARTS = often(2, 1)

if (POSTGRES_IS_ABSENT) report('a queue on PostgreSQL', 'not measured: PostgreSQL is not installed')
else {
  const postgres = await startPostgres()
  try {
    await measure(postgres)
  } finally {
    await postgres.stop()
  }
}

async function measure(postgres: Postgres): Promise<void> {
  const env = {
    ...process.env,
    ZORKGPT_HOME: join(home, 'home'),
    ZORKGPT_QUEUE_URL: postgres.url,
    ZORKGPT_STORE: join(home, 'store'),
  }
  const begin = (...args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [cli, 'experiment', ...args], { env, stdio: ['ignore', 'ignore', 'ignore'] })
  const run = async (...args: readonly string[]) => {
    const [status] = (await once(begin(...args), 'close')) as [number | null]
    if (status !== 0) throw new Error(`zorkgpt experiment ${args.join(' ')} ended with status ${status}.`)
  }
  const worker = (machine: string) =>
    begin('worker', '--exit-when-empty', '--workers', '1', '--data', join(home, machine))

  // The difference of two runs excludes costs that do not grow with the number of episodes.
  const short = async (name: string, episodes: number) => {
    await run('publish', writeExperiment(home, name, ['random'], episodes, 1), '--data', join(home, name))
    const before = childrenMs()
    await run('worker', name, '--exit-when-empty', '--workers', '1', '--data', join(home, `${name}-worker`))
    return childrenMs() - before
  }
  const few = often(100, 2)
  const cost = ((await short('many', 3 * few)) - (await short('few', few))) / (2 * few)
  report('processor time an episode of one turn, from a queue', ms(cost))

  const file = (name: string) => writeExperiment(home, name, ['random', 'explorer'], SEEDS, TURNS)
  const here = join(home, 'here')
  await run('publish', file('killed'), '--data', here)
  const began = performance.now()
  const machines = ['one', 'two', 'three']
  const workers = new Map(machines.map((machine) => [machine, worker(machine)]))
  const waited: Promise<number>[] = []
  let [kills, restarts] = [0, 0]
  for (let round = 0; round < KILLS + RESTARTS; round++) {
    await sleep(often(1500 + Math.random() * 3000, 500))
    if (round === Math.floor(((restarts + 1) * KILLS) / (RESTARTS + 1)) + restarts) {
      restarts++
      await postgres.restart()
      continue
    }
    kills++
    const machine = machines[Math.floor(Math.random() * machines.length)] ?? ''
    const parent = workers.get(machine)
    const children = descendantsOf(parent?.pid ?? 0).filter((pid) => commandOf(pid).includes('experiment-worker'))
    const [child] = children
    if (child !== undefined && Math.random() < 0.5) process.kill(child, 'SIGKILL')
    else {
      parent?.kill('SIGKILL')
      workers.set(machine, worker(machine))
    }
    waited.push(takenOver(postgres))
  }
  for (const child of workers.values())
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  await run('follow', 'killed', '--data', here)
  const seconds = (performance.now() - began) / 1000
  const takenOverMs = await Promise.all(waited)
  await run('run', file('alone'), '--data', join(home, 'there'))
  const [shared, single] = [resultsIn(here, 'killed'), resultsIn(join(home, 'there'), 'alone')]
  const differ = [...single].filter(([unit, result]) => shared.get(unit) !== result)
  const counted = postgres.query(
    "SELECT count(*) FROM pgboss.job WHERE name = 'zorkgpt.killed' AND state = 'completed'",
  )
  report(`${2 * SEEDS} episodes, three workers, ${kills} kills, ${restarts} restarts`, `${seconds.toFixed(0)} s`)
  report('units that count', `${counted} of ${2 * SEEDS}, ${differ.length} differ from those of one machine`)
  if (takenOverMs.length > 0)
    report(
      'until a killed process holds no unit any more',
      `${medianMs(takenOverMs)}, ${ms(Math.max(...takenOverMs))} at most`,
    )
}

/** Time until every unit that is held now is held by another attempt or by none. */
async function takenOver(postgres: Postgres): Promise<number> {
  const held = () => {
    try {
      return postgres.query("SELECT id || '/' || retry_count FROM pgboss.job WHERE state = 'active'").split('\n')
    } catch {
      return null
    }
  }
  const began = performance.now()
  const before = new Set(held()?.filter((attempt) => attempt !== ''))
  for (;;) {
    const now = held()
    if (now !== null && !now.some((attempt) => before.has(attempt))) return performance.now() - began
    await sleep(1000)
  }
}

/** The result of each unit, without costs and without the name of its experiment. */
function resultsIn(data: string, name: string): ReadonlyMap<string, string> {
  const folder = join(data, '.experiments', name, 'results')
  return new Map(
    readdirSync(folder).map((file) => {
      const result = JSON.parse(readFileSync(join(folder, file), 'utf8')) as UnitResult
      // An interrupted call is repeated and counts twice.
      const { episode, played_ms: _ms, llm_calls: _calls, tokens: _tokens, ...rest } = result
      return [episode.replace(name, ''), JSON.stringify(rest)]
    }),
  )
}
