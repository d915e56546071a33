import { expect, it } from 'vitest'
import { readBundled } from '../story-files.testkit'
import { type EpisodeGame, openEpisodeGame, type PlayedTurn } from './episode-game'
import { type GameRules, STORY_RULES } from './ruled-game'

const { story } = readBundled()
/** The score grows on this way. Further east, past the stakes, is the deadly moss. */
const TO_THE_GAUGE = [
  'take crook',
  'west',
  'hit ram with crook',
  'north',
  'east',
  'east',
  'open screen',
  'take key',
  'east',
]
const INTO_THE_MOSS = [...TO_THE_GAUGE, 'east', 'east']

async function play(
  rules: Partial<GameRules>,
  actions: readonly string[],
): Promise<{ readonly game: EpisodeGame; readonly turns: readonly PlayedTurn[] }> {
  const game = openEpisodeGame(story, { ...STORY_RULES, ...rules })
  const turns = [await game.start(3)]
  for (const action of actions) turns.push(await game.play(action))
  return { game, turns }
}
const last = (turns: readonly PlayedTurn[]) => turns.at(-1)?.observation

it('without a rule, the story itself continues after a death', async () => {
  const { turns } = await play({}, INTO_THE_MOSS)
  expect(last(turns)).toMatchObject({ game_over: true, victory: false })
  expect(last(turns)).not.toHaveProperty('rule_applied')
})

it('a run that stops at a death reports it', async () => {
  const { turns } = await play({ onDeath: 'stop' }, INTO_THE_MOSS)
  expect(last(turns)).toMatchObject({ game_over: true, rule_applied: 'stop' })
})

it('a run that restarts shows the death and then the opening, in the state of the beginning', async () => {
  const { turns } = await play({ onDeath: 'restart' }, INTO_THE_MOSS)
  expect(last(turns)).toMatchObject({
    rule_applied: 'restart',
    game_over: turns[0]?.observation.game_over,
    score: 0,
    location: turns[0]?.observation.location,
    notices: ['After the death the story was restarted.'],
  })
  expect(last(turns)?.text).toMatch(/closes over you like a book[\s\S]+Forty days/)
  expect(turns.at(-1)?.stateHash).toBe(turns[0]?.stateHash)
})

it('a run that restores returns to the highest score, else to the opening', async () => {
  const { turns } = await play({ onDeath: 'restore' }, INTO_THE_MOSS)
  const scores = turns.slice(0, -1).map(({ observation }) => observation.score ?? 0)
  const gained = scores.lastIndexOf(
    Math.max(...scores),
    scores.findIndex((score) => score === Math.max(...scores)),
  )
  expect(turns.at(-1)?.stateHash).toBe(turns[gained]?.stateHash)
  expect(last(turns)).toMatchObject({ rule_applied: 'restore', score: Math.max(...scores) })
})

it('undo reverts turn after turn, and then reports that none is left', async () => {
  const { game, turns } = await play({ undo: true }, ['take crook', 'west'])
  expect(await game.play('undo')).toMatchObject({
    stateHash: turns[1]?.stateHash,
    observation: { rule_applied: 'undo', location: turns[1]?.observation.location },
  })
  expect((await game.play('UNDO')).stateHash).toBe(turns[0]?.stateHash)
  expect((await game.play('undo')).observation.text).toBe('There is nothing to undo.')
  expect((await game.play('take crook')).stateHash).toBe(turns[1]?.stateHash)
})

it('valid actions are found without a side effect, the same each time', async () => {
  const searched = await play({ validActions: true }, ['take crook'])
  const plain = await play({}, ['take crook'])
  expect(searched.turns.map(({ stateHash }) => stateHash)).toEqual(plain.turns.map(({ stateHash }) => stateHash))
  expect(searched.turns[0]?.observation.valid_actions).toEqual(
    expect.arrayContaining(['west', expect.stringMatching(/^take .*(?:crook|shepherd)/)]),
  )
  expect((await play({ validActions: true }, [])).turns[0]).toEqual(searched.turns[0])
})

it('the last 50 turns can be undone, but no earlier ones', async () => {
  const { game, turns } = await play(
    { undo: true },
    Array.from({ length: 52 }, () => 'wait'),
  )
  const undone: PlayedTurn[] = []
  for (let turn = 0; turn < 50; turn++) undone.push(await game.play('undo'))
  expect(undone.at(-1)?.stateHash).toBe(turns[2]?.stateHash)
  expect((await game.play('undo')).observation.text).toBe('There is nothing to undo.')
})

it('a game with undo is resumed by replaying its actions, so that turns can be undone', async () => {
  const actions = ['take crook', 'west', 'undo', 'west']
  const { turns } = await play({ undo: true, onDeath: 'restore' }, actions)
  const game = openEpisodeGame(story, { ...STORY_RULES, undo: true, onDeath: 'restore' })
  expect(
    await game.resume({
      seed: 3,
      reseeds: [],
      actions,
      quetzal: turns.at(-1)?.quetzal ?? null,
      stateHash: turns.at(-1)?.stateHash,
    }),
  ).toBe(true)
  expect((await game.play('undo')).stateHash).toBe(turns[1]?.stateHash)
})

it('the vocabulary distinguishes commands from the words of the story', async () => {
  const { words, commands, verbs } = await (await play({}, [])).game.vocabulary()
  expect(commands).toEqual(expect.arrayContaining(['take', 'north', 'with']))
  expect(words).toContain('crook')
  expect(commands).not.toContain('crook')
  expect(verbs).toContain('take')
  for (const other of ['north', 'with', 'crook']) expect(verbs).not.toContain(other)
})

it('an examination states how each fact is known', async () => {
  expect(await openEpisodeGame(story).examine()).toMatchObject({
    maxScore: 100,
    support: { grammar: 'exact', room: 'inferred' },
  })
})
