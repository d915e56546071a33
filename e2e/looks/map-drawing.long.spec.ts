import { isDeepStrictEqual } from 'node:util'
import { expectAccessible } from '../kit/accessibility'
import { button, expect, region, test, useApp } from '../kit/launch-app'
import { faultsOf, faultsOfWhole } from '../kit/map-faults'
import { map, openPlayed, playedByExplorer, room } from '../kit/played-map'

const app = useApp(playedByExplorer)

test("draws the agent's discoveries, and in a different style the rooms and exits that only the game knows", async () => {
  const { page, pageErrors } = app()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPlayed(page)
  await expect(room(page, /^Fell Gate/)).toHaveAccessibleName(/^Fell Gate.* start/)
  await expect(map(page).locator('[data-conditional], [class*="bar"], [class*="stub"]').first()).toBeAttached()
  await expectAccessible(page)
  expect(pageErrors).toEqual([])
})

for (const [width, height] of [
  [960, 640],
  [1024, 768],
  [1440, 900],
  [2560, 1440],
] as const) {
  test(`fits the map at ${width} pixels, without cut names, lines or words over rooms, or words below 11 px`, async () => {
    const { page } = app()
    await page.setViewportSize({ width, height })
    const whole = map(page).getByRole('button', { name: 'Fit the map' })
    await expect.poll(() => faultsOf(map(page))).toEqual([])
    await whole.click()
    await expect(whole).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => faultsOfWhole(map(page))).toEqual([])
    await whole.click()
    await expect.poll(() => faultsOf(map(page))).toEqual([])
    await map(page).getByRole('button', { name: 'Maximize map' }).click()
    await expect(region(page, 'Story')).toBeHidden()
    await expect.poll(() => faultsOf(map(page))).toEqual([])
    await page.keyboard.press('Escape')
    await expect(region(page, 'Story')).toBeVisible()
  })
}

test('follows the agent without changing the zoom of the user', async () => {
  const { page } = app()
  await page.setViewportSize({ width: 1024, height: 768 })
  const zoom = () =>
    map(page)
      .locator('.react-flow__viewport')
      .evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a)
  const isInSight = () =>
    map(page).evaluate((panel) => {
      const frame = panel.querySelector('.react-flow')?.getBoundingClientRect()
      const agent = panel.querySelector('[data-here]')?.getBoundingClientRect()
      if (!frame || !agent) return false
      return (
        agent.left >= frame.left && agent.right <= frame.right && agent.top >= frame.top && agent.bottom <= frame.bottom
      )
    })
  /** Whether the agent is in the middle half, or everything is in sight. */
  const isCentered = () =>
    map(page).evaluate((panel) => {
      const frame = panel.querySelector('.react-flow')?.getBoundingClientRect()
      const agent = panel.querySelector('[data-here]')?.getBoundingClientRect()
      if (!frame || !agent) return false
      const isInFrame = (box: DOMRect) => box.left >= frame.left && box.right <= frame.right && box.top >= frame.top
      if ([...panel.querySelectorAll('[data-location]')].every((room) => isInFrame(room.getBoundingClientRect())))
        return true
      const [x, y] = [(agent.left + agent.right) / 2 - frame.left, (agent.top + agent.bottom) / 2 - frame.top]
      return x > frame.width / 4 && x < frame.width * 0.75 && y > frame.height / 4 && y < frame.height * 0.75
    })
  await map(page).getByRole('button', { name: 'Follow the agent' }).click()
  await expect.poll(zoom).toBe(1)
  for (const key of ['0', '2', '4', '6', '8', 'End']) {
    await page.keyboard.press(key)
    await expect.poll(isInSight, key).toBe(true)
    expect(await zoom()).toBe(1)
  }
  await map(page).getByRole('button', { name: 'Maximize map' }).click()
  await expect(region(page, 'Story')).toBeHidden()
  await expect.poll(isCentered, 'centers it again in the larger panel').toBe(true)
  await page.keyboard.press('Escape')
  await map(page).getByRole('button', { name: 'Fit the map' }).click()
  await expect.poll(zoom).toBeLessThan(1)
  // A second click restores a readable size.
  await map(page).getByRole('button', { name: 'Fit the map' }).click()
})

test('finds a room by its name, and Enter moves the playhead there', async () => {
  const { page } = app()
  await page.setViewportSize({ width: 1440, height: 900 })
  await map(page).focus()
  await page.keyboard.press('/')
  await page.keyboard.type('fell')
  await expect(map(page).getByRole('listbox').getByRole('option').first()).toHaveText('Fell Gate')
  await expect(map(page).getByRole('listbox').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(map(page).getByRole('region', { name: 'Room: Fell Gate' })).toBeVisible()
  await expect(room(page, /^Fell Gate/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(map(page).getByRole('region', { name: 'Room: Fell Gate' })).toBeHidden()
})

test('shows a level, and the connections between levels', async () => {
  const { page } = app()
  const levels = map(page).getByRole('combobox', { name: 'Levels of the map' })
  await levels.selectOption('agent')
  const rail = map(page).getByRole('navigation', { name: 'Levels of the map' })
  for (const level of await rail.getByRole('button', { name: /^Level/ }).all()) {
    await level.click()
    await expect(level).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => faultsOf(map(page))).toEqual([])
  }
  const joins = rail.getByRole('button', { name: /to the levels below$/ }).first()
  await joins.click()
  const group = page.getByRole('group', { name: /to the levels below$/ }).first()
  await expect(group).toBeVisible()
  const end = group.getByRole('button').first()
  const name = (await end.textContent()) ?? ''
  await end.click()
  await expect(map(page).getByRole('region', { name: `Room: ${name}` })).toBeVisible()
  await map(page).getByRole('button', { name: 'Close' }).click()
  await levels.selectOption('flat')
})

test('explains its marks in a legend', async () => {
  const { page } = app()
  const meaning = map(page).getByText('The agent is here', { exact: true })
  await map(page).getByText('Legend', { exact: true }).click()
  await expect(meaning).toBeVisible()
})

test('shows a room beside the drawing, which keeps its height and its buttons', async () => {
  const { page } = app()
  await page.setViewportSize({ width: 1280, height: 800 })
  const drawing = map(page).locator('.react-flow')
  const height = async () => (await drawing.boundingBox())?.height
  await room(page, /^Fell Gate/).focus()
  await page.keyboard.press('Enter')
  await expect(map(page).getByRole('region', { name: 'Room: Fell Gate' })).toBeVisible()
  const beside = await height()
  const follow = await map(page).getByRole('button', { name: 'Follow the agent' }).boundingBox()
  const card = await map(page).getByRole('region', { name: 'Room: Fell Gate' }).boundingBox()
  expect((follow?.x ?? 0) + (follow?.width ?? 0)).toBeLessThanOrEqual(card?.x ?? 0)
  await button(page, 'Close').click()
  await expect.poll(height).toBe(beside)
})

test('lists all turns spent in a room, each with a link to it', async () => {
  const { page } = app()
  const turn = map(page)
    .getByRole('region', { name: 'Room: Fell Gate' })
    .getByRole('button', { name: /^Turn \d/ })
    .first()
  const whole = map(page).getByRole('button', { name: 'Fit the map' })
  await whole.click()
  await room(page, /^Fell Gate/).focus()
  await page.keyboard.press('Enter')
  await expect(turn).toBeVisible()
  await expect(whole, 'a room that is opened changes nothing of that').toHaveAttribute('aria-pressed', 'true')
  await whole.click()
  await turn.click()
  await expect(room(page, /^Fell Gate/)).toHaveAttribute('aria-current', 'location')
  await button(page, 'Close').click()
  await page.keyboard.press('End')
})

test('offers a list with the content and all actions of the drawing', async () => {
  const { page } = app()
  await map(page).getByRole('button', { name: 'List' }).click()
  for (const name of ['Tidy', 'Undo', 'Export SVG']) await expect(map(page).getByRole('button', { name })).toBeVisible()
  await expect(map(page).getByText('Only in the game’s memory').first()).toBeVisible()
  await expect(map(page).getByRole('heading', { name: /^Fell Gate/ })).toBeVisible()
  await expectAccessible(page)
  await map(page).getByRole('button', { name: 'Drawing' }).click()
})

test('keeps rooms where the user put them, also after a reload', async () => {
  const { page } = app()
  await page.setViewportSize({ width: 1440, height: 900 })
  const place = () =>
    room(page, /^Fell Gate/).evaluate((element) => element.closest<HTMLElement>('.react-flow__node')?.style.transform)
  await expect(room(page, /^Fell Gate/)).toBeAttached()
  const before = await place()
  await room(page, /^Fell Gate/).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(place).not.toBe(before)
  const moved = await place()
  await page.reload()
  await expect(room(page, /^Fell Gate/)).toBeVisible()
  expect(await place()).toBe(moved)
})

test('hides what the agent does not know when the user hides later turns', async () => {
  const { page } = app()
  const unknown = map(page).locator('.react-flow [class*="stub"], .react-flow [class*="bar"]')
  await expect(unknown.first()).toBeAttached()
  await region(page, 'Story').focus()
  await page.keyboard.press('h')
  await expect(unknown).toHaveCount(0)
  await page.keyboard.press('h')
  await expect(unknown.first()).toBeAttached()
})

test('in a zoomed-out drawing, the clickable area of a link to another level is higher than its words', async () => {
  const { page } = app()
  const levels = map(page).getByRole('combobox', { name: 'Levels of the map' })
  await page.setViewportSize({ width: 1440, height: 1100 })
  await levels.selectOption('agent')
  await page.keyboard.press('8')
  const way = map(page)
    .getByRole('button', { name: /^(up|down) to / })
    .first()
  await expect(way).toBeVisible()
  const hitBesides = () =>
    way.evaluate((element) => {
      const { left, width, top, bottom } = element.getBoundingClientRect()
      const rows = Array.from({ length: 60 }, (_, index) => (top + bottom) / 2 - 30 + index)
      return (
        rows.filter((row) => document.elementFromPoint(left + width / 2, row)?.closest('button') === element).length -
        (bottom - top)
      )
    })
  await expect.poll(hitBesides).toBeGreaterThan(4)
  await levels.selectOption('flat')
  await page.keyboard.press('End')
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('two fingers on the map zoom it, not the page; one finger moves it', async () => {
  const { page } = app()
  const hand = await page.context().newCDPSession(page)
  await hand.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 })
  await page.reload()
  await expect(room(page, /^Fell Gate/)).toBeVisible()
  /** A point with no room near it, because a touch beside a room would move the room. */
  const freePlace = () =>
    map(page).evaluate((panel) => {
      const { left, top, width, height } = (panel.querySelector('.react-flow') as Element).getBoundingClientRect()
      const rooms = [...panel.querySelectorAll('[data-location]')].map((room) => room.getBoundingClientRect())
      const distance = (x: number, y: number) =>
        Math.min(
          ...rooms.map((room) =>
            Math.hypot(Math.max(room.left - x, 0, x - room.right), Math.max(room.top - y, 0, y - room.bottom)),
          ),
        )
      const places = Array.from({ length: 400 }, (_, index) => ({
        x: left + 70 + ((width - 140) * (index % 20)) / 19,
        y: top + 40 + ((height - 80) * Math.floor(index / 20)) / 19,
      }))
      const [freest] = places.toSorted((a, b) => distance(b.x, b.y) - distance(a.x, a.y))
      return freest ?? { x: 0, y: 0 }
    })
  let middle = { x: 0, y: 0 }
  const view = () =>
    map(page)
      .locator('.react-flow__viewport')
      .evaluate((element) => {
        const { a: zoom, e: left } = new DOMMatrix(getComputedStyle(element).transform)
        return { zoom, left }
      })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...offsets: readonly number[]) =>
    hand.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: offsets.map((offset, id) => ({ x: middle.x + offset, y: middle.y, id })),
    })

  const isAtRest = async () => {
    const first = await view()
    await page.waitForTimeout(200)
    return isDeepStrictEqual(await view(), first)
  }
  await expect.poll(isAtRest).toBe(true)
  middle = await freePlace()
  const before = await view()
  await touch('touchStart', -30, 30)
  for (const apart of [40, 50, 60]) await touch('touchMove', -apart, apart)
  await touch('touchEnd')
  await expect.poll(async () => (await view()).zoom / before.zoom).toBeCloseTo(2, 1)
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)

  const { left } = await view()
  await touch('touchStart', 0)
  for (const moved of [10, 25, 40]) await touch('touchMove', moved)
  await touch('touchEnd')
  await expect.poll(async () => Math.round((await view()).left - left)).toBe(40)
})
