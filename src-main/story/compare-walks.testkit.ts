import { expect } from 'vitest'
import type { Facts } from '@shared/episode/log/event'
import { moveOf } from '@shared/episode/state/move'
import { mirrorCommand, mirrorSurvey, mirrorText } from '@shared/map/mirror'
import { emptyMap, recordMove, type WorldMap } from '@shared/map/world-map'
import type { GameEnvironment, NamedObject } from './environment'
import { observe } from './facts/observe'
import { openEnvironment } from './live-environment'
import { walkAtRandom } from './random-walk.testkit'

const STEPS = 40

interface Mirror {
  readonly text: (text: string) => string
  readonly command: (command: string) => string
}
export const MIRROR: Mirror = { text: mirrorText, command: mirrorCommand }
export const NONE: Mirror = { text: (text) => text, command: (command) => command }

const namesThrough = (
  { text }: Mirror,
  { location, inventory, visible }: Pick<Facts, 'location' | 'inventory' | 'visible'>,
) => {
  const name = (object: NamedObject) => ({ ...object, name: text(object.name) })
  return { location: location && name(location), inventory: inventory?.map(name), visible: visible?.map(name) }
}

function mapThrough({ text, command }: Mirror, { here, locations }: WorldMap) {
  const all = Object.values(locations).map((location) => ({
    ...location,
    name: text(location.name),
    reachedBy: location.reachedBy && { ...location.reachedBy, exit: command(location.reachedBy.exit) },
    exits: Object.fromEntries(Object.entries(location.exits).map(([exit, to]) => [command(exit), to])),
  }))
  return { here, all }
}

/**
 * Plays the same random walk in the story and in the game that `open` returns. Text, facts and maps of that game must
 * be those of the story with `through` applied.
 */
export function compareWalks(story: Uint8Array, open: () => GameEnvironment, through: Mirror): void {
  const plain = openEnvironment(story, 'app')
  const other = open()
  let [plainMap, otherMap] = [emptyMap, emptyMap]
  let turn = 0
  const same = (a: unknown, b: unknown) => expect([turn, a]).toEqual([turn, b])
  for (const { command, text } of walkAtRandom(plain, 11, STEPS)) {
    const said = turn === 0 ? null : command
    const step = turn === 0 ? other.reset({ seed: 11 }) : other.step(through.command(command))
    same(step.observation + step.prompt, through.text(text))
    const seen = observe(other, step)
    const names = plain.getNames()
    same(namesThrough(NONE, seen), namesThrough(through, names))
    same([seen.score, seen.moves, other.getStateHash()], [plain.getScore(), plain.getMoves(), plain.getStateHash()])
    const observed = { ...observe(plain, step), text: through.text(step.observation) }
    plainMap = recordMove(plainMap, moveOf(turn, said, observed))
    otherMap = recordMove(otherMap, moveOf(turn, said === null ? null : through.command(said), seen))
    turn++
  }
  same(mapThrough(NONE, otherMap), mapThrough(through, plainMap))
  const survey = plain.getSurvey()
  same(other.getSurvey(), survey && through === MIRROR ? mirrorSurvey(survey) : survey)
  const limits = { maxTrials: 200 }
  const actions = (environment: GameEnvironment) =>
    environment.getValidActions(limits)?.actions.map(({ action }) => action)
  same(actions(other), actions(plain)?.map(through.command))
  const exits = (environment: GameEnvironment) => environment.getValidExits(limits)?.exits
  same(
    exits(other),
    exits(plain)?.map((exit) => ({
      ...exit,
      direction: through.command(exit.direction),
      reply: through.text(exit.reply),
    })),
  )
  const words = (environment: GameEnvironment) => environment.getDictionary().map(({ word }) => word)
  same(words(other), words(plain).map(through.command))
  same(
    other.getWorldObjects().map(({ name }) => name),
    plain.getWorldObjects().map(({ name }) => through.text(name)),
  )
}
