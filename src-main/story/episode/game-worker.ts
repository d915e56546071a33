// The thread of one episode's game: it answers the calls of game-thread.ts one after another.
import { parentPort, workerData } from 'node:worker_threads'
import { packError } from '@shared/base/expected-error'
import { type EpisodeGame, openEpisodeGame } from './episode-game'
import type { GameAnswer, GameCall, GameSetup } from './game-thread'

const { story, rules } = workerData as GameSetup
const game = openEpisodeGame(story, rules)

parentPort!.on('message', (call: GameCall) => {
  answer(game, call).then(
    (value) => parentPort!.postMessage({ value } satisfies GameAnswer),
    (error: unknown) => parentPort!.postMessage({ failure: packError(error) } satisfies GameAnswer),
  )
})

function answer(game: EpisodeGame, call: GameCall): Promise<unknown> {
  switch (call.method) {
    case 'start':
      return game.start(call.argument)
    case 'resume':
      return game.resume(call.argument)
    case 'play':
      return game.play(call.argument)
    case 'survey':
      return game.survey()
    case 'locate':
      return game.locate(call.argument)
    case 'vocabulary':
      return game.vocabulary()
    case 'examine':
      return game.examine()
  }
}
