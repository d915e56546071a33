import { describe, expect, it } from 'vitest'
import { boundsOf, boxOf } from '@shared/map/drawing/geometry'
import {
  aroundAgent,
  centered,
  fittedView,
  followingView,
  hasWords,
  isInSight,
  wholeView,
  within,
} from './use-viewport'

const at = (x: number, y: number) => ({ x, y, level: 0 })
const cells = Array.from({ length: 100 }, (_, index) => at(index % 10, Math.floor(index / 10)))
const neighborsOf = (x: number, y: number) =>
  cells.filter((cell) => Math.max(Math.abs(cell.x - x), Math.abs(cell.y - y)) === 1).map(boxOf)

describe('the whole view', () => {
  it.each([
    [365, 300],
    [460, 270],
    [924, 640],
    [200, 90],
  ])('contains every room of a large map, in a panel of %d by %d', (width, height) => {
    const view = wholeView(boundsOf(cells), { width, height })
    expect(cells.every((cell) => isInSight(boxOf(cell), view, { width, height }))).toBe(true)
    expect(view.zoom).toBeLessThan(1)
  })

  it('contains the passages around rooms', () => {
    const [panel, corners] = [{ width: 460, height: 270 }, [{ x: 2400, y: 30 }]]
    const followed = { cells, corners: [], followed: [], neighbors: [], readable: 0, scale: 1 }
    const rightOf = ({ x, zoom }: { readonly x: number; readonly zoom: number }) => x + 2400 * zoom
    const none = { x: 0, y: 0, zoom: 1 }
    expect(rightOf(fittedView(followed, none, panel))).toBeGreaterThan(panel.width)
    expect(rightOf(fittedView({ ...followed, corners }, none, panel))).toBeLessThan(panel.width)
  })

  it('shows a passage beside the rooms in its margin, without a smaller zoom', () => {
    const panel = { width: 460, height: 270 }
    const few = { cells: [at(0, 0), at(1, 0)], followed: [], neighbors: [], readable: 0, scale: 1 }
    const bare = fittedView({ ...few, corners: [] }, { x: 0, y: 0, zoom: 1 }, panel)
    expect(fittedView({ ...few, corners: [{ x: -16, y: 20 }] }, { x: 0, y: 0, zoom: 1 }, panel)).toEqual(bare)
  })

  it('omits passages if names would be too small with them', () => {
    const panel = { width: 460, height: 270 }
    const { zoom: readable } = wholeView(boundsOf(cells), panel)
    const shown = { cells, corners: [{ x: 2400, y: 30 }], followed: [], neighbors: [], readable, scale: 1 }
    expect(fittedView(shown, { x: 0, y: 0, zoom: 1 }, panel)).toEqual(wholeView(boundsOf(cells), panel))
  })

  it('has a margin for words only if there are words', () => {
    const ten = boundsOf(cells)
    const marginAt = (height: number) => {
      const { y, zoom } = wholeView(ten, { width: 9000, height })
      return [hasWords(zoom), Math.round(y)]
    }
    expect([marginAt(880), marginAt(600)]).toEqual([
      [true, 28],
      [false, 14],
    ])
  })

  it('centers a small map without enlarging it', () => {
    const view = wholeView(boundsOf([at(0, 0)]), { width: 900, height: 600 })
    expect(view).toEqual({ x: 450 - 55, y: 300 - 22, zoom: 1 })
  })
})

describe('the view of an agent', () => {
  it.each([
    [440, 300],
    [924, 640],
  ])('contains its room and all neighbors, in a panel of %d by %d', (width, height) => {
    const panel = { width, height }
    for (const { x, y } of cells) {
      const view = centered(aroundAgent(boxOf(at(x, y)), neighborsOf(x, y), 1, panel), 1, panel)
      for (const box of [boxOf(at(x, y)), ...neighborsOf(x, y)]) expect(isInSight(box, view, panel)).toBe(true)
    }
  })

  it('contains the nearest neighbors that fit in a small panel', () => {
    const panel = { width: 290, height: 120 }
    const [agent, near, far] = [boxOf(at(4, 4)), boxOf(at(5, 4)), boxOf(at(9, 4))]
    const view = centered(aroundAgent(agent, [far, near], 1, panel), 1, panel)
    expect([near, agent, far].map((box) => isInSight(box, view, panel))).toEqual([true, true, false])
  })

  it('contains more neighbors when zoomed out', () => {
    const panel = { width: 250, height: 120 }
    expect(aroundAgent(boxOf(at(4, 4)), neighborsOf(4, 4), 0.3, panel)).toEqual(
      boundsOf([at(3, 3), at(4, 4), at(5, 5)]),
    )
  })

  it.each([1, 2])('contains both agents, with their marks, however far apart they are, at text scale %d', (scale) => {
    const panel = { width: 340, height: 300, scale }
    const most = 0.75 * scale
    let view = { x: 0, y: 0, zoom: most }
    for (const [a, b] of [
      [at(0, 0), at(1, 0)],
      [at(0, 0), at(9, 9)],
      [at(9, 0), at(0, 1)],
      [at(4, 4), at(4, 5)],
    ] as const) {
      view = followingView({ cells, followed: [a, b], neighbors: [] }, view, panel, most)
      for (const { x, y, width, height } of [a, b].map(boxOf)) {
        const [left, right] = [x * view.zoom + view.x, (x + width) * view.zoom + view.x]
        const [top, bottom] = [y * view.zoom + view.y, (y + height) * view.zoom + view.y]
        expect(Math.min(left, panel.width - right)).toBeGreaterThan(9 * scale)
        expect(Math.min(top, panel.height - bottom)).toBeGreaterThan(9 * scale)
      }
    }
    expect(view.zoom, 'it zooms in again').toBe(most)
  })

  it('centers its room in a panel that is shorter than the room', () => {
    const panel = { width: 365, height: 40 }
    const { y } = centered(aroundAgent(boxOf(at(4, 0)), neighborsOf(4, 0), 1, panel), 1, panel)
    expect(y + 22).toBe(20)
  })
})

it('omits words before they get too small to read', () => {
  expect([1.4, 0.9, 0.8, 0.1].map(hasWords)).toEqual([true, true, false, false])
})

it('shows no empty space beside a drawing that is larger than the panel, and centers a smaller one', () => {
  const panel = { width: 400, height: 300 }
  const bounds = { x: 0, y: 0, width: 1000, height: 100 }
  expect(within(bounds, centered(boxOf(at(0, 0)), 1, panel), panel)).toEqual({ x: 28, y: 100, zoom: 1 })
})
