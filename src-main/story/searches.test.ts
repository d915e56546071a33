import { describe, expect, it } from 'vitest'
import type { GameEnvironment } from './environment'
import { openEnvironment } from './live-environment'
import { readBundled, readZork } from './story-files.testkit'

const { story, walkthrough } = readBundled()

function playTo(turn: number, file = story, commands = walkthrough): GameEnvironment {
  const environment = openEnvironment(file, 'app')
  environment.reset({ seed: 1 })
  for (const command of commands.slice(0, turn)) environment.step(command)
  return environment
}

describe('exits', () => {
  it('are the directions that lead to another room, with that room', () => {
    const environment = playTo(17)
    const { exits, complete } = environment.getValidExits({})!
    expect(complete).toBe(true)
    for (const { direction, to, reply } of exits) {
      const there = environment.copy()
      expect(there.step(direction).observation).toBe(reply)
      expect(there.getLocation()?.num).toBe(to)
    }
    expect(exits.map(({ direction }) => direction)).toEqual(
      expect.arrayContaining(['north', 'east', 'south', 'west', 'up']),
    )
  })

  it('are marked as incomplete if a limit stops the search', () => {
    expect(playTo(17).getValidExits({ maxTrials: 1 })).toMatchObject({ complete: false })
    expect(playTo(17).getValidExits({ signal: AbortSignal.abort() })).toEqual({ exits: [], complete: false })
  })
})

describe('valid actions', () => {
  it('contain the next command of the walkthrough or an equivalent, and each has the reported effect', () => {
    const environment = playTo(1)
    const { actions, complete, trials } = environment.getValidActions({})!
    expect(complete).toBe(true)
    expect(trials).toBeGreaterThan(50)
    const crook = environment.getVisibleObjects()!.find(({ name }) => name === "shepherd's crook")!
    const take = actions.find(({ diff }) => diff.moved.some(({ object }) => object === crook.num))
    expect(take?.action).toMatch(/^take/)
    const there = environment.copy()
    there.step(take!.action)
    expect(there.getInventory()!.map(({ num }) => num)).toContain(crook.num)
  })

  it('list two directions to one room as two actions', () => {
    const actions = playTo(17)
      .getValidActions({ maxTrials: 60 })!
      .actions.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['north', 'east', 'south', 'west', 'up']))
  })

  it('are the same for the same number of trials', () => {
    const once = playTo(9).getValidActions({ maxTrials: 150 })
    expect(playTo(9).getValidActions({ maxTrials: 150 })).toEqual(once)
    expect(once).toMatchObject({ trials: 150, complete: false })
  })
})

describe('grammar and dictionary', () => {
  it('grammar lines of Inform have verbs, prepositions and kinds of nouns', () => {
    const lines = playTo(0).getGrammar()!
    const put = lines.filter(({ verbs }) => verbs.includes('put')).map(({ tokens }) => tokens)
    expect(put).toContainEqual([
      { noun: 'held', attribute: null },
      { prepositions: ['in', 'inside', 'into'] },
      { noun: 'any', attribute: null },
    ])
  })

  it('a dictionary of Inform distinguishes nouns, verbs and commands about the program', () => {
    const words = new Map(
      playTo(0)
        .getDictionary()
        .map((word) => [word.word, word]),
    )
    expect(words.get('take')).toMatchObject({ isVerb: true, isMeta: false })
    expect(words.get('save')).toMatchObject({ isVerb: true, isMeta: true })
    expect(words.get('crook')).toMatchObject({ isNoun: true })
    expect(words.get('crook')?.isDirection).toBeUndefined()
  })
})

describe('searches in Zork I', () => {
  const zork = readZork(1)
  const inside = ['n', 'e', 'open window', 'w']

  it('the kitchen has three exits', () => {
    const exits = playTo(4, zork, inside).getValidExits({})!.exits
    expect(exits.map(({ direction }) => direction)).toEqual(['east', 'west', 'up', 'out'])
  })

  it('a window is an exit if no direction leads through it', () => {
    const exits = playTo(3, zork, inside).getValidExits({})!.exits
    expect(
      exits.filter(({ to }) => to === exits.find(({ direction }) => direction === 'west')?.to).length,
    ).toBeGreaterThan(0)
  })

  it('actions with one and two objects are found', () => {
    const environment = playTo(6, zork, [...inside, 'open sack', 'take lunch'])
    const actions = environment
      .getValidActions({})!
      .actions.flatMap(({ action, equivalents }) => [action, ...equivalents])
    expect(actions).toEqual(
      expect.arrayContaining([
        'west',
        'eat lunch',
        'drop lunch',
        'take glass bottle',
        'close brown sack',
        'put lunch in brown sack',
      ]),
    )
  })

  it("Infocom's grammar is decoded", () => {
    const lines = playTo(0, zork).getGrammar()!
    expect(lines.find(({ verbs }) => verbs.includes('unlock'))?.tokens).toMatchObject([
      { noun: 'any' },
      { prepositions: ['throug', 'thru', 'using', 'with'] },
      { noun: 'any' },
    ])
  })
})
