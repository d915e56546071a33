import { describe, expect, it } from 'vitest'
import type { StateBlock } from '@shared/episode/state/state-block'
import { learn } from '../memory/learn'
import { emptyMemory, type Memory } from '../memory/memory'
import { decide, type Decision } from './decide'

const thing = (id: number, name: string) => ({ id, name })
const lamp = thing(31, 'brass lamp')
const sword = thing(32, 'sword')

/** A story given by its state blocks: each is the result of the action before it. */
function live(
  ...moments: readonly (Partial<StateBlock> & {
    readonly after?: string
    readonly outcome?: NonNullable<StateBlock['last']>['outcome']
    readonly waitsForKey?: boolean
  })[]
): Memory {
  return moments.reduce<Memory>((memory, { after, outcome = 'other', waitsForKey, ...fields }, index) => {
    const last = after === undefined ? null : { action: after, outcome, score_delta: fields.score ?? 0 }
    const block: StateBlock = {
      v: 1,
      handicap: 'L2',
      turn: index + 1,
      turns_left: null,
      observation: '',
      location: thing(1, 'Hall'),
      score: 0,
      inventory: [],
      visible: [],
      ...fields,
      last,
    }
    return learn(memory, { action: after ?? null, objective: null, block, text: block.observation, waitsForKey })
  }, emptyMemory)
}

const choose = (memory: Memory): Decision => decide(memory, { seed: 1, temperature: 0 })

describe('reflexes', () => {
  it('follow the advice of a refusal once', () => {
    const told = {
      after: 'north',
      outcome: 'refused',
      observation: "You'll have to get out of the bath first.",
    } as const
    expect(choose(live({}, told))).toMatchObject({ command: 'get out of bath', reflex: { rule: 'advice' } })
    expect(choose(live({}, told, { ...told, after: 'get out of bath' })).reflex).toBeNull()
    expect(choose(live({}, { ...told, observation: 'You must be joking.' })).reflex).toBeNull()
  })

  it('stand up or get out when the game asks for it, and then try again', () => {
    const seated = {
      after: 'north',
      outcome: 'refused',
      observation: 'You would need to be standing for that.',
    } as const
    const told = { observation: 'A bench. A path leads north.' }
    expect(choose(live(told, seated)).command).toBe('stand up')
    expect(choose(live(told, { ...seated, observation: 'Not while you are in the cab.' })).command).toBe('out')
    expect(choose(live(told, seated, { after: 'stand up', observation: 'You get off the bench.' })).command).toBe(
      'north',
    )
  })

  it('press the keys that the game names, in order', () => {
    const pages = (...keys: readonly string[]) =>
      choose(
        live(
          { waitsForKey: true, observation: 'Press N for a new game, or SPACE.' },
          ...keys.map((after) => ({ after, waitsForKey: true, observation: 'Press N for a new game, or SPACE.' })),
        ),
      ).command
    expect([pages(), pages('n')]).toEqual(['n', 'space'])
  })

  it('turn on a held light in the dark', () => {
    const memory = live(
      { inventory: [lamp] },
      {
        after: 'down',
        outcome: 'dark',
        location: thing(2, 'Pit'),
        inventory: [lamp],
        observation: 'It is pitch black.',
      },
    )
    expect(choose(memory).command).toBe('turn on brass lamp')
  })

  it('leave a dark place if no light is held', () => {
    const memory = live(
      {},
      { after: 'down', outcome: 'dark', location: thing(2, 'Pit'), observation: 'It is pitch black.' },
    )
    expect(choose(memory)).toMatchObject({ command: 'up', reflex: { rule: 'retreat' } })
  })

  const ogre = { observation: 'An ogre, swinging a club, blocks the way.', visible: [thing(40, 'ogre')] }

  it('attack a foe that blocks the way if a weapon is held', () => {
    expect(choose(live({ inventory: [sword], ...ogre })).command).toBe('attack ogre with sword')
  })

  it('flee from a foe if no weapon is held, and avoid its place', () => {
    const memory = live(
      { observation: 'A way leads east.' },
      { after: 'east', outcome: 'moved', location: thing(2, 'Cave'), ...ogre },
    )
    expect(choose(memory)).toMatchObject({ command: 'west', reflex: { rule: 'flee' } })
  })

  it('answer "which do you mean" with the first untried choice', () => {
    const memory = live(
      {},
      {
        after: 'open door',
        outcome: 'ambiguous',
        observation: 'Which door do you mean, the oak door or the iron door?',
      },
    )
    expect(choose(memory).command).toBe('open oak door')
  })

  it('answer yes to a question, unless that would end the game', () => {
    expect(choose(live({}, { after: 'jump', outcome: 'question', observation: 'Are you sure? (y/n)' })).command).toBe(
      'yes',
    )
    expect(choose(live({}, { after: 'quit', outcome: 'question', observation: 'Are you sure? (y/n)' })).command).toBe(
      'no',
    )
  })

  it('press the key that the text names, then other keys in turn', () => {
    const menu = {
      observation: 'Press SPACE to read, or a key of your own.',
      outcome: 'question',
      waitsForKey: true,
    } as const
    const press = (times: number) =>
      choose(live({}, ...Array.from({ length: times }, () => ({ after: 'about', ...menu }))))
    expect(press(1)).toMatchObject({ command: 'space', reflex: { rule: 'key' } })
    expect(new Set([2, 4, 6, 8].map((times) => press(times).command)).size).toBe(4)
    expect(choose(live(menu, { after: 'q' })).reflex).toBeNull()
  })
})

describe('the choice', () => {
  it('prefers a useful thing to an untried exit, and an untried exit to examining scenery', () => {
    const { ranked } = choose(
      live({ observation: 'Hall\nA passage leads north.', visible: [lamp, thing(50, 'marble bust')] }),
    )
    const order = ['take brass lamp', 'north', 'examine marble bust'].map((command) =>
      ranked.findIndex((option) => option.command === command),
    )
    expect(order.every((at) => at >= 0)).toBe(true)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  it('walks to an untried exit of another place', () => {
    const memory = live(
      { observation: 'Hall\nPassages lead north and east.' },
      {
        after: 'north',
        outcome: 'moved',
        location: thing(2, 'Closet'),
        observation: 'Closet\nA bare closet. The only way is south.',
      },
    )
    expect(choose(memory).ranked[0]).toMatchObject({ command: 'east', place: 1, first: 'south', distance: 1 })
  })

  it('unlocks a locked door when a key is held', () => {
    const key = thing(60, 'iron key')
    const door = { observation: 'Hall\nA bare hall with a door.' }
    const memory = live(
      door,
      { after: 'open door', outcome: 'refused', observation: 'The door is locked.' },
      { after: 'take iron key', outcome: 'took', inventory: [key], observation: 'Taken.' },
    )
    expect(choose(memory).command).toBe('unlock door with iron key')
  })

  it('does not repeat a refused command while nothing has changed', () => {
    const memory = live(
      { observation: 'Hall\nA bare hall with a door.' },
      { after: 'open door', outcome: 'refused', observation: 'It is stuck.' },
    )
    expect(choose(memory).ranked.map(({ command }) => command)).not.toContain('open door')
  })

  it('puts the next treasure where the first earned points', () => {
    const [cup, coin] = [thing(70, 'silver cup'), thing(71, 'gold coin')]
    const memory = live(
      { inventory: [cup, coin], observation: 'Hall\nA cabinet stands here.', visible: [thing(80, 'cabinet')] },
      {
        after: 'put cup in cabinet',
        outcome: 'other',
        score: 5,
        inventory: [coin],
        visible: [thing(80, 'cabinet'), cup],
        observation: 'Done.',
      },
    )
    expect(memory.depot).toEqual({ place: 1, container: 'cabinet' })
    expect(choose(memory).command).toBe('put gold coin in cabinet')
    expect(choose(memory).ranked.map(({ command }) => command)).not.toContain('take silver cup')
  })

  it('does not try a command with one name of a thing after it failed with another', () => {
    const gauges = thing(90, 'gauges')
    const memory = live(
      { observation: 'Hall\nA square hall, with a row of gauges on the panel.', visible: [gauges] },
      {
        after: 'open panel',
        outcome: 'refused',
        observation: 'The gauges are not something you can open.',
        visible: [gauges],
      },
    )
    const commands = choose(memory).ranked.map(({ command }) => command)
    expect(commands).not.toContain('open gauges')
    expect(commands.filter((command) => command.endsWith(' panel'))).toEqual([])
  })

  it('knows the way back before it is walked', () => {
    const memory = live(
      { observation: 'Hall\nA passage leads east.' },
      {
        after: 'east',
        outcome: 'moved',
        location: thing(2, 'Den'),
        observation: 'Den\nA den with passages west and north.',
      },
    )
    expect(choose(memory).command).toBe('north')
    expect(choose(memory).ranked.find(({ command, place }) => command === 'west' && place === 2)?.prior).toBeLessThan(1)
  })

  it('repeats a refused command when the missing thing may have been taken', () => {
    const [ember, gloves] = [thing(91, 'ember'), thing(92, 'gloves')]
    const here = { observation: 'Hall\nA bare hall.\nAn ember glows here.', visible: [ember] }
    const refused = live(here, {
      ...here,
      after: 'take ember',
      outcome: 'refused',
      observation: 'It is hot. You would need something thick to hold it with.',
    })
    expect(choose(refused).ranked.map(({ command }) => command)).not.toContain('take ember')
    const armed = learn(refused, {
      action: 'take gloves',
      objective: null,
      text: 'Taken.',
      block: {
        v: 1,
        handicap: 'L2',
        turn: 3,
        turns_left: null,
        observation: 'Taken.',
        last: { action: 'take gloves', outcome: 'took' },
        location: thing(1, 'Hall'),
        score: 0,
        inventory: [gloves],
        visible: [ember],
      },
    })
    expect(choose(armed).ranked.map(({ command }) => command)).toContain('take ember')
  })

  it('opens a thing when examining it shows a lid', () => {
    const gauge = thing(93, 'copper gauge')
    const here = { observation: 'Hall\nA copper gauge stands in the middle.', visible: [gauge] }
    const memory = live(here, {
      ...here,
      after: 'examine copper gauge',
      outcome: 'other',
      observation: 'A cylinder of copper. The lid is closed.',
    })
    expect(choose(memory).command).toBe('open copper gauge')
  })

  it('depends on the seed only between equal options', () => {
    const memory = live({ observation: 'Hall\nA bare hall. Passages lead north, east, south and west.' })
    const commands = new Set([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => decide(memory, { seed, temperature: 1 }).command))
    expect(commands.size).toBeGreaterThan(1)
    expect([...commands].every((command) => ['north', 'east', 'south', 'west'].includes(command))).toBe(true)
    expect(decide(memory, { seed: 1, temperature: 0 })).toEqual(decide(memory, { seed: 2, temperature: 0 }))
  })
})
