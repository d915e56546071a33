import { describe, expect, it } from 'vitest'
import { formatStateBlock, type StateBlock } from '@shared/episode/state/state-block'
import { ALL_IN_MESSAGES, type Faults, NO_FAULTS } from './faults'
import { createImperfectModel } from './imperfect-model'
import type { ReadMessage } from './read-prompt'

const HALL = 'Hall\nA bare hall. A doorway leads north and a passage leads east.'

const block = (fields: Partial<StateBlock> = {}): StateBlock => ({
  v: 1,
  handicap: 'L2',
  turn: 1,
  turns_left: 100,
  observation: HALL,
  last: null,
  location: { id: 10, name: 'Hall' },
  score: 0,
  moves: 0,
  exits: { known: {}, tried: {} },
  inventory: [],
  visible: [],
  ...fields,
})

const system = { role: 'system', content: 'Play the game. Answer with JSON.' }
const user = (text: string, told: StateBlock, ...sections: readonly string[]): ReadMessage => {
  // In the form in which old turns are the printed text alone, the newest block does not repeat it.
  const { observation: _, ...facts } = told
  return { role: 'user', content: [text, `\`\`\`state\n${JSON.stringify(facts)}\n\`\`\``, ...sections].join('\n\n') }
}
const said = (action: string): ReadMessage => ({
  role: 'assistant',
  content: JSON.stringify({ thinking: '', action, new_objective: null }),
})

const ask = (messages: readonly ReadMessage[], faults: Partial<Faults> = {}, seed = 1) =>
  JSON.parse(createImperfectModel({ seed, faults: { ...NO_FAULTS, ...faults } }).answer([system, ...messages])) as {
    readonly action: string
    readonly note?: { readonly subject: string; readonly value: string } | null
  }

describe('an imperfect model', () => {
  it('plays from the form in which every turn has its block', () => {
    const told = (fields: Partial<StateBlock>) => ({
      role: 'user',
      content: `${fields.observation ?? HALL}\n\n${formatStateBlock(block(fields))}`,
    })
    expect(['north', 'east']).toContain(ask([told({})], { window: 12 }).action)
    const refused = {
      turn: 2,
      observation: 'The doorway is bricked up.',
      last: { action: 'north', outcome: 'refused', score_delta: 0 },
    } as const
    expect(ask([told({}), said('north'), told(refused)], { window: 12 }).action).toBe('east')
  })

  it('plays from the form in which old turns are text alone', () => {
    const refused = block({ turn: 2, last: { action: 'north', outcome: 'refused', score_delta: 0 } })
    const second = (seed: number, window: number) => {
      const model = createImperfectModel({ seed, faults: { ...NO_FAULTS, window } })
      model.answer([system, user(HALL, block())])
      const messages = [{ role: 'user', content: HALL }, said('north'), user('It is bricked up.', refused)]
      return (JSON.parse(model.answer([system, ...messages])) as { readonly action: string }).action
    }
    const seconds = (window: number) => new Set(Array.from({ length: 20 }, (_, seed) => second(seed, window)))
    expect(seconds(ALL_IN_MESSAGES)).toEqual(new Set(['east']))
    // The ways were in the turn that it has forgotten.
    expect(seconds(1)).not.toEqual(new Set(['east']))
  })

  it('reads the summary of older turns', () => {
    const story = (...lines: readonly string[]) => [
      { role: 'user', content: `A story.\n\nThe story so far in short, up to turn 30:\n${lines.join('\n')}` },
      said('wait'),
      user(HALL, block({ turn: 31, last: { action: 'wait', outcome: 'no_op', score_delta: 0 } })),
    ]
    const ways = (...lines: readonly string[]) =>
      Array.from({ length: 10 }, (_, seed) => ask(story(...lines), { window: 12 }, seed).action)
    expect(new Set(ways('T1–30 Hall#10: wait → no_op'))).toEqual(new Set(['north', 'east']))
    expect(new Set(ways('T1–30 Hall#10: north → refused; wait → no_op'))).toEqual(new Set(['east']))
    const beyond = ways(
      'T1–9 Hall#10: north → refused; east → moved',
      'T10–30 Cell#11 (Cell A bare cell. A passage leads down.): west → moved',
    )
    expect(new Set(beyond)).toEqual(new Set(['east']))
  })

  it('learns from the place record what it forgot, unless it is deaf', () => {
    const record = 'Here before: 3 visits, the first on turn 1.\n- "north" refused, 3 times\n- "east" refused, 2 times'
    const now = [user(HALL, block(), record)]
    const ways = (faults: Partial<Faults>) =>
      Array.from({ length: 10 }, (_, seed) => ask(now, { window: 12, ...faults }, seed).action)
    expect(ways({})).not.toContain('north')
    expect(ways({ deaf: true }).filter((way) => way === 'north' || way === 'east')).toHaveLength(10)
  })

  it('does not use exits that it is blind to until the frontier lists them', () => {
    const blind = { blindExits: 1 }
    expect(['north', 'east']).not.toContain(ask([user(HALL, block())], blind).action)
    const listed = user(HALL, block(), 'Untried ways:\n- "east" here')
    expect(ask([listed], blind).action).toBe('east')
    expect(ask([listed], { ...blind, deaf: true }).action).not.toBe('east')
  })

  it("takes the first step of the frontier's route to a place that it has forgotten", () => {
    const bare = block({ observation: 'Cell\nA bare cell. The only way is south.', location: { id: 11, name: 'Cell' } })
    const tried = [
      'Here before: 2 visits, the first on turn 1.',
      ...['north', 'east', 'west'].map((way) => `- "${way}" refused, 2 times`),
      '- "south" → Landing#13; last time moved',
    ].join('\n')
    const frontier = 'Untried ways:\n- "west" from Attic#14, named in the text: first "south", 2 steps away'
    const actions = Array.from(
      { length: 10 },
      (_, seed) => ask([user(bare.observation, bare, tried, frontier)], { window: 12 }, seed).action,
    )
    expect(new Set(actions)).toEqual(new Set(['south']))
  })

  it('follows the note on being stuck more often than not', () => {
    const note =
      'You may be stuck: 15 turns without anything new.\nNot tried here: "examine chair".\nTried here: "look".'
    const actions = (faults: Partial<Faults>) =>
      Array.from({ length: 40 }, (_, seed) => ask([user(HALL, block(), note)], faults, seed).action).filter(
        (action) => action === 'examine chair',
      ).length
    expect(actions({ stubborn: 1 })).toBeGreaterThan(10)
    expect(actions({ stubborn: 1, deaf: true })).toBe(0)
  })

  it('repeats itself, but rarely what the prompt lists as failed', () => {
    const now = (...sections: readonly string[]) => [
      { role: 'user', content: HALL },
      said('open door'),
      user(
        'You see no such thing.',
        block({ turn: 2, last: { action: 'open door', outcome: 'not_visible', score_delta: 0 } }),
        ...sections,
      ),
    ]
    const again = (messages: readonly ReadMessage[]) =>
      Array.from({ length: 40 }, (_, seed) => ask(messages, { repeat: 1 }, seed).action).filter(
        (action) => action === 'open door',
      ).length
    expect(again(now())).toBe(40)
    expect(again(now('Here before: 1 visit, the first on turn 1.\n- "open door" not_visible'))).toBeLessThan(20)
  })

  it('names things that are not here', () => {
    const { action } = ask([user(HALL, block())], { imagine: 1 })
    expect(HALL.toLowerCase()).not.toContain(action.split(' ').at(-1))
  })

  it('chooses another action when its action is rejected, unless it is stubborn or deaf', () => {
    const asked = [user(HALL, block()), said('north'), { role: 'user', content: 'That was refused twice before.' }]
    expect(ask(asked).action).not.toBe('north')
    const stubborn = Array.from({ length: 20 }, (_, seed) => ask(asked, { stubborn: 1 }, seed).action)
    expect(stubborn).toContain('north')
    expect(ask(asked, { deaf: true }).action).toBe('north')
  })

  it('writes notes when the prompt asks for them, false ones too, and reads them again', () => {
    const told = block({ visible: [{ id: 20, name: 'gold coin' }] })
    const attic = user('Attic\nA bare attic.', block({ location: { id: 12, name: 'Attic' }, visible: [] }))
    const asksForNotes = (messages: readonly ReadMessage[], falseNote: number) =>
      JSON.parse(
        createImperfectModel({ seed: 1, faults: { ...NO_FAULTS, window: ALL_IN_MESSAGES, falseNote } }).answer([
          { role: 'system', content: 'Answer with {"thinking", "action", "note"}.' },
          ...messages,
        ]),
      ) as { readonly note: unknown }
    const now = user(`${HALL}\nThere is a gold coin here.`, { ...told, turn: 2 })
    const messages = [{ role: 'user', content: 'Attic\nA bare attic.' }, said('down'), now]
    expect(asksForNotes(messages, 0).note).toMatchObject({ subject: 'gold coin', value: 'Hall' })
    expect(asksForNotes(messages, 1).note).toMatchObject({ subject: 'gold coin', value: 'Attic' })
    expect(ask([attic])).not.toHaveProperty('note')
  })

  it('learns from its objectives where things are worth points, after it has forgotten that', () => {
    const carried = block({ inventory: [{ id: 20, name: 'gold coin' }] })
    const aim = 'Objectives:\n- o1: Put valuable things into the case at Hall (since turn 3)'
    expect(ask([user(HALL, carried, aim)], { window: 12 }).action).toBe('put gold coin in case')
    expect(ask([user(HALL, carried)], { window: 12 }).action).not.toContain('case')
  })

  it('gives the same answer to the same messages', () => {
    const faults = { window: 12, repeat: 0.5, imagine: 0.5, blindExits: 0.5, lost: 0.5, stubborn: 0.5 }
    const answers = Array.from({ length: 30 }, (_, seed) => ask([user(HALL, block())], faults, seed).action)
    expect(Array.from({ length: 30 }, (_, seed) => ask([user(HALL, block())], faults, seed).action)).toEqual(answers)
    expect(new Set(answers).size).toBeGreaterThan(5)
  })
})
