import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ms, often, report } from './figures'
import { childrenMs } from './processes'

/**
 * What an experiment takes beside its episodes: the same ones of random actions through workers, and by `zorkgpt play`
 * in one process each; how long many episodes of the explorer take; and how long the report of them takes.
 * `-- --episodes=1000` measures the thousand of docs/experiments.md.
 */
const cli = join('out', 'main', 'cli.js')
const asked = process.argv.find((arg) => arg.startsWith('--episodes='))?.split('=')[1]
const EPISODES = Number(asked ?? often(100, 2))
const TURNS = often(100, 3)
const home = mkdtempSync(join(tmpdir(), 'bench-experiment-'))

interface Took {
  readonly wallMs: number
  /** Processor time of the process and of all children it waited for. */
  readonly cpuMs: number
  readonly stdout: string
}

async function take(...args: readonly string[]): Promise<Took> {
  const before = childrenMs()
  const began = performance.now()
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...process.env, ZORKGPT_HOME: join(home, 'home') },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  const [status] = (await once(child, 'close')) as [number]
  if (status !== 0) throw new Error(`zorkgpt ${args.join(' ')} ended with status ${status}.`)
  return { wallMs: performance.now() - began, cpuMs: childrenMs() - before, stdout }
}

function fileOf(name: string, player: string, episodes: number, turns: number): string {
  const path = join(home, `${name}.experiment.toml`)
  writeFileSync(
    path,
    `[experiment]\nname = "${name}"\nseeds = "1..${episodes}"\n[orchestrator]\nmax_turns_per_episode = ${turns}\n[[arm]]\nname = "${player}"\nrun.player = "${player}"\n`,
  )
  return path
}

const run = (name: string, player: string, episodes: number, turns: number) =>
  take('experiment', 'run', fileOf(name, player, episodes, turns), '--data', join(home, name))

// What does not grow with the number of episodes is taken out by the difference of two runs.
const SHORT = often(200, 2)
const [few, many] = [await run('few', 'random', SHORT, 1), await run('many', 'random', 3 * SHORT, 1)]
report(
  'processor time an episode of one turn, in an experiment',
  `${ms((many.cpuMs - few.cpuMs) / (2 * SHORT))}, ${ms((many.wallMs - few.wallMs) / (2 * SHORT))} of time`,
)

const explorer = await run('explorer', 'explorer', EPISODES, TURNS)
report(
  `${EPISODES} episodes of the explorer, ${TURNS} turns each, ${availableParallelism()} processors`,
  `${Math.round(explorer.wallMs / 1000)} s, ${ms(explorer.cpuMs / EPISODES)} of processor each`,
)
const told = await take('experiment', 'report', 'explorer', '--data', join(home, 'explorer'), '--json')
report(`report of these ${EPISODES}`, `${ms(told.wallMs)}, ${Math.round(told.stdout.length / 1024)} kB`)
rmSync(home, { recursive: true, force: true })
