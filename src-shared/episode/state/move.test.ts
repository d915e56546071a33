import { describe, expect, it } from 'vitest'
import { moveOf } from './move'

const forest = { id: 2, name: 'Forest' }

describe('moveOf', () => {
  const seen = { location: { id: 7, name: 'Maze' }, text: '', fault: false, game_over: false }
  const announces = (text: string) => moveOf(1, 'n', { ...seen, text }).announced

  it('finds the name of the room on the first line only', () => {
    expect(
      ['Maze\nAll alike.', '\nMaze', 'Maze, in the magic boat\nWater.', 'Maze (on the chair)'].map(announces),
    ).toEqual([true, true, true, true])
    expect(
      ['Mazes are dull.', 'Maze walls block your way.', "You can't go that way.", 'You see:\nMaze', ''].map(announces),
    ).toEqual([false, false, false, false, false])
  })

  it('does not count a move as a walk if the machine faulted or the game was over', () => {
    expect(
      [
        moveOf(1, 'n', seen),
        moveOf(1, 'n', { ...seen, fault: true }),
        moveOf(1, 'n', { ...seen, game_over: true }),
      ].map(({ walked }) => walked),
    ).toEqual([true, false, false])
  })

  it.each([
    ['a restart after a death', { rule_applied: 'restart' }, false],
    ['a restored game', { rule_applied: 'restore' }, false],
    ['an undo', { rule_applied: 'undo' }, false],
    ['the end of the story', { game_over: true }, false],
    ['a fault', { fault: true }, false],
    ['a run that stops at the death it walked into', { rule_applied: 'stop' }, true],
    ['a death after which the story revives the player', { text: '****  You have died  ****\n\nForest' }, false],
    ['a step', {}, true],
  ])('decides correctly whether %s is a walk', (_what, seen, walked) => {
    const move = moveOf(1, 'north', { location: forest, text: 'Forest', fault: false, game_over: null, ...seen })
    expect(move.walked).toBe(walked)
  })

  it.each(['restart', 'Restore', 'undo'])('does not count %s as a walk if the player types it', (action) => {
    expect(moveOf(1, action, { location: forest, text: 'Forest', fault: false, game_over: null }).walked).toBe(false)
  })
})
