import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { writeExperiment } from './experiment-file'
import { ms, often, option, report } from './figures'
import { childrenMs } from './processes'
import { temporaryFolder } from './temporary-folder'

/**
 * Measures the cost of an experiment per episode, the time of many episodes of the explorer, and the time of their
 * report. `-- --episodes=1000` measures the thousand episodes of docs/experiments.md.
 */
const cli = join('out', 'main', 'cli.js')
const EPISODES = Number(option('episodes') ?? often(100, 2))
const TURNS = often(100, 3)
const home = temporaryFolder('experiment')

interface Took {
  readonly wallMs: number
  /** Processor time of the process and its children. */
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

const run = (name: string, player: string, episodes: number, turns: number) =>
  take('experiment', 'run', writeExperiment(home, name, [player], episodes, turns), '--data', join(home, name))

// The difference of two runs excludes costs that do not grow with the number of episodes.
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
const printed = await take('experiment', 'report', 'explorer', '--data', join(home, 'explorer'), '--json')
report(`report of these ${EPISODES}`, `${ms(printed.wallMs)}, ${Math.round(printed.stdout.length / 1024)} kB`)
