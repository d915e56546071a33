import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { median } from '@shared/experiments/statistics/moments'
import type { GameEnvironment, HeaderProfile } from '../../src-main/story/environment'
import { openEnvironment } from '../../src-main/story/live-environment'
import { ms, often, option, perSecond, report, timeOf, timesOf } from './figures'
import { temporaryFolder } from './temporary-folder'

/** Measures the Z-machine and the facts read from it, with Zork I and the bundled story. */
interface Walk {
  readonly title: string
  readonly path: string
  readonly commands: readonly string[]
  readonly seed: number
}

const WARM_WALKS = often(40)
const WALKS = often(12)
const REPETITIONS = often(300)
const SEARCH_POINTS = often(10)
const SEARCHES = often(3)
const PEER_RUNS = often(5)
/**
 * Another interpreter for comparison (`--peer="COMMAND"`). It reads commands from standard input; the story file is its
 * last argument.
 */
const PEER = option('peer') ?? 'dfrotz -s 1 -m -p -w 200'
const SNAPSHOTS = often(1000, 10)
const ENVIRONMENTS = often(20)
const MEGABYTE = 1e6

const oracle = readJson(join('src-main', 'story', 'fixtures', 'conformance', 'zork1-r119.oracle.json')) as {
  seed: number
  steps: [command: string][]
}
benchGame({
  title: 'Zork I, release 119',
  path: join('build', 'story', 'zork', 'zork1.z3'),
  commands: oracle.steps.map(([command]) => command),
  seed: oracle.seed,
})
benchGame({
  title: 'Glass Weather (Inform 6, version 5)',
  path: join('build', 'story', 'glass-weather.z5'),
  commands: readJson(join('build', 'story', 'glass-weather.walkthrough.json')) as string[],
  seed: 1,
})

const eighth = join(temporaryFolder('game'), 'glass-weather.z8')
spawnSync('inform6', [
  '-Cu',
  '+include_path=/usr/share/inform6/library',
  '-v8',
  'build/story/glass-weather.inf',
  eighth,
])
if (existsSync(eighth))
  benchGame({
    title: 'Glass Weather, compiled for version 8',
    path: eighth,
    commands: readJson(join('build', 'story', 'glass-weather.walkthrough.json')) as string[],
    seed: 1,
  })
else process.stdout.write('  Version 8 is not measured: inform6 and its library are not installed\n')

function benchGame(walk: Walk): void {
  const { title, path, commands, seed } = walk
  process.stdout.write(`  ${title}\n`)
  const story = new Uint8Array(readFileSync(path))
  report('open with first boot', ms(timeOf(() => openEnvironment(story, 'plain'))))
  const environment = openEnvironment(story, 'plain')
  const play = () => walkTo(environment, walk, commands.length)
  for (let count = 0; count < WARM_WALKS; count++) play()
  const walkMs = timesOf(WALKS, play)
  const instructions = instructionsOf(environment, walk)
  report(
    `walkthrough, ${commands.length} turns, median of ${WALKS}`,
    `${perSecond(commands.length, median(walkMs))}, best ${perSecond(commands.length, Math.min(...walkMs))}`,
  )
  report('  instructions', `${(instructions / median(walkMs) / 1000).toFixed(0)} million a second`)
  report('  cold, the story opened as well', perSecond(commands.length, coldMs(story, walk)))
  report(`${PEER.split(' ')[0] ?? ''} on the same, start-up included · without`, peerRate(walk, median(walkMs)))
  report(
    'reset',
    each(() => environment.reset({ seed })),
  )

  walkTo(environment, walk, commands.length >> 1)
  const state = environment.getState()
  report('snapshot · restore', `${each(() => environment.getState())} · ${each(() => environment.setState(state))}`)
  report(
    'state hash · world hash',
    `${each(() => environment.getStateHash())} · ${each(() => environment.getWorldStateHash())}`,
  )
  report(
    `object tree of ${environment.getWorldObjects().length} · visible objects`,
    `${each(() => environment.getWorldObjects())} · ${each(() => environment.getVisibleObjects())}`,
  )
  report(
    `Quetzal file of ${environment.saveQuetzal().length} bytes`,
    each(() => environment.saveQuetzal()),
  )
  benchSearch(environment, walk)
  benchMemory(environment, walk, story)
}

function benchSearch(environment: GameEnvironment, walk: Walk): void {
  const searches = Array.from({ length: SEARCH_POINTS }, (_, point) => {
    walkTo(environment, walk, Math.floor(((point + 0.5) * walk.commands.length) / SEARCH_POINTS))
    const { exits } = environment.getValidExits({}) ?? { exits: [] }
    const { actions, trials } = environment.getValidActions({}) ?? { actions: [], trials: 0 }
    const took = Math.min(...timesOf(SEARCHES, () => environment.getValidActions({})))
    return { took, actions: actions.length, trials, exits: exits.length }
  })
  const times = searches.map(({ took }) => took)
  const list = (kind: 'actions' | 'trials' | 'exits') => searches.map((search) => search[kind]).join(' ')
  report(
    `valid actions at ${SEARCH_POINTS} states, best of ${SEARCHES} at each`,
    `median ${ms(median(times))}, worst ${ms(Math.max(...times))}`,
  )
  const trials = searches.reduce((sum, search) => sum + search.trials, 0)
  const found = searches.reduce((sum, search) => sum + search.actions, 0)
  const all = times.reduce((sum, took) => sum + took, 0)
  report('  a trial · trials an action', `${((1000 * all) / trials).toFixed(0)} us · ${(trials / found).toFixed(1)}`)
  report('  trials', list('trials'))
  report('  actions found · exits found', `${list('actions')} · ${list('exits')}`)
}

function benchMemory(environment: GameEnvironment, walk: Walk, story: Uint8Array): void {
  walkTo(environment, walk, 0)
  const snapshots = measureBytes(() =>
    Array.from({ length: SNAPSHOTS }, (_, turn) => {
      const command = walk.commands[turn % walk.commands.length]!
      if (environment.input.kind === 'ended') walkTo(environment, walk, 0)
      environment.step(command)
      return environment.getState()
    }),
  )
  const copies = measureBytes(() => Array.from({ length: ENVIRONMENTS }, () => environment.copy()))
  const whole = measureBytes(() => openAndAsk(story, 'app'))
  report(`${SNAPSHOTS} snapshots, one a turn`, `${(snapshots / MEGABYTE).toFixed(1)} MB`)
  report(
    'one environment · with all facts of its story',
    `${(copies / ENVIRONMENTS / MEGABYTE).toFixed(2)} MB · ${(whole / MEGABYTE).toFixed(2)} MB`,
  )
}

/** With another header profile the facts of the story are found again, while its compiled code stays warm. */
function openAndAsk(story: Uint8Array, profile: HeaderProfile): GameEnvironment {
  const environment = openEnvironment(story, profile)
  environment.getVisibleObjects()
  environment.getMaxScore()
  environment.getValidActions({})
  environment.getWorldStateHash()
  return environment
}

/** Bytes of heap, array buffers and WebAssembly memories that the result of `make` retains. */
function measureBytes(make: () => unknown): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const inUse = () => {
    collect()
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = inUse()
  const made = make()
  const after = inUse()
  return made === undefined ? 0 : after - before
}

function walkTo(environment: GameEnvironment, { commands, seed }: Walk, turn: number): void {
  environment.reset({ seed })
  for (const command of commands.slice(0, turn)) if (environment.input.kind !== 'ended') environment.step(command)
}

function instructionsOf(environment: GameEnvironment, { commands, seed }: Walk): number {
  environment.reset({ seed })
  return commands.reduce((sum, command) => {
    if (environment.input.kind === 'ended') return sum
    return sum + environment.step(command).info.instructions
  }, 0)
}

/** Milliseconds to play a story that is not compiled yet, in a warm process. */
function coldMs(story: Uint8Array, walk: Walk): number {
  const another = story.slice()
  // With another serial number, the story is unknown and none of it is compiled.
  another[0x12]! ^= 1
  return timeOf(() => walkTo(openEnvironment(another, 'plain'), walk, walk.commands.length))
}

/** Runs the other interpreter with and without the commands, to subtract its start time. */
function peerRate({ path, commands }: Walk, oursMs: number): string {
  const [program = '', ...args] = PEER.split(' ')
  const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/games` }
  const run = (input: string) => spawnSync(program, [...args, path], { input, env })
  if (run('').error !== undefined) return 'not installed'
  const [wholeMs, startMs] = [`${commands.join('\n')}\n`, ''].map((input) =>
    median(timesOf(PEER_RUNS, () => run(input))),
  ) as [number, number]
  const ours = (peerMs: number) => `ours ${(peerMs / oursMs).toFixed(1)} times as fast`
  const playMs = Math.max(0, wholeMs - startMs)
  return `${perSecond(commands.length, wholeMs)}, ${ours(wholeMs)} · ${perSecond(commands.length, playMs)}, ${ours(playMs)}`
}

/** Median duration of a run in microseconds. */
function each(run: () => unknown): string {
  run()
  return `${(median(timesOf(REPETITIONS, run)) * 1000).toFixed(1)} us`
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
