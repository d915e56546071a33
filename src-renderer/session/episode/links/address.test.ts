import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Playhead } from '../playhead'
import { formatAddress, parseAddress } from './address'

const anyPlayhead: fc.Arbitrary<Playhead> = fc.oneof(
  fc.constant('live' as const),
  fc.record({ turn: fc.nat(), event: fc.option(fc.nat()) }),
)

it('an address parses back to its playhead', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), anyPlayhead, (episodeId, playhead) => {
      expect(parseAddress(formatAddress({ episodeId, playhead }))).toEqual({ episodeId, playhead })
    }),
  )
})

it('names the trunk, the turn and the event', () => {
  expect(formatAddress({ episodeId: '0142', playhead: { turn: 204, event: 3 } })).toBe('#/episode/0142/trunk/204.3')
  expect(formatAddress({ episodeId: '0142', playhead: 'live' })).toBe('#/episode/0142/trunk')
})

it('opens an episode at its end if the address has no branch', () => {
  for (const hash of ['#/episode/0142', '#/episode/0142/', '#/episode/0142/trunk/'])
    expect(parseAddress(hash)).toEqual({ episodeId: '0142', playhead: 'live' })
})

it('anything else parses to null', () => {
  for (const hash of ['', '#', '#/episode/', '#/episode/a/branch/1', '#/episode/%/trunk', '#/episode/a/trunk/x'])
    expect(parseAddress(hash)).toBeNull()
})
