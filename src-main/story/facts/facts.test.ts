import { describe, expect, it } from 'vitest'
import type { GameEnvironment } from '../environment'
import { compileStory, INFORM_IS_ABSENT, NEEDS_INFORM, readStory } from '../inform.testkit'
import { openEnvironment } from '../live-environment'
import { walkAtRandom } from '../random-walk.testkit'
import { readBundled, readZork } from '../story-files.testkit'

const STEPS = 60
const SEEDS = [5, 21]

/**
 * What the story says of itself when it is asked, beside what the environment reads in its memory: at every step of a
 * walk.
 */
function compareFacts(story: Uint8Array): void {
  const environment = openEnvironment(story, 'plain')
  let compared = 0
  for (const seed of SEEDS) {
    for (const { command } of walkAtRandom(environment, seed, STEPS)) {
      if (environment.input.kind !== 'line' || environment.gameOver() !== false) continue
      const [look, inventory, score] = [
        ask(environment, 'look'),
        ask(environment, 'inventory'),
        ask(environment, 'score'),
      ]
      // A question of the story's own answers all three alike.
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
  }
  expect(compared).toBeGreaterThan(STEPS)
}

function ask(environment: GameEnvironment, question: string): string {
  return environment.copy().step(question).observation
}

describe('room, score, moves and inventory equal the replies of the story', () => {
  it.each(['manor.z3', 'manor.z4', 'manor.z5', 'adit.z3'])('in %s', (fileName) => compareFacts(readStory(fileName)))
  it('in the bundled story', () => compareFacts(readBundled().story))
  it.skipIf(INFORM_IS_ABSENT).each([
    ['ferry', 5],
    ['ferry', 8],
    ['clock', 7],
  ] as const)(`in %s, version %i${NEEDS_INFORM}`, (name, version) => compareFacts(compileStory(name, version)))
  it.each([1, 2, 3] as const)('in Zork %i', (part) => compareFacts(readZork(part)))
})
