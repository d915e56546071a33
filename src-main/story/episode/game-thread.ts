import { Worker } from 'node:worker_threads'
import { unpackError, type PackedError } from '@shared/base/expected-error'
import type { LocationSurvey } from '@shared/map/location-survey'
import type { ObjectLocation } from '@shared/map/object-location'
import type { EpisodeGame, Examination, GamePast, PlayedTurn, Vocabulary } from './episode-game'
import { type GameRules, STORY_RULES } from './ruled-game'

export type GameCall =
  | { readonly method: 'start'; readonly argument: number }
  | { readonly method: 'resume'; readonly argument: GamePast }
  | { readonly method: 'play'; readonly argument: string }
  | { readonly method: 'locate'; readonly argument: readonly string[] }
  | { readonly method: 'survey' | 'vocabulary' | 'examine' }

/** What a thread is started with. */
export interface GameSetup {
  readonly story: Uint8Array
  readonly rules: GameRules
}

export type GameAnswer = { readonly value: unknown } | { readonly failure: PackedError }

/**
 * The game in its own thread, so that a slow story delays no other episode. `workerFile` is the built game-worker.ts.
 * Calls are answered in order; after `close`, or when the thread dies, they reject.
 */
export function openGameThread(story: Uint8Array, workerFile: string, rules: GameRules = STORY_RULES): EpisodeGame {
  const worker = new Worker(workerFile, { workerData: { story, rules } satisfies GameSetup })
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
  worker.on('exit', () => fail(new Error('The thread of the game has ended.')))

  const ask = (call: GameCall) =>
    new Promise<unknown>((resolve, reject) => {
      if (gone !== null) return reject(gone)
      waiting.push({ resolve, reject })
      worker.postMessage(call)
    })
  return {
    start: (seed) => ask({ method: 'start', argument: seed }) as Promise<PlayedTurn>,
    resume: (past) => ask({ method: 'resume', argument: past }) as Promise<boolean>,
    play: (action) => ask({ method: 'play', argument: action }) as Promise<PlayedTurn>,
    survey: () => ask({ method: 'survey' }) as Promise<LocationSurvey | null>,
    locate: (names) => ask({ method: 'locate', argument: names }) as Promise<readonly ObjectLocation[]>,
    vocabulary: () => ask({ method: 'vocabulary' }) as Promise<Vocabulary>,
    examine: () => ask({ method: 'examine' }) as Promise<Examination>,
    close: async () => void (await worker.terminate()),
  }
}
