import type { EpisodeState } from '@shared/episode/episode'
import { unsurveyed } from '@shared/map/surveyed-map'
import { describe, expect, it } from 'vitest'
import { mapSvg } from './map-svg'
import { trailOf } from './trail'
import { statesOf, WALK } from './walk.testkit'

const latest = statesOf(WALK).at(-1) as EpisodeState

describe('mapSvg', () => {
  const colors = { panel: '#fff', 'control-edge': '#888', text: '#000', 'text-second': '#333', 'text-third': '#555', now: '#a60' }
  const positions = { 1: { x: 0, y: 1, level: 0 }, 2: { x: 0, y: 0, level: 0 }, 3: { x: 1, y: 0, level: 0 } }
  const svg = mapSvg({ view: { map: latest.map, mazeSizes: new Map(), surveyed: unsurveyed, things: new Map(), diedIn: null, trail: trailOf(latest, (id) => id) }, positions, planes: 'flat', level: 0, colors })

  it('is a well-formed picture of every room', () => {
    const picture = new DOMParser().parseFromString(svg, 'image/svg+xml')
    expect([...picture.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual(['West of House, start', 'North of House, the agent is here', '<img src=x onerror=alert(1)>'])
  })

  it('holds nothing that could run', () => {
    expect(svg).not.toMatch(/<img|<script/)
  })
})
