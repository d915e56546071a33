import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Marker } from '@shared/episode/projections/markers'
import { WHOLE } from '../axis/axis'
import { MarkerRail } from './MarkerRail'

afterEach(cleanup)

const draw = (markers: readonly Marker[], last: number) => {
  const { container } = render(
    <MarkerRail
      markers={markers}
      hits={[]}
      gaps={[]}
      scale={{ width: 600, last, places: null, sight: WHOLE }}
      here={last}
    />,
  )
  return [...container.querySelectorAll('[data-kind]')].map((shape) => shape.getAttribute('data-kind'))
}

describe('the markers of a long run', () => {
  const markers = Array.from({ length: 10_000 }, (_, turn): Marker => {
    if (turn === 5000) return { turn, kind: 'death' }
    return { turn, kind: turn % 3 === 0 ? 'rejected' : 'new_location' }
  })

  it('are limited to the number that can be distinguished', () => {
    expect(draw(markers, 10_000).length).toBeLessThanOrEqual(67)
  })

  it('show the most severe of those that share a cell', () => {
    const kinds = draw(markers, 10_000)
    expect(kinds.filter((kind) => kind === 'death')).toHaveLength(1)
    expect(kinds).not.toContain('new_location')
  })

  it('are all shown in a short episode', () => {
    expect(
      draw(
        [
          { turn: 1, kind: 'rejected' },
          { turn: 20, kind: 'new_location' },
        ],
        40,
      ),
    ).toEqual(['rejected', 'new_location'])
  })
})
