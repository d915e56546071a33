import { describe, expect, it } from 'vitest'
import type { EpisodeState } from '@shared/episode/state/episode'
import { unsurveyed } from '@shared/map/surveyed-map'
import { statesOf, WALK } from '../layout/walk.testkit'
import { mapSvg } from './map-svg'
import { trailOf } from './trail'

const latest = statesOf(WALK).at(-1) as EpisodeState

describe('mapSvg', () => {
  const colors = {
    panel: '#fff',
    'control-edge': '#888',
    text: '#000',
    'text-second': '#333',
    'text-third': '#555',
    now: '#a60',
  }
  const positions = { 1: { x: 0, y: 1, level: 0 }, 2: { x: 0, y: 0, level: 0 }, 3: { x: 1, y: 0, level: 0 } }
  const svg = mapSvg({
    view: {
      map: latest.map,
      mazeSizes: new Map(),
      surveyed: unsurveyed,
      things: new Map(),
      diedIn: new Set(),
      trail: trailOf(latest, (id) => id),
    },
    positions,
    level: 0,
    colors,
  })

  it('is well-formed and contains every room', () => {
    const picture = new DOMParser().parseFromString(svg, 'image/svg+xml')
    expect([...picture.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual([
      'West of House, start',
      'North of House, the agent is here',
      '<img src=x onerror=alert(1)>',
    ])
  })

  it('contains stubs, doors, dark rooms, conditions, objects, start and deaths', () => {
    const door = { id: 7, name: 'oak door', state: 'locked' as const }
    const passage = { isThere: true, isConditional: false, door: null }
    const surveyed = {
      lights: { 3: 'brought' as const },
      passages: {
        1: { west: { ...passage, to: 5 }, north: { ...passage, to: 2, door } },
        2: { east: { ...passage, to: 3, isConditional: true } },
      },
    }
    const marked = mapSvg({
      view: {
        map: latest.map,
        mazeSizes: new Map(),
        surveyed,
        things: new Map([[1, ['lamp', 'sword', 'rope']]]),
        diedIn: new Set([2]),
        trail: new Map(),
      },
      positions,
      level: 0,
      colors,
    })
    for (const words of [
      '>?<',
      '>start<',
      '† died here',
      '>lamp +2<',
      'dark without a light',
      'stroke-dasharray="6 4"',
      'stroke-dasharray="0.1 4"',
    ])
      expect(marked).toContain(words)
    expect(new DOMParser().parseFromString(marked, 'image/svg+xml').querySelector('parsererror')).toBeNull()
  })

  it('contains no executable content', () => {
    expect(svg).not.toMatch(/<img|<script/)
  })
})
