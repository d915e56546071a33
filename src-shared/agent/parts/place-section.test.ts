import { describe, expect, it } from 'vitest'
import { NO_MIND } from '../../episode/log/mind-schema'
import { emptyEpisode } from '../../episode/state/episode'
import type { StateBlock } from '../../episode/state/state-block'
import type { MindView } from '../view'
import { blocksOf, type MadeTurn } from './blocks.testkit'
import { frontierOf, frontierSection } from './frontier'
import { placeSection } from './place-section'
import { stuckSection } from './stuck-note'

const view = (blocks: readonly StateBlock[], mind: Partial<MindView['state']['mind']> = {}): MindView => ({
  state: { ...emptyEpisode, mind: { ...emptyEpisode.mind, ...mind } },
  mind: { ...NO_MIND, parts: ['context', 'places', 'frontier', 'stuck'] },
  blocks,
})
const after = (...turns: readonly MadeTurn[]) =>
  view(blocksOf([{ text: 'A hall. Stairs lead up; a door leads east.' }, ...turns]))

const north: MadeTurn = { action: 'n', place: 2, text: 'A cellar. A passage leads west.' }
const south: MadeTurn = { action: 'south', place: 1 }

describe('what the player knows about a place', () => {
  it('is nothing on its first visit', () => {
    expect(placeSection(after())).toBeNull()
    expect(placeSection(after(north))).toBeNull()
  })

  it('lists earlier actions there with their outcomes, the latest first', () => {
    const push: MadeTurn = { action: 'push wall', outcome: 'refused' }
    expect(placeSection(after(push, push, { action: 'open box', outcome: 'opened_or_revealed' }, north, south))).toBe(
      'Tried here in 2 visits: north → Room 2#2; open box → opened or revealed something; push wall → refused 2 times.',
    )
  })

  it('lists every place that an exit led to', () => {
    const maze = after(north, south, { action: 'north', place: 3 }, { action: 'up', place: 1 })
    expect(placeSection(maze)).toContain('north → Room 2#2, at times Room 3#3')
  })

  it('has the first description once the turn that printed it is no longer in the prompt', () => {
    const blocks = after(north, south).blocks
    const compaction = {
      turn: 3,
      from_turn: 1,
      to_turn: 2,
      method: 'chronicle',
      text: '',
      tokens_before: 0,
      tokens_after: 0,
    } as const
    expect(placeSection(view(blocks))).not.toContain('The place:')
    expect(placeSection(view(blocks, { compactions: [compaction] }))).toContain('\nThe place: A hall. Stairs lead up')
  })

  it('is nothing at a level without locations, and never longer than its limit', () => {
    const bare = blocksOf([
      {},
      ...Array.from({ length: 40 }, (_, index) => ({ action: `do ${'x'.repeat(80)} ${index}` })),
    ])
    expect(placeSection(view(bare))?.length).toBeLessThanOrEqual(1000)
    expect(placeSection(view(bare.map(({ location: _location, ...block }) => block)))).toBeNull()
  })
})

describe('the frontier', () => {
  it('is the untried exits, those named in a text first, with the first step to them', () => {
    expect(frontierSection(after(north))).toBe('Untried ways here, named in the text: west.')
    expect(
      frontierOf(after(north, south).blocks)
        .map(({ direction, isNamed }) => [direction, isNamed])
        .slice(0, 2),
    ).toEqual([
      ['east', true],
      ['up', true],
    ])
    expect(frontierSection(after(north, south))).toContain('west from Room 2#2, go north')
  })

  it('omits exits that were tried, whether walked or refused', () => {
    const tried = after({ action: 'east', outcome: 'refused' }, { action: 'go up', outcome: 'refused' })
    expect(
      frontierOf(tried.blocks)
        .map(({ direction, isNamed }) => [direction, isNamed])
        .slice(0, 2),
    ).toEqual([
      ['north', false],
      ['northeast', false],
    ])
  })
})

describe('the note on being stuck', () => {
  const stuck = (level: number) => ({ turn: 3, level, signals: ['camp' as const], evidence_turns: [] })

  it('is null while the player is not stuck', () => {
    expect(stuckSection(after(north))).toBeNull()
    expect(stuckSection(view(after(north).blocks, { stuck: [stuck(2), stuck(0)] }))).toBeNull()
  })

  it('names untried commands here and, from level 2 on, commands that were refused before a gain', () => {
    const turns: readonly MadeTurn[] = [
      { action: 'unlock door', outcome: 'refused' },
      { action: 'take key', outcome: 'took', holds: [7], sees: ['lamp'] },
    ]
    const { blocks } = after(...turns)
    const one = stuckSection(view(blocks, { stuck: [stuck(1)] }))
    expect(one).toMatch(/^You may be stuck: \d+ turns without anything new \(you stay in one place\)\./)
    expect(one).toContain('Not tried here: "east", "up", "examine lamp", "take lamp", "open lamp".')
    expect(one).not.toContain('unlock door" in')
    expect(stuckSection(view(blocks, { stuck: [stuck(2)] }))).toContain('"unlock door" in Room 1#1')
  })
})
