import { describe, expect, it } from 'vitest'
import { NO_MIND } from '../../episode/log/mind-schema'
import { emptyEpisode } from '../../episode/state/episode'
import { blocksOf, type MadeTurn, walk } from './blocks.testkit'
import { objectionTo } from './guard'

const objection = (action: string, ...turns: readonly MadeTurn[]) =>
  objectionTo({ state: emptyEpisode, mind: NO_MIND, blocks: blocksOf([{}, ...turns]) }, action)?.reason ?? null
const push: MadeTurn = { action: 'push wall', outcome: 'refused', text: "You can't." }

describe('the guard', () => {
  it('objects to a command that failed in the same visible state, and says when', () => {
    expect(objection('push door', push)).toBeNull()
    expect(objection('Push  wall', push, {}, push)).toBe(
      `"push wall" came to nothing on turns 1 and 3, when all was as it is now; the reply was: "You can't."`,
    )
    expect(objection('push wall', push)).toContain('on turn 1,')
    const long: MadeTurn = { ...push, text: `You can't. ${'The wall is old. '.repeat(20)}` }
    expect(objection('push wall', long)).toMatch(/^.{150,220}…"$/)
  })

  it('objects to a command that printed the same text twice and changed nothing', () => {
    const read: MadeTurn = { action: 'read sign', text: 'Keep out.' }
    expect(objection('read sign', read)).toBeNull()
    expect(objection('read sign', read, read)).toContain('on turns 1 and 2')
    expect(objection('read sign', read, { ...read, text: 'Keep further out.' })).toBeNull()
    expect(objection('take coin', { action: 'take coin', holds: [7] }, { action: 'drop coin', holds: [] })).toBeNull()
  })

  it('lets the player wait twice', () => {
    const wait: MadeTurn = { action: 'wait', outcome: 'no_op', text: 'Time passes.' }
    expect(objection('wait', wait)).toBeNull()
    expect(objection('wait', wait, wait)).toContain('on turns 1 and 2')
  })

  it('names untried commands to choose from, not the refused one', () => {
    const blocks = blocksOf([
      { text: 'A hall. A door leads east.', sees: ['Lamp'] },
      { action: 'open lamp', outcome: 'refused' },
    ])
    const found = objectionTo({ state: emptyEpisode, mind: NO_MIND, blocks }, 'open lamp')
    expect(found?.choices.slice(0, 3)).toEqual(['east', 'examine lamp', 'take lamp'])
    expect(found?.choices).not.toContain('open lamp')
  })

  it('names no command with an object whose name cannot be typed, and none that was tried', () => {
    const sees = [' Brass\n Lamp ', '', 'x'.repeat(500)]
    const turns = ['examine brass lamp', 'push wall'].map((action): MadeTurn => ({ action, outcome: 'refused' }))
    const blocks = blocksOf([{ text: 'A hall. A door leads east.', sees }, ...turns])
    const found = objectionTo({ state: emptyEpisode, mind: NO_MIND, blocks }, 'push wall')
    expect(found?.choices).toEqual(['east', 'take brass lamp', 'open brass lamp'])
  })

  it('accepts a failed command elsewhere or with a new item, and a command that had an effect', () => {
    expect(objection('push wall', push, push, { place: 2 })).toBeNull()
    expect(objection('push wall', push, push, { holds: [7] })).toBeNull()
    const opens: MadeTurn = { action: 'open box', outcome: 'opened_or_revealed' }
    expect(objection('open box', opens, opens)).toBeNull()
  })

  it('objects to the next step of a circle once the player is badly stuck', () => {
    const round = Array.from({ length: 40 }, () => [
      { action: 'north', place: 2 },
      { action: 'south', place: 1 },
    ]).flat()
    expect(objection('north', ...walk(2, 1, 2, 1))).toBeNull()
    expect(objection('north', ...round)).toMatch(/^"north" leads back to Room 2#2/)
    expect(objection('east', ...round)).toBeNull()
  })
})
