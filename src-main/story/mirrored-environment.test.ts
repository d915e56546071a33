import { describe, expect, it } from 'vitest'
import { mirrorCommand } from '@shared/map/mirror'
import { compareWalks, MIRROR } from './compare-walks.testkit'
import { passPauses } from './episode/pass-pauses'
import { readStory } from './inform.testkit'
import { openDisguised } from './mirrored-environment'
import { readBundled, readZork } from './story-files.testkit'

/** More stories, and stories mirrored twice, are in mirrored-environment.long.test.ts. */
it.each<[string, () => Uint8Array]>([
  ['Low Water', () => readBundled('low-water').story],
  ['Glass Weather', () => readBundled().story],
  ['Zork I', () => readZork(1)],
  ['a story of version 5', () => readStory('manor.z5')],
])('%s, mirrored, has east and west exchanged: text, names, map, exits, valid actions and words', (_name, read) => {
  const story = read()
  compareWalks(story, () => openDisguised(story, 'app', 'mirror'), MIRROR)
})

describe.each([
  ['glass-weather', 100],
  ['low-water', 25],
] as const)('the walkthrough of %s', (name, most) => {
  const { story, walkthrough } = readBundled(name)
  const play = (commands: readonly string[]) => {
    const environment = openDisguised(story, 'app', 'mirror')
    environment.reset({ seed: 1 })
    for (const command of commands) if (environment.input.kind !== 'ended') environment.step(command)
    return environment
  }

  it('reaches the maximum score if it is mirrored as well', () => {
    const won = play(walkthrough.map(mirrorCommand))
    expect([won.getScore(), won.victory()]).toEqual([most, true])
  })

  it('fails if it is not mirrored', () => expect(play(walkthrough).getScore()).toBeLessThan(most))
})

describe('a mirrored game', () => {
  const game = openDisguised(readZork(1), 'app', 'mirror')

  it('continues mirrored from a copy, a saved state and a Quetzal file', () => {
    game.reset({ seed: 1 })
    const [state, quetzal] = [game.getState(), game.saveQuetzal()]
    const copy = game.copy()
    expect(copy.step('nw').info.statusLine).toMatch(/^North of House/)
    copy.setState(state)
    expect(copy.getLocation()?.name).toBe('East of House')
    game.step('nw')
    game.restoreQuetzal(quetzal)
    expect(game.getNames().location?.name).toBe('East of House')
  })

  it('answers in the words of the player', () => {
    game.reset({ seed: 1 })
    expect(game.step('take westward').observation).toMatch(/"westward"/)
    expect(game.step('sw. say "e". look').observation).toMatch(/^South of House/)
  })

  it('has its pauses passed', () => {
    const paused = openDisguised(readStory('pauses.z5'), 'app', 'mirror')
    expect(passPauses(paused, paused.reset({ seed: 1 })).keys).toEqual(['space', 'space'])
  })
})
