import { expect } from 'vitest'
import type { GameEnvironment } from '../environment'
import { openEnvironment } from '../live-environment'
import { walkAtRandom } from '../random-walk.testkit'

const STEPS = 60

/** Compares the story's replies to `look`, `inventory` and `score` with the facts in memory, at each step of a walk. */
export function compareFacts(story: Uint8Array, seed: number): void {
  const environment = openEnvironment(story, 'plain')
  let compared = 0
  for (const { command } of walkAtRandom(environment, seed, STEPS)) {
    if (environment.input.kind !== 'line' || environment.gameOver() !== false) continue
    const [look, inventory, score] = [
      ask(environment, 'look'),
      ask(environment, 'inventory'),
      ask(environment, 'score'),
    ]
    // All three replies are the same if the story asks a question.
    if (look === inventory) continue
    compared++
    const title = look.split('\n').find((line) => line.trim() !== '') ?? ''
    if (!/dark|pitch black/i.test(look))
      expect([command, title.slice(0, environment.getLocation()?.name.length)]).toEqual([
        command,
        environment.getLocation()?.name,
      ])
    const stated = /(?:score is|scored) (-?\d+)/.exec(score)?.[1]
    const moves = /(\d+) (?:moves?|turns?)/.exec(score)?.[1]
    if (stated !== undefined) expect([command, environment.getScore()]).toEqual([command, Number(stated)])
    if (moves !== undefined) expect([Number(moves), Number(moves) - 1]).toContain(environment.getMoves())
    for (const { name } of environment.getInventory() ?? [])
      expect([command, inventory.includes(name) || inventory.includes(`${name}s`)]).toEqual([command, true])
  }
  expect(compared).toBeGreaterThan(STEPS / 2)
}

function ask(environment: GameEnvironment, question: string): string {
  return environment.copy().step(question).observation
}
