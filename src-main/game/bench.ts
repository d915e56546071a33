import { spawnSync } from 'node:child_process'
import { serialize } from 'node:v8'
import { openEnvironment, type GameEnvironment } from './environment'

export interface GameBenchOptions {
  readonly story: Uint8Array
  /** Path of the same story, for the peer interpreter. */
  readonly storyPath: string
  /** A walkthrough, and the seed it was made for. */
  readonly commands: readonly string[]
  readonly seed: number
  readonly print: (line: string) => void
}

const WALKS = 8
const REPETITIONS = 300
const SEARCH_POINTS = 10
const PEER_RUNS = 5
const PEERS = ['dfrotz', '/usr/games/dfrotz']

/** Prints the figures of the game core: turns per second beside dfrotz where it is installed, snapshots, hashes, object tree, exits and valid actions. */
export function benchGame({ story, storyPath, commands, seed, print }: GameBenchOptions): void {
  const bootedMs = time(() => openEnvironment(story, 'plain'))
  const environment = openEnvironment(story, 'plain')
  const walk = () => {
    environment.reset({ seed })
    for (const command of commands) if (environment.input.kind !== 'ended') environment.step(command)
  }
  walk()
  const walkMs = Array.from({ length: WALKS }, () => time(walk))
  const rate = (ms: number) => `${Math.round((commands.length * 1000) / ms).toLocaleString('en-US')} turns/s`
  print(`walkthrough of ${commands.length} commands: ${rate(median(walkMs))} (best ${rate(Math.min(...walkMs))}); dfrotz with start-up: ${peerRate(storyPath, commands, seed, rate)}`)
  print(`open with first boot ${bootedMs.toFixed(1)} ms; reset ${time(() => environment.reset({ seed })).toFixed(2)} ms`)

  walkTo(environment, commands, seed, Math.floor(commands.length / 2))
  const state = environment.getState()
  print(`snapshot ${eachUs(() => environment.getState())} us, restore ${eachUs(() => environment.setState(state))} us, state hash ${eachUs(() => environment.getStateHash())} us, world hash ${eachUs(() => environment.getWorldStateHash())} us`)
  print(`object tree of ${environment.getWorldObjects().length} objects ${eachUs(() => environment.getWorldObjects())} us, visible objects ${eachUs(() => environment.getVisibleObjects())} us, Quetzal ${eachUs(() => environment.saveQuetzal())} us, ${environment.saveQuetzal().length} bytes`)
  print(`a thousand snapshots take ${((serialize(environment.getState()).byteLength * 1000) / 1e6).toFixed(1)} MB`)
  benchSearch(environment, commands, seed, print)
}

function benchSearch(environment: GameEnvironment, commands: readonly string[], seed: number, print: (line: string) => void): void {
  const searches: { ms: number; trials: number; actions: number; exits: number }[] = []
  for (let point = 0; point < SEARCH_POINTS; point++) {
    walkTo(environment, commands, seed, Math.floor(((point + 0.5) * commands.length) / SEARCH_POINTS))
    const exits = environment.getValidExits({})?.exits.length ?? 0
    let found = environment.getValidActions({})
    const ms = time(() => {
      found = environment.getValidActions({})
    })
    if (found !== null) searches.push({ ms, trials: found.trials, actions: found.actions.length, exits })
  }
  if (searches.length === 0) return print('valid actions: not supported for this story')
  const times = searches.map(({ ms }) => ms)
  print(`valid actions at ${searches.length} states: median ${median(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms; trials ${searches.map(({ trials }) => trials).join(' ')}`)
  print(`actions found ${searches.map(({ actions }) => actions).join(' ')}; exits ${searches.map(({ exits }) => exits).join(' ')}`)
}

function walkTo(environment: GameEnvironment, commands: readonly string[], seed: number, turn: number): void {
  environment.reset({ seed })
  for (const command of commands.slice(0, turn)) environment.step(command)
}

function peerRate(storyPath: string, commands: readonly string[], seed: number, rate: (ms: number) => string): string {
  const peer = PEERS.find((path) => spawnSync(path, ['-v']).error === undefined)
  if (peer === undefined) return 'not installed'
  const input = `${commands.join('\n')}\n`
  return rate(median(Array.from({ length: PEER_RUNS }, () => time(() => spawnSync(peer, ['-s', String(seed), '-m', '-p', '-w', '200', storyPath], { input })))))
}

function time(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

function eachUs(run: () => unknown): string {
  run()
  return ((time(() => { for (let index = 0; index < REPETITIONS; index++) run() }) * 1000) / REPETITIONS).toFixed(1)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
