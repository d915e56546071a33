import { expect, it } from 'vitest'
import { readBundled } from '../story-files.testkit'
import { describeExits, describeObjects, playCommands, type GameLine } from './play-commands'

function play(commands: readonly string[], { story } = readBundled()) {
  const lines: GameLine[] = []
  const playing = playCommands(story, { seed: 1, profile: 'plain', commands })
  for (;;) {
    const { done, value } = playing.next()
    if (done === true) return { lines, environment: value }
    lines.push(value)
  }
}

it('there is a line for the start and one for each command', () => {
  const { lines } = play(['take crook', 'west'])
  expect(lines.map(({ command }) => command)).toEqual([null, 'take crook', 'west'])
  expect(lines[2]).toMatchObject({
    score: 0,
    moves: 2,
    location: { name: 'Sheepfold' },
    input: 'line',
    victory: false,
    game_over: false,
  })
  expect(lines[1]?.inventory?.map(({ name }) => name)).toEqual(["shepherd's crook", 'printed card'])
})

it.each([
  ['glass-weather', 100],
  ['low-water', 25],
] as const)('the walkthrough of %s ends in victory with all points', (name, score) => {
  const bundled = readBundled(name)
  expect(play(bundled.walkthrough, bundled).lines.at(-1)).toMatchObject({ score, victory: true, game_over: true })
})

it('nothing is played after the end', () => {
  const { lines } = play(['quit', 'yes', 'look'])
  expect(lines).toHaveLength(3)
  expect(lines[2]).toMatchObject({ input: 'ended', game_over: true })
})

it('exits and objects are listed for the state after the commands', () => {
  const { environment } = play(['west'])
  expect(describeExits(environment, {})?.exits).toMatchObject([{ direction: 'east', to: { name: 'Fell Gate' } }])
  const player = environment.getPlayerObject()!
  expect(describeObjects(environment).find(({ id }) => id === player.num)).toMatchObject({
    parent: environment.getLocation()!.num,
  })
})
