// The thread of one episode's game: it answers the calls of game-thread.ts one after another.
import { parentPort, workerData } from 'node:worker_threads'
import { packError } from '@shared/base/expected-error'
import { limitCompiledMachines } from '../zmachine/memory/machine-space'
import { openEpisodeGame } from './episode-game'
import type { GameAnswer, GameCall, GameSetup } from './game-thread'

const { story, rules, compiledMachines } = workerData as GameSetup
limitCompiledMachines(compiledMachines)
const game = openEpisodeGame(story, rules)

parentPort!.on('message', ({ method, argument }: GameCall) => {
  const call = game[method] as (argument: unknown) => Promise<unknown>
  call(argument).then(
    (value) => parentPort!.postMessage({ value } satisfies GameAnswer),
    (error: unknown) => parentPort!.postMessage({ failure: packError(error) } satisfies GameAnswer),
  )
})
