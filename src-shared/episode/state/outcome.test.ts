import { describe, expect, it } from 'vitest'
import { classifyOutcome, type OutcomeEvidence } from './outcome'

const field: OutcomeEvidence = {
  text: '',
  prompt: '>',
  location: { id: 1, name: 'Field' },
  inventory: [],
  input: 'line',
  game_over: null,
}
const outcomeOf = (action: string, text: string, facts: Partial<OutcomeEvidence> = {}) =>
  classifyOutcome(action, field, { ...field, ...facts, text })

describe('the outcome of an action', () => {
  it.each([
    ['unknown_word', 'frotz box', 'I don\'t know the word "frotz".'],
    ['unknown_word', 'frotz box', "That's not a verb I recognise."],
    ['unknown_word', 'asdf', "I didn't understand that sentence."],
    ['unknown_word', '', 'I beg your pardon?'],
    ['not_visible', 'take key', "You can't see any key here!"],
    ['not_visible', 'take key', "You can't see any such thing."],
    ['not_visible', 'take key', 'There is no key here.'],
    ['ambiguous', 'take door', 'Which door do you mean, the red door or the blue door?'],
    ['ambiguous', 'take key', 'Which do you mean, the iron key or the brass key?'],
    ['refused', 'north', "You can't go that way."],
    ['refused', 'open door', 'The door is locked.'],
    ['refused', 'take anvil', 'Your load is too heavy.'],
    ['refused', 'take house', "That's hardly portable."],
    ['no_op', 'open box', "It's already open."],
    ['no_op', 'wait', 'Time passes.'],
    ['no_op', 'examine box', "There's nothing special about the box."],
    ['no_op', 'look under slab', 'You find nothing of interest.'],
    // Infocom's parser draws one of three such endings, and one of four such refusals.
    ['no_op', 'kick tree', "Kicking the tree doesn't seem to work."],
    ['no_op', 'push tree', "Pushing the tree isn't notably helpful."],
    ['no_op', 'look under house', 'There is nothing but dust there.'],
    ['refused', 'take house', 'A valiant attempt.'],
    ['refused', 'take house', 'An interesting idea...'],
    ['refused', 'take house', 'What a concept!'],
    ['refused', 'open leaves', 'You must tell me how to do that to a pile of leaves.'],
    ['took', 'take key', 'Taken.'],
    ['took', 'take all', 'iron key: Taken.\nbox: Taken.'],
    ['opened_or_revealed', 'open box', 'Opening the box reveals a key.'],
    ['opened_or_revealed', 'move leaves', 'Done.\nA grating is revealed.'],
    ['opened_or_revealed', 'open door', 'You open the door.'],
    ['dark', 'north', 'It is pitch black. Who knows what waits here.'],
    ['attacked', 'north', 'The guard swings his sword at you and misses.'],
    ['attacked', 'kill guard with sword', 'A good stroke, but too slow.'],
    ['refused', 'kill guard', "You can't do that with bare hands."],
    ['died', 'jump', 'You fall a long way.\n\n    ****  You have died  ****\n'],
    ['question', 'quit', 'Do you wish to leave the game? (Y is affirmative):'],
    ['question', 'open', 'What do you want to open?'],
    ['other', 'examine box', 'It is a plain box of oak.'],
    ['other', 'examine box', 'The carving strikes you as odd.'],
    ['other', 'look', 'There is no door here, and the gate is locked.'],
  ] as const)('is %s: "%s" -> %s', (outcome, action, text) => {
    expect(outcomeOf(action, text)).toBe(outcome)
  })

  it('is moved when the location changed, whatever its description', () => {
    expect(
      outcomeOf('north', 'Hall\nThe door is locked. You can see no key here.', { location: { id: 2, name: 'Hall' } }),
    ).toBe('moved')
  })

  it('is moved when the room is the same and its title is printed, as where a way leads back', () => {
    const field = 'Field\nThere is a ladder here. It is firmly attached, and the gate is closed.'
    expect(outcomeOf('north', field)).toBe('moved')
    expect(outcomeOf('look', field)).toBe('other')
    expect(outcomeOf('north', 'Fields of corn are too high.')).toBe('refused')
  })

  it('is not refused when some of several things were dropped', () => {
    expect(outcomeOf('drop all', "lamp: Dropped.\nstring: You're not carrying the string.")).toBe('other')
    expect(outcomeOf('put all in sack', 'lamp: Done.\nbox: It is already in the sack.')).toBe('other')
  })

  it('is not refused when fewer things are carried, except for a move', () => {
    const holding = { ...field, inventory: [{ id: 9, name: 'nest' }] }
    const text = "nest: The nest falls.\negg: You're not carrying the egg."
    expect(classifyOutcome('drop all', holding, { ...field, text })).toBe('other')
    expect(classifyOutcome('drop all', holding, { ...holding, text })).toBe('refused')
    expect(classifyOutcome('north', holding, { ...field, text: 'The door is closed.' })).toBe('refused')
  })

  it('is taken from the inventory, whatever the text says', () => {
    expect(outcomeOf('take key', 'Cold as ice, but yours.', { inventory: [{ id: 9, name: 'key' }] })).toBe('took')
  })

  it('is the end of the game when the machine reports it', () => {
    expect(outcomeOf('jump', '**** You have died ****', { game_over: true })).toBe('game_over')
    expect(outcomeOf('jump', 'Bye.', { input: 'ended' })).toBe('game_over')
  })

  it('is refused when a move was tried and the location stayed, whatever the text', () => {
    expect(outcomeOf('north', 'The fog has closed that way.')).toBe('refused')
    expect(outcomeOf('north', 'The fog has closed that way.', { location: null })).toBe('other')
    expect(outcomeOf('look', 'Fog, all around.')).toBe('other')
  })

  it('is a question when the prompt asks one', () => {
    expect(outcomeOf('quit', '', { prompt: 'Are you sure you want to quit? ' })).toBe('question')
    expect(
      outcomeOf('quit', 'Your score is 0.\n', { prompt: 'Do you wish to leave the game? (Y is affirmative): >' }),
    ).toBe('question')
  })

  it('is a question when the game waits for a single key', () => {
    expect(outcomeOf('help', 'Press a key.', { input: 'char' })).toBe('question')
  })
})

it('the outcome is found in linear time in the longest possible text', () => {
  for (const unit of [
    'are you sure ??? ',
    'do you want to ?',
    '(y/n ',
    ' ',
    '\n',
    'you attack ',
    'there are no ',
    '> ',
  ]) {
    const text = `${unit.repeat(Math.ceil(2 ** 20 / unit.length))}\nx`
    expect(['other', 'refused', 'attacked']).toContain(outcomeOf('wait', text, { prompt: `${' '.repeat(2 ** 20)}x` }))
  }
})
