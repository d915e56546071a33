import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GameEnvironment } from './environment'
import { openEnvironment } from './live-environment'
import { readBundled, readZork } from './story-files.testkit'

const { story, walkthrough } = readBundled()
const names = (objects: readonly { readonly name: string }[] | null) => objects?.map(({ name }) => name)

function playTo(turn: number, file = story, commands = walkthrough): GameEnvironment {
  const environment = openEnvironment(file, 'app')
  environment.reset({ seed: 1 })
  for (const command of commands.slice(0, turn)) environment.step(command)
  return environment
}

/** All answers about a state that must be equal for equal states. */
function describeState(environment: GameEnvironment) {
  return {
    hash: environment.getStateHash(),
    score: environment.getScore(),
    moves: environment.getMoves(),
    location: environment.getLocation()?.num,
    inventory: names(environment.getInventory()),
    visible: names(environment.getVisibleObjects()),
    input: environment.input,
    over: environment.gameOver(),
  }
}

const commands = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...walkthrough,
      'look',
      'wait',
      'inventory',
      'drop all',
      'take all',
      'undo',
      'save',
      'restore',
      'restart',
      'yes',
      'no',
      'qzxvk',
    ),
    fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[\n\r]/g, ' ')),
  ),
  { maxLength: 12 },
)

describe('a story whose facts are found by calibration', () => {
  it('reads room, inventory and visible objects, and follows score and moves to the end', () => {
    const environment = playTo(0)
    expect(environment.support).toEqual({
      score: 'inferred',
      moves: 'inferred',
      player: 'inferred',
      room: 'inferred',
      ending: 'inferred',
      grammar: 'exact',
      validActions: 'inferred',
    })
    expect(environment.getLocation()?.name).toBe('Fell Gate')
    expect(names(environment.getInventory())).toEqual(['printed card'])
    expect(names(environment.getVisibleObjects())).toContain("shepherd's crook")
    for (const command of walkthrough) environment.step(command)
    expect([
      environment.getScore(),
      environment.getMaxScore(),
      environment.getMoves(),
      environment.victory(),
      environment.gameOver(),
    ]).toEqual([100, 100, 77, true, true])
  })

  it('never shows what is in a closed container, and shows it when it is open', () => {
    const turn = walkthrough.indexOf('open locker')
    expect(names(playTo(turn).getVisibleObjects())).not.toContain('storm lantern')
    expect(names(playTo(turn + 1).getVisibleObjects())).toContain('storm lantern')
  })

  it('shows only carried things in the dark', () => {
    const turn = walkthrough.indexOf('turn on lantern')
    const commandsInTheDark = [...walkthrough.slice(0, turn), 'down']
    const environment = playTo(commandsInTheDark.length, story, commandsInTheDark)
    expect(environment.getLocation()?.name).toBe('Cellar')
    expect(names(environment.getVisibleObjects())).toEqual(names(environment.getInventory()))
  })

  it('the reward of a step is the change of the score', () => {
    const environment = playTo(walkthrough.indexOf('take blue bottle'))
    expect(environment.step('take blue bottle').reward).toBe(5)
    expect(environment.step('look').reward).toBe(0)
  })
})

describe('states', () => {
  it('when restored, play exactly as before, whatever was done in between', () => {
    fc.assert(
      fc.property(commands, commands, commands, (before, between, after) => {
        const environment = playTo(0)
        const play = (actions: readonly string[]) =>
          actions.map((action) => {
            if (environment.input.kind === 'ended') return null
            const { observation, prompt, info } = environment.step(action)
            return [observation, prompt, info.score, info.moves, describeState(environment)]
          })
        play(before)
        const state = structuredClone(environment.getState())
        const start = describeState(environment)
        const expected = play(after)
        environment.setState(state)
        play(between)
        environment.setState(state)
        expect(describeState(environment)).toEqual(start)
        expect(play(after)).toEqual(expected)
      }),
      { numRuns: 15 },
    )
  })

  it('a copy plays independently', () => {
    const environment = playTo(5)
    const copy = environment.copy()
    expect(copy.getStateHash()).toBe(environment.getStateHash())
    copy.step('north')
    expect(copy.getStateHash()).not.toBe(environment.getStateHash())
  })

  it('with different random numbers ahead have different hashes', () => {
    const [one, other] = [playTo(3), playTo(3)]
    other.seed(2)
    expect({ ...describeState(other), hash: null }).toEqual({ ...describeState(one), hash: null })
    expect(other.getStateHash()).not.toBe(one.getStateHash())
    for (const environment of [one, other]) environment.seed(7)
    expect(other.getStateHash()).toBe(one.getStateHash())
  })

  it('queries do not change the live state', () => {
    const environment = playTo(12)
    const hash = environment.getStateHash()
    environment.getValidExits({})
    environment.getValidActions({ maxTrials: 200 })
    environment.getWorldStateHash()
    environment.getWorldDiff()
    expect(environment.getStateHash()).toBe(hash)
  })

  it('a step after the end is refused, and so is a newline', () => {
    const environment = playTo(0)
    expect(() => environment.step('look\nlook')).toThrow('newline')
    environment.step('quit')
    environment.step('yes')
    expect(environment.emulatorHalted()).toBe(true)
    expect(() => environment.step('look')).toThrow('ended')
  })
})

describe('the world', () => {
  it('is not changed by null actions', () => {
    const environment = playTo(30)
    for (const action of ['wait', 'look', 'qzxvk']) {
      const hash = environment.getWorldStateHash()
      environment.step(action)
      expect(environment.getWorldDiff()).toEqual({ moved: [], attributesSet: [], attributesCleared: [], globals: [] })
      expect(environment.getWorldStateHash()).toBe(hash)
    }
  })

  it('has the same hash when a thing is returned to its place', () => {
    const environment = playTo(3)
    environment.step('drop crook')
    const dropped = environment.getWorldStateHash()
    environment.step('take crook')
    const taken = environment.getWorldStateHash()
    environment.step('drop crook')
    expect(environment.getWorldStateHash()).toBe(dropped)
    expect(taken).not.toBe(dropped)
  })

  it('lists what a step moved', () => {
    const environment = playTo(1)
    environment.step('take crook')
    const [player, crook] = [environment.getPlayerObject()!.num, environment.getInventory()![0]!.num]
    expect(environment.getWorldDiff().moved).toEqual([
      { object: crook, from: environment.getLocation()!.num, to: player },
    ])
  })
})

describe('requests of a story to the app', () => {
  it('save and restore are answered in the profile app, without any file', () => {
    const environment = playTo(2)
    const saved = environment.step('save').info.requests
    expect(saved).toMatchObject([{ kind: 'save', answer: 'done' }])
    environment.step('west')
    expect(environment.step('restore').info.requests).toMatchObject([{ kind: 'restore', answer: 'done' }])
    expect(environment.getLocation()?.name).toBe('Fell Gate')
  })

  it('save fails in the profile plain', () => {
    const environment = openEnvironment(story, 'plain')
    expect(environment.step('save').info.requests).toMatchObject([{ kind: 'save', answer: 'refused' }])
  })

  it('undo goes back by one turn', () => {
    const environment = playTo(2)
    environment.step('west')
    expect(environment.step('undo').info.requests).toEqual([{ kind: 'undo' }])
    expect(environment.getLocation()?.name).toBe('Fell Gate')
  })

  it('a transcript is refused, and the refusal reported', () => {
    expect(playTo(0).step('script on').info.requests).toContainEqual({ kind: 'refused', what: 'transcript' })
  })

  it('restart begins the story again with the same seed', () => {
    const environment = playTo(6)
    environment.step('restart')
    expect(environment.step('yes').info.requests).toEqual([{ kind: 'restart' }])
    expect(environment.getLocation()?.name).toBe('Fell Gate')
    expect(environment.getMoves()).toBe(0)
  })
})

describe('malformed stories', () => {
  it.each([
    ['empty', new Uint8Array(0)],
    [
      'a text',
      new TextEncoder().encode('This is not a story, but it is long enough to have a header of 64 bytes or more.'),
    ],
    ['cut in half', story.slice(0, story.length >> 1)],
    ['of version 6', Uint8Array.from(story, (byte, index) => (index === 0 ? 6 : byte))],
    ['without dynamic memory', Uint8Array.from(story, (byte, index) => (index === 0x0e || index === 0x0f ? 0 : byte))],
  ])('%s is refused with field, value and expectation', (_, bytes) => {
    const said = expect.stringMatching(/./) as string
    expect(() => openEnvironment(bytes, 'plain')).toThrow(
      expect.objectContaining({ kind: 'bad_story', detail: { field: said, found: said, expected: said } }),
    )
  })
})

describe("Infocom's stories", () => {
  const zork = readZork(1)

  it('in a vehicle, the location is the room of the vehicle', () => {
    const route = ['n', 'e', 'open window', 'w', 'w', 'take lamp', 'move rug', 'open trap door', 'turn on lamp', 'd']
    const environment = playTo(route.length, zork, route)
    expect([environment.getLocation()?.name, environment.getPlayerLocation()?.name]).toEqual(['Cellar', 'Cellar'])
  })

  it('what the player cannot see yet is not shown', () => {
    const environment = playTo(5, zork, ['n', 'e', 'open window', 'w', 'w'])
    expect(names(environment.getVisibleObjects())).not.toContain('trap door')
    environment.step('move rug')
    expect(names(environment.getVisibleObjects())).toContain('trap door')
  })

  it('a death after which the story continues is not the end', () => {
    const environment = playTo(5, zork, ['n', 'e', 'open window', 'w', 'jump'])
    expect(environment.gameOver()).toBe(false)
    expect(environment.victory()).toBe(false)
  })

  it('a thousand snapshots take less than 30 MB', () => {
    const environment = playTo(3, zork, ['open mailbox', 'take leaflet', 'n'])
    const {
      machine: { image, output },
    } = environment.getState()
    const bytes =
      image.dynamic.byteLength + image.stack.byteLength + image.frames.byteLength + output.upper.cells.byteLength
    expect(bytes * 1000).toBeLessThan(30e6)
  })
})
