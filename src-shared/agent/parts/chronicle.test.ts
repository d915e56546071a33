import { describe, expect, it } from 'vitest'
import { emptyEpisode, type EpisodeState } from '../../episode/state/episode'
import { plainObservation, plainTurn } from '../../episode/state/plain-turn.testkit'
import { viewOf } from '../view'
import { chronicle } from './chronicle'

const HALL = { id: 4, name: 'Hall' }
const CELLAR = { id: 9, name: 'Cellar' }
const at = (text: string, location = HALL, score = 0) => ({ ...plainObservation(text), location, score })

const played = (...turns: readonly (readonly [string, ReturnType<typeof at>])[]): EpisodeState => ({
  ...emptyEpisode,
  opening: at('Hall\nA wide hall with a chest.'),
  turns: turns.map(([action, seen], index) => plainTurn(index + 1, action, seen, 'why')),
})
const told = (state: EpisodeState, most = 10_000) => chronicle(viewOf(state), { from: 1, to: state.turns.length }, most)

describe('the chronicle', () => {
  const some = played(
    ['push wall', at("You can't do that.")],
    ['open chest', at('You open the chest.')],
    ['down', at('Cellar\nIt smells.', CELLAR)],
    ['take coin', at('Taken.', CELLAR, 5)],
    ['up', at('Hall', HALL, 5)],
    ['wait', at('Time passes.', HALL, 5)],
  )

  it('has a line per stay, with outcomes and first descriptions', () => {
    expect(told(some).split('\n')).toEqual([
      'T1–3 Hall#4 (Hall A wide hall with a chest.): push wall → refused; open chest → opened_or_revealed; down → moved',
      'T4–5 Cellar#9 (Cellar It smells.): take coin → took, score +5: "Taken."; up → moved',
      'T6 Hall#4: wait → no_op',
    ])
  })

  it('shortens the oldest third first, with refusals as counts', () => {
    const full = told(some)
    expect(told(some, full.length - 1)).toMatch(/^T1–3 Hall#4 \(.*\): open chest → .*; down → moved; 1 refused\n/)
  })

  it('groups stays without a gain, and keeps changes of score', () => {
    const dull = played(
      ...Array.from({ length: 60 }, (_, index) => ['go', at('Nothing new.', index % 2 ? HALL : CELLAR)] as const),
      ['take coin', at('Taken.', HALL, 5)],
    )
    const text = told(dull, 300)
    expect(text).toContain('score +5: "Taken."')
    expect(text).toMatch(/T\d+–\d+: \d+ turns Cellar#9\/Hall#4, no gain/)
    expect(text.length).toBeLessThanOrEqual(300)
  })

  it('is never longer than its limit, and drops deaths last', () => {
    const long = played(
      ...Array.from({ length: 200 }, (_, index) =>
        index === 20
          ? (['jump', at('You fall. You have died.', CELLAR)] as const)
          : ([`take thing ${index}`, at('Taken.', index % 2 ? HALL : CELLAR, index)] as const),
      ),
    )
    for (const most of [20_000, 5000, 1000, 300]) {
      const text = told(long, most)
      expect(text.length).toBeLessThanOrEqual(most)
      expect(text).toContain('You have died')
    }
  })

  it('begins each line with its turns, without a gap up to the last turn', () => {
    const spans = [...told(some).matchAll(/^T(\d+)(?:–(\d+))?/gm)].map(([, from, to]) => [
      Number(from),
      Number(to ?? from),
    ])
    expect(spans.flat()).toEqual([1, 3, 4, 5, 6, 6])
  })
})
