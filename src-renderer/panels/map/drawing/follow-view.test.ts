import { describe, expect, it } from 'vitest'
import { isInSight, viewOn } from './follow-view'
import { boundsOf, boxOf } from '@shared/map/drawing/geometry'

const at = (x: number, y: number) => ({ x, y, level: 0 })
/** Ten by ten locations. */
const cells = Array.from({ length: 100 }, (_, index) => at(index % 10, Math.floor(index / 10)))
const bounds = boundsOf(cells)
const neighborsOf = (x: number, y: number) =>
  cells.filter((cell) => Math.max(Math.abs(cell.x - x), Math.abs(cell.y - y)) === 1).map(boxOf)

describe('the view of a map that is too large for its panel', () => {
  it.each([
    [365, 300],
    [460, 270],
    [924, 640],
  ])('holds the agent’s room and all rooms around it, in a panel of %d by %d', (width, height) => {
    for (const { x, y } of cells) {
      const view = viewOn(bounds, boxOf(at(x, y)), neighborsOf(x, y), { width, height })
      for (const box of [boxOf(at(x, y)), ...neighborsOf(x, y)])
        expect(isInSight(box, view, { width, height }), `${x} ${y}`).toBe(true)
      expect(view.zoom).toBe(1)
    }
  })

  it('holds in a small panel the neighbors that fit, the nearest first', () => {
    const panel = { width: 250, height: 120 }
    const [near, far] = [boxOf(at(5, 4)), boxOf(at(9, 4))]
    const view = viewOn(bounds, boxOf(at(4, 4)), [far, near], panel)
    expect([near, boxOf(at(4, 4)), far].map((box) => isInSight(box, view, panel))).toEqual([true, true, false])
  })

  it('has the agent’s room in the middle of a panel that is lower than the room', () => {
    const agent = boxOf(at(4, 0))
    const { y } = viewOn(bounds, agent, neighborsOf(4, 0), { width: 365, height: 40 })
    expect(y + agent.y + agent.height / 2).toBe(20)
  })
})

describe('the view of a map that fits', () => {
  it('holds all of it, and enlarges nothing', () => {
    const panel = { width: 900, height: 600 }
    const few = [at(0, 0), at(1, 1)]
    const view = viewOn(boundsOf(few), boxOf(at(0, 0)), [], panel)
    expect(few.every((cell) => isInSight(boxOf(cell), view, panel))).toBe(true)
    expect(view.zoom).toBe(1)
  })
})

it('a level that the agent is not on is looked over', () => {
  expect(viewOn(bounds, null, [], { width: 460, height: 300 }).zoom).toBe(0.4)
})
