import { describe, expect, it } from 'vitest'
import type { GameEnvironment } from './environment'
import { openTrialMachine } from './facts/trial-machine'
import { compileStory, INFORM_IS_ABSENT, NEEDS_INFORM, readStory } from './inform.testkit'
import { openEnvironment } from './live-environment'
import { readHeader, HEADER_PROFILES } from './zmachine/header'

const names = (objects: readonly { readonly name: string }[] | null) => objects?.map(({ name }) => name)

function play(story: Uint8Array, commands: readonly string[], profile: 'plain' | 'app' = 'app'): GameEnvironment {
  const environment = openEnvironment(story, profile)
  environment.reset({ seed: 1 })
  for (const command of commands) environment.step(command)
  return environment
}

describe.each(['manor.z3', 'manor.z4', 'manor.z5'])('%s, a story without a library', (fileName) => {
  const story = readStory(fileName)

  it('finds room, player, score and moves, although `wait` adds three moves and the maximum score ends the game', () => {
    const environment = play(story, ['open box', 'take pearl', 'wait'])
    expect(environment.support).toMatchObject({ player: 'inferred', grammar: 'exact' })
    expect([
      environment.getLocation()?.name,
      environment.getPlayerObject()?.name,
      names(environment.getInventory()),
    ]).toEqual(['Great Hall', 'butler', ['pearl']])
    expect([environment.getScore(), environment.getMaxScore(), environment.getMoves()]).toEqual([5, 17, 5])
  })

  it('distinguishes its vehicle from its room', () => {
    const environment = play(story, ['e', 'board canoe', 'e'])
    expect([environment.getLocation()?.name, environment.getPlayerLocation()?.name]).toEqual(['Lake', 'canoe'])
    expect(names(environment.getVisibleObjects())).toEqual(['canoe', 'thief'])
  })

  it('shows nothing in the dark, though no global variable indicates the dark', () => {
    expect(names(play(story, ['n', 'd']).getVisibleObjects())).toEqual([])
    expect(names(play(story, ['n', 'take lantern', 'light lantern', 'd']).getVisibleObjects())).toEqual(
      expect.arrayContaining(['skull', 'lantern']),
    )
  })

  it('ends in death and in victory, but not at a question', () => {
    const sure = play(story, ['quit'])
    expect([sure.gameOver(), sure.victory()]).toEqual([false, false])
    const dead = play(story, ['e', 'e', 'attack thief'])
    expect([dead.gameOver(), dead.victory()]).toEqual([true, false])
    const won = play(story, [
      'open box',
      'take pearl',
      'n',
      'take apple',
      'take lantern',
      'light lantern',
      'd',
      'take skull',
    ])
    expect([won.gameOver(), won.victory(), won.getScore()]).toEqual([true, true, 17])
  })

  it("has valid actions, found with the grammar of Inform's first version", () => {
    const actions = play(story, ['open box'])
      .getValidActions({})
      ?.actions.flatMap(({ action, equivalents }) => [action, ...equivalents])
    expect(actions).toEqual(
      expect.arrayContaining(['north', 'east', 'take wooden box', 'take pearl', 'close wooden box']),
    )
    const holding = play(story, ['open box', 'take pearl'])
      .getValidActions({})
      ?.actions.flatMap(({ action, equivalents }) => [action, ...equivalents])
    expect(holding).toEqual(expect.arrayContaining(['put pearl in wooden box', 'drop pearl']))
  })
})

describe('a story that makes another object the player without notice', () => {
  const story = readStory('twins.z5')
  const where = (commands: readonly string[]) => {
    const environment = play(story, commands)
    const { location, inventory } = environment.getNames()
    return [environment.getPlayerObject()?.name, location?.name, names(inventory)]
  }

  it('has its player, location and inventory found again, in both directions', () => {
    expect(where(['take'])).toEqual(['sleeper', 'Bedroom', ['pillow']])
    expect(where(['take', 'sleep'])).toEqual(['dreamer', 'Garden', []])
    expect(where(['take', 'sleep', 'north', 'take'])).toEqual(['dreamer', 'Meadow', ['stone']])
    expect(where(['take', 'sleep', 'north', 'wake'])).toEqual(['sleeper', 'Bedroom', ['pillow']])
  })

  it('has an unknown player where it refuses `inventory`, and a known one in the next location', () => {
    expect(where(['take', 'down'])).toEqual([undefined, undefined, undefined])
    expect(where(['take', 'down', 'look', 'up'])).toEqual(['sleeper', 'Bedroom', ['pillow']])
    expect(where(['take', 'down', 'up', 'sleep'])).toEqual(['dreamer', 'Garden', []])
  })

  it('has the found player again when a state is restored', () => {
    const environment = play(story, ['sleep'])
    const asleep = environment.getState()
    environment.reset({ seed: 1 })
    expect(environment.getLocation()?.name).toBe('Bedroom')
    environment.setState(asleep)
    expect([environment.getLocation()?.name, environment.copy().getLocation()?.name]).toEqual(['Garden', 'Garden'])
  })

  it('has the same player, location and inventory while a question is answered', () => {
    expect(where(['sleep', 'fall'])).toEqual(['dreamer', 'Garden', []])
  })
})

it('an experiment ends when its budget is spent, and the next one has a full budget', () => {
  const data = readStory('twins.z5')
  const trialMachine = openTrialMachine(data, readHeader(data), HEADER_PROFILES.app)
  const { start } = trialMachine
  const look = () => start && trialMachine.runFrom(start, 'look')
  trialMachine.startExperiment(1)
  expect([look(), look()]).toEqual([
    { reply: '', isInconclusive: true },
    { reply: '', isInconclusive: true },
  ])
  trialMachine.startExperiment()
  expect(look()?.isInconclusive).toBe(false)
})

describe('a story that asks for a name at its start', () => {
  const story = readStory('names.z3')

  it('is not over at an opening question, even if only `restart` and `quit` leave it immediately', () => {
    const environment = openEnvironment(story, 'app')
    const asked = ['Anna', 'Smith', 'perhaps', 'yes'].map((answer) => {
      const { observation, prompt, done } = environment.step(answer)
      return [observation.split('\n')[0] + prompt, done]
    })
    expect(asked).toEqual([
      ['And your last name?>', false],
      ['Is that right?>', false],
      ['Is that right?>', false],
      ['>', false],
    ])
    expect(environment.gameOver()).toBe(false)
  })

  it('is over at the menu after a death', () => {
    const dead = play(story, ['Anna', 'Smith', 'yes', 'die'])
    expect([dead.gameOver(), dead.victory(), dead.emulatorHalted()]).toEqual([true, false, false])
    const state = dead.getState()
    dead.reset({ seed: 1 })
    dead.setState(state)
    expect(dead.gameOver()).toBe(true)
  })
})

describe.skipIf(INFORM_IS_ABSENT)(`a story with an unusual beginning${NEEDS_INFORM}`, () => {
  const playDark = (commands: readonly string[]) => play(compileStory('dark', 5), ['', 'no', ...commands])

  it('finds room and player in a boat in the dark, and no score if the story has none', () => {
    const environment = playDark([])
    expect([environment.getLocation()?.name, environment.getPlayerLocation()?.name]).toEqual(['Deep Cave', 'boat'])
    expect(environment.support).toMatchObject({
      player: 'inferred',
      room: 'inferred',
      score: 'none',
      moves: 'inferred',
    })
    expect([environment.getScore(), environment.getMaxScore(), environment.getMoves()]).toEqual([null, null, 0])
  })

  it('shows what is in an open container, if there is light', () => {
    const seen = (commands: readonly string[]) => names(playDark(commands).getVisibleObjects())
    expect(seen(['e'])).toEqual(expect.arrayContaining(['box', 'bomb']))
    expect(seen(['e'])).not.toContain('coin')
    expect(seen(['e', 'open box'])).toContain('coin')
    // In the dark, the contents of the player's boat are not visible either.
    expect(seen(['e', 'w'])).toEqual([])
    expect(seen(['turn on torch'])).toEqual([])
    expect(seen(['e', 'w', 'enter boat', 'take torch'])).toEqual([])
  })

  it('a question is not the end, but the menu after a death or a victory is', () => {
    const asked = playDark(['e', 'quit'])
    expect([asked.gameOver(), asked.victory()]).toEqual([false, false])
    const dead = playDark(['e', 'push bomb'])
    expect([dead.gameOver(), dead.victory(), dead.emulatorHalted()]).toEqual([true, false, false])
    const won = playDark(['e', 'pull bomb'])
    expect([won.gameOver(), won.victory()]).toEqual([true, true])
  })

  it('a player who dies with 0 of 0 points has not won', () => {
    const dead = play(compileStory('cliff', 5), ['open gate', 'e', 'n'])
    expect([dead.getScore(), dead.getMaxScore(), dead.gameOver(), dead.victory()]).toEqual([0, 0, true, false])
  })
})

describe.skipIf(INFORM_IS_ABSENT)(`stories of Inform's library${NEEDS_INFORM}`, () => {
  it('in a boat that moves, the room is the place of the boat, and points of all kinds are counted', () => {
    const environment = play(compileStory('ferry', 8), ['enter boat', 'take oar', 'e'])
    expect([
      environment.getLocation()?.name,
      environment.getPlayerLocation()?.name,
      names(environment.getInventory()),
    ]).toEqual(['East Bank', 'ferry boat', ['long oar']])
    expect([environment.getScore(), environment.getMaxScore()]).toEqual([13, 30])
  })

  it('if the player becomes another character, room and inventory are those of that character', () => {
    const environment = play(compileStory('ferry', 5), ['s', 'take key', 'u', 'push button'])
    expect([
      environment.getPlayerObject()?.name,
      environment.getLocation()?.name,
      names(environment.getInventory()),
    ]).toEqual(['twin', 'Orchard', ['copper ring']])
    expect(
      names(play(compileStory('ferry', 5), ['s', 'take key', 'u', 'push button', 'push me']).getInventory()),
    ).toEqual(['brass key'])
  })

  it('the content of a glass jar is visible, the content of a closed satchel is not', () => {
    expect(names(play(compileStory('ferry', 5), ['s']).getVisibleObjects())).toEqual(
      expect.arrayContaining(['workbench', 'glass jar', 'green beetle', 'straw hat']),
    )
    expect(names(play(compileStory('ferry', 5), ['s', 'u']).getVisibleObjects())).toContain('satchel')
  })

  it('where the status line shows the time, the score is the one in the reply to `score`', () => {
    const environment = play(compileStory('clock', 7), ['w', 'n', 'pull lever', 'pull lever'])
    expect([environment.getScore(), environment.getMaxScore(), environment.getLocation()?.name]).toEqual([
      2,
      10,
      'Clock Tower',
    ])
    const ended = play(compileStory('clock', 7), ['w', 'n', 'push lever'])
    expect([ended.gameOver(), ended.victory()]).toEqual([true, null])
  })

  it.each([5, 8] as const)(
    'in version %i, moves that no global variable counts are found in the table that counts them',
    (version) => {
      const environment = play(compileStory('ledger', version), ['rub stamp', 'e'])
      expect([environment.getScore(), environment.getMoves(), environment.getMaxScore()]).toEqual([5, 2, 30])
      expect(environment.support).toMatchObject({ score: 'inferred', moves: 'inferred' })
      expect(environment.step('wait').info.moves).toBe(3)
    },
  )

  it.each([5, 8] as const)('in version %i, moves that only the reply to `score` states are found', (version) => {
    const environment = play(compileStory('tally', version), ['rub stamp', 'e'])
    expect([environment.getScore(), environment.getMoves(), environment.getMaxScore()]).toEqual([5, 2, 30])
    expect(environment.step('wait').info.moves).toBe(3)
  })

  it('a score that turns out to be a sum of several numbers is unknown from then on', () => {
    const environment = play(compileStory('clock', 5), ['w', 'n', 'pull lever'])
    expect([environment.getScore(), environment.support.score]).toEqual([1, 'inferred'])
    expect(environment.step('turn knob').info.score).toBeNull()
    expect([environment.getScore(), environment.support.score]).toEqual([null, 'none'])
    environment.reset({ seed: 1 })
    expect(environment.getScore()).toBe(0)
  })

  it('a menu of single keys is not the end', () => {
    const environment = play(compileStory('clock', 5), ['menu'])
    expect([environment.input.kind, environment.gameOver()]).toEqual(['char', false])
    expect(environment.getLocation()?.name).toBe('Cell')
  })

  it('a menu that only one key leaves does not hide the game after it', () => {
    const environment = play(compileStory('lift', 5), ['n', 'Anna', 'yes'])
    expect([environment.getLocation()?.name, environment.support.player]).toEqual(['Lift', 'inferred'])
  })

  it('rooms with the same name are two locations', () => {
    const [first, second] = [['w'], ['w', 's']].map((commands) =>
      play(compileStory('clock', 5), commands).getLocation(),
    )
    expect([first?.name, second?.name]).toEqual(['Corridor', 'Corridor'])
    expect(first?.num).not.toBe(second?.num)
  })
})
