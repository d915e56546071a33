import { describe, expect, it } from 'vitest'
import { readStory } from '../inform.testkit'
import { openEnvironment } from '../live-environment'
import { openEpisodeGame } from './episode-game'
import { passPauses } from './pass-pauses'
import { STORY_RULES } from './ruled-game'

/** The source of the story is in the same folder. */
const story = readStory('pauses.z5')
const IN_THE_HALL = ['space', 'x']

/** The result of a command, and its result when the pauses after it are passed. */
function play(command: string) {
  const environment = openEnvironment(story, 'app')
  for (const key of IN_THE_HALL) environment.step(key)
  const step = environment.step(command)
  const before = environment.getStateHash()
  const key = environment.getPauseKey(step.observation + step.prompt)
  expect(environment.getStateHash()).toBe(before)
  const { step: passed, keys } = passPauses(environment, step)
  return { environment, key, keys, text: passed.observation, passed }
}

describe('a pause', () => {
  it('that only space ends is passed with space, and the next with any key', () => {
    const environment = openEnvironment(story, 'app')
    const { step, keys } = passPauses(environment, environment.reset({ seed: 1 }))
    expect(keys).toEqual(['space', 'space'])
    expect(step.observation).toMatch(/press SPACE to begin\.\n\nTwice: press any key\.\n\nHall\nYou are in a hall/)
    expect(environment.input.kind).toBe('line')
  })

  it('without an invitation is passed if no key makes any difference', () =>
    expect(play('quote')).toMatchObject({ keys: ['space'], text: 'A quotation box.\n\nIt goes.\n\n' }))

  it('after which the story ends is passed', () => {
    const { environment, keys, passed } = play('finish')
    expect({ keys, done: passed.done, input: environment.input.kind }).toEqual({
      keys: ['space'],
      done: true,
      input: 'ended',
    })
  })

  it('that is followed by endless others is left to the player after a limit', () =>
    expect(play('endless').keys).toHaveLength(6))
})

describe('a prompt that is not a pause', () => {
  it.each([
    ['menu', 'whose keys lead to different text'],
    ['paint', 'that shows which key it got, though it invites any'],
    ['secret', 'that keeps the key, without a word'],
    ['arrows', 'of two keys that differ'],
    ['loop', 'after which the story hangs'],
    ['look', 'that waits for a line'],
  ])('%s: one %s', (command) => expect(play(command)).toMatchObject({ key: null, keys: [] }))

  it('is answered by the name of a key', () => {
    const { environment } = play('arrows')
    expect(environment.step('press DOWN').observation).toBe('Down.\n\n')
  })
})

it('a game passes pauses as part of the turn with a notice, and resumes the same state from its log', async () => {
  const rules = { ...STORY_RULES, passPauses: true }
  const game = openEpisodeGame(story, rules)
  const opening = await game.start(7)
  expect(opening.observation).toMatchObject({
    input: 'line',
    notices: ['The story waited for a key; passed with: space, space.'],
  })
  const turn = await game.play('quote')
  const past = { seed: 7, reseeds: [], actions: ['quote'], stateHash: turn.stateHash }
  expect(await openEpisodeGame(story, rules).resume({ ...past, quetzal: null })).toBe(true)
  expect(await openEpisodeGame(story, rules).resume({ ...past, quetzal: turn.quetzal })).toBe(true)
})

it('the end of a story is recognized even if it begins with pauses', () =>
  expect(openEnvironment(story, 'app').support.ending).toBe('inferred'))
