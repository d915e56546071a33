import { Worker } from 'node:worker_threads'
import { unpackError, type PackedError } from '@shared/base/expected-error'
import type { EpisodeGame } from './episode-game'
import { type GameRules, STORY_RULES } from './ruled-game'

/** A call of a method of the game. */
export interface GameCall {
  readonly method: Exclude<keyof EpisodeGame, 'close'>
  readonly argument: unknown
}

/** The data that a thread starts with. */
export interface GameSetup {
  readonly story: Uint8Array
  readonly rules: GameRules
  readonly compiledMachines: number
}

export type GameAnswer = { readonly value: unknown } | { readonly failure: PackedError }

/** The live machine and the trial machine. */
const MACHINES_OF_A_GAME = 2
/** Maximum number of concurrent games with compiled code; others are interpreted, see `limitCompiledMachines`. */
const MAX_COMPILED_GAMES = 20
let compiledGames = 0

/**
 * Opens the game in its own thread, so that a slow story does not delay other episodes. `workerFile` is the built
 * game-worker.ts. Calls are answered in order. They reject after `close` and if the thread fails.
 */
export function openGameThread(story: Uint8Array, workerFile: string, rules: GameRules = STORY_RULES): EpisodeGame {
  const isCompiled = compiledGames < MAX_COMPILED_GAMES
  if (isCompiled) compiledGames++
  const compiledMachines = isCompiled ? MACHINES_OF_A_GAME : 0
  const worker = new Worker(workerFile, { workerData: { story, rules, compiledMachines } satisfies GameSetup })
  const waiting: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = []
  let gone: Error | null = null
  const fail = (error: Error) => {
    gone ??= error
    for (const { reject } of waiting.splice(0)) reject(gone)
  }
  worker.on('message', (answer: GameAnswer) => {
    const asked = waiting.shift()
    if ('failure' in answer) asked?.reject(unpackError(answer.failure))
    else asked?.resolve(answer.value)
  })
  worker.on('error', (error: Error) => fail(new Error(`The thread of the game failed: ${error.message}`)))
  worker.on('exit', () => {
    if (isCompiled) compiledGames--
    fail(new Error('The thread of the game has ended.'))
  })

  const call =
    <Method extends GameCall['method']>(method: Method) =>
    (argument?: unknown) =>
      new Promise<unknown>((resolve, reject) => {
        if (gone !== null) return reject(gone)
        waiting.push({ resolve, reject })
        worker.postMessage({ method, argument } satisfies GameCall)
      }) as ReturnType<EpisodeGame[Method]>
  return {
    start: call('start'),
    resume: call('resume'),
    play: call('play'),
    survey: call('survey'),
    locate: call('locate'),
    names: call('names'),
    vocabulary: call('vocabulary'),
    examine: call('examine'),
    close: async () => void (await worker.terminate()),
  }
}
