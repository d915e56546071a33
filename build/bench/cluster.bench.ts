import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UnitResult } from '@shared/experiments/result'
import { type Postgres, POSTGRES_IS_ABSENT, startPostgres } from '../../src-main/experiments/cluster/postgres.testkit'
import { median, ms, often, report } from './figures'
import { childrenMs, commandOf, descendantsOf } from './processes'

/**
 * What a queue costs an episode, and what becomes of an experiment that three workers play from a real PostgreSQL while
 * processes are killed at random and the database is restarted: whether every unit counts once, whether the results
 * are those of one machine, and how long a dead worker's unit waits for another.
 */
const cli = join('out', 'main', 'cli.js')
const home = mkdtempSync(join(tmpdir(), 'bench-cluster-'))
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
    rmSync(home, { recursive: true, force: true })
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

  // What does not grow with the number of episodes is taken out by the difference of two runs.
  const short = async (name: string, episodes: number) => {
    await run('publish', fileOf(name, ['random'], episodes, 1), '--data', join(home, name))
    const before = childrenMs()
    await run('worker', name, '--exit-when-empty', '--workers', '1', '--data', join(home, `${name}-worker`))
    return childrenMs() - before
  }
  const few = often(100, 2)
  const cost = ((await short('many', 3 * few)) - (await short('few', few))) / (2 * few)
  report('processor time an episode of one turn, from a queue', ms(cost))

  const file = fileOf('killed', ['random', 'explorer'], SEEDS, TURNS)
  const alone = fileOf('alone', ['random', 'explorer'], SEEDS, TURNS)
  const here = join(home, 'here')
  await run('publish', file, '--data', here)
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
  await run('run', alone, '--data', join(home, 'there'))
  const [shared, single] = [resultsIn(here, 'killed'), resultsIn(join(home, 'there'), 'alone')]
  const differ = [...single].filter(([unit, result]) => shared.get(unit) !== result)
  const counted = postgres.query(
    "SELECT count(*) FROM pgboss.job WHERE name = 'zorkgpt.killed' AND state = 'completed'",
  )
  report(`${2 * SEEDS} episodes, three workers, ${kills} kills, ${restarts} restarts`, `${seconds.toFixed(0)} s`)
  report('units that count', `${counted} of ${2 * SEEDS}, ${differ.length} differ from those of one machine`)
  if (takenOverMs.length > 0)
    report(
      'until nothing of a killed process is held any more',
      `${ms(median(takenOverMs))} in the median, ${ms(Math.max(...takenOverMs))} at most`,
    )
}

/** How long until nothing that is held now is held by the same attempt. */
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

/** What each unit came to, but for what it took and the name of its experiment. */
function resultsIn(data: string, name: string): ReadonlyMap<string, string> {
  const folder = join(data, '.experiments', name, 'results')
  return new Map(
    readdirSync(folder).map((file) => {
      const result = JSON.parse(readFileSync(join(folder, file), 'utf8')) as UnitResult
      // A call that was cut off is made again, and counts twice.
      const { episode, played_ms: _ms, llm_calls: _calls, tokens: _tokens, ...rest } = result
      return [episode.replace(name, ''), JSON.stringify(rest)]
    }),
  )
}

function fileOf(name: string, players: readonly string[], seeds: number, turns: number): string {
  const path = join(home, `${name}.experiment.toml`)
  const arms = players.map((player) => `[[arm]]\nname = "${player}"\nrun.player = "${player}"\n`)
  writeFileSync(
    path,
    `[experiment]\nname = "${name}"\nseeds = "1..${seeds}"\n[orchestrator]\nmax_turns_per_episode = ${turns}\n${arms.join('')}`,
  )
  return path
}
