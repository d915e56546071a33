import { beforeAll, describe, expect, it } from 'vitest'
import { BUNDLED_STORY } from '../../story/story-files.testkit'
import { findStory } from './find-story'
import { GameSession, type Opening, openStory, unknownWords } from './game-session'
import { describePlay } from './tool-texts'

let opening: Opening
beforeAll(async () => {
  opening = openStory(await findStory({ game: BUNDLED_STORY, storyFolders: [] }), { seed: 1, disguise: 'none' })
})
const begin = () => new GameSession(opening, { keepsUndo: true })
const times = (count: number, act: (index: number) => void): void => {
  for (let index = 0; index < count; index++) act(index)
}

describe('limits of a game', () => {
  it('the last 50 actions can be undone, but no earlier ones', () => {
    const session = begin()
    times(2, () => session.play('wait'))
    const afterTwo = session.environment.getStateHash()
    times(50, () => session.play('wait'))
    times(50, () => session.undo())
    expect(session.environment.getStateHash()).toBe(afterTwo)
    expect(() => session.undo()).toThrow('There is nothing to take back; at most 50 actions are remembered.')
  })

  it('the notebook has the last 50 actions with their replies', () => {
    const session = begin()
    times(50, (index) => session.play(`wait ${index}`))
    expect(session.notebook.history).toHaveLength(50)
    session.play('look')
    const { history } = session.notebook
    expect([history.length, history[0]?.action, history.at(-1)?.action]).toEqual([50, 'wait 1', 'look'])
  })

  it('there are at most 50 saved games; a name that is taken may be saved again', () => {
    const session = begin()
    times(50, (index) => session.save(`game ${index}`))
    expect(() => session.save('one more')).toThrow(/^There are 50 saved games already\. .* names: game 0, game 1/)
    session.save('game 7')
    expect(session.saveNames).toHaveLength(50)
  })
})

describe('texts about a game', () => {
  const answered = (reward: number | null) => {
    const observation = { ...opening.observation, text: 'Ouch.', prompt: '', score: 20, moves: 3 }
    return describePlay({ observation, reward, done: false })
  }

  it('lost points have one sign, and unchanged points are not mentioned', () => {
    expect(answered(-10)).toBe('Ouch.\n\n-10 points! (Total: 20)\n\n[Score: 20 | Moves: 3]')
    expect(answered(5)).toBe('Ouch.\n\n+5 points! (Total: 20)\n\n[Score: 20 | Moves: 3]')
    for (const none of [0, null]) expect(answered(none)).toBe('Ouch.\n\n[Score: 20 | Moves: 3]')
  })

  it('an object is not named before the story has printed its name', () => {
    const session = begin()
    const visible = session.look().observation.visible?.map(({ name }) => name)
    expect(opening.observation.visible).toContainEqual(expect.objectContaining({ name: 'place' }))
    expect(opening.observation.text).not.toMatch(/\bplace\b/)
    expect(visible).toContain("shepherd's crook")
    expect(visible).not.toContain('place')
  })

  it('words are compared as far as the parser reads them', () => {
    expect(unknownWords(opening.environment, 'examine cobblestones with telescopes')).toEqual([])
    expect(unknownWords(opening.environment, 'examine cobbleware')).toEqual(['cobbleware'])
  })
})
