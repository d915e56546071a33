import { describe, expect, it } from 'vitest'
import { NO_MIND } from '../episode/log/mind-schema'
import { emptyEpisode } from '../episode/state/episode'
import { blocksOf, type MadeTurn, walk } from './blocks.testkit'
import { objectionTo } from './guard'

const objection = (action: string, ...turns: readonly MadeTurn[]) =>
  objectionTo({ state: emptyEpisode, mind: NO_MIND, blocks: blocksOf([{}, ...turns]) }, action)
const push: MadeTurn = { action: 'push wall', outcome: 'refused', text: "You can't." }

describe('the guard', () => {
  it('objects to a command that failed twice in the same visible state, and says when', () => {
    expect(objection('push wall', push)).toBeNull()
    expect(objection('Push  wall', push, {}, push)).toBe(
      `"push wall" failed on turns 1 and 3, when all was as it is now; the reply was: "You can't."`,
    )
  })

  it('accepts it elsewhere, with a new item, and where it had an effect', () => {
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
