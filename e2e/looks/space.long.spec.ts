import { sampleEpisode } from '../../src-shared/episode/state/sample-episode.testkit'
import { button, expect, region, test, useApp } from '../kit/launch-app'
import { openOnly, setTextSize, withLog } from '../kit/looks'

const app = useApp(withLog(sampleEpisode({ turns: 40, openTurn: true })))
const boxOf = async (name: string) => {
  const box = await region(app().page, name).boundingBox()
  if (box === null) throw new Error(`${name} is not shown.`)
  return box
}

test('panes share a window of any width, and map and inspector are side by side in a wide one', async () => {
  const { page } = app()
  await openOnly(app())
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [1920, 1080],
    [2560, 1440],
  ] as const) {
    await page.setViewportSize({ width, height })
    const isAbreast = async () => (await boxOf('Map')).y === (await boxOf('Turn inspector')).y
    await expect.poll(isAbreast, { message: `${width}` }).toBe(width >= 1920)
    const [library, story, map, inspector] = await Promise.all(
      ['Episodes', 'Story', 'Map', 'Turn inspector'].map(boxOf),
    )
    if (!library || !story || !map || !inspector) throw new Error('Four panes were asked for.')
    expect(story.x).toBeGreaterThanOrEqual(library.x + library.width)
    expect(map.x).toBeGreaterThanOrEqual(story.x + story.width)
    expect(story.width).toBeGreaterThanOrEqual(540)
    expect(story.width).toBeLessThanOrEqual(762)
    expect(Math.round(inspector.x + inspector.width)).toBe(width)
  }
})

test('a narrow window has one row of tabs for everything beside the story', async () => {
  const { page } = app()
  await page.setViewportSize({ width: 1024, height: 768 })
  const panes = page.getByRole('tablist', { name: 'Panels' })
  await expect(panes.getByRole('tab')).toHaveText(['Episodes', 'Map', 'Turn inspector'])
  await panes.getByRole('tab', { name: 'Episodes' }).click()
  await expect(region(page, 'Episodes').getByRole('link')).toBeVisible()
  await panes.getByRole('tab', { name: 'Map', exact: true }).click()
  expect((await boxOf('Story')).width).toBeGreaterThan(540)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a phone has one column, the story above the panels', async () => {
  const { page } = app()
  await page.setViewportSize({ width: 420, height: 860 })
  await expect.poll(async () => (await boxOf('Story')).width).toBe(420)
  const panes = page.getByRole('tablist', { name: 'Panels' })
  await panes.getByRole('tab', { name: 'Turn inspector' }).click()
  const [story, inspector] = await Promise.all(['Story', 'Turn inspector'].map(boxOf))
  expect(inspector?.width).toBe(420)
  expect(inspector?.y).toBeGreaterThan((story?.y ?? 0) + (story?.height ?? 0))
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('with large text, the tabs of the inspector are in one row', async () => {
  const { page } = app()
  await page.evaluate(setTextSize, 200)
  const tabs = region(page, 'Turn inspector').getByRole('tab')
  await page.getByRole('tab', { name: 'Turn inspector' }).click()
  const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  await expect(region(page, 'Turn inspector').getByRole('heading', { name: /^Turn/ })).toBeHidden()
  await page.evaluate(setTextSize, 100)
})

test('a narrow window with an open episode shows the whole notice of a command', async () => {
  const { page } = app()
  const notice = region(page, 'Status').getByRole('status')
  await openOnly(app())
  for (const [width, player] of [
    [1024, 'Random'],
    [820, 'You'],
  ] as const) {
    await page.setViewportSize({ width, height: 768 })
    await page.keyboard.press('ControlOrMeta+e')
    const sheet = page.getByRole('dialog', { name: 'New episode' })
    await sheet.getByRole('radio', { name: new RegExp(`^${player}`) }).check()
    await page.keyboard.press('Escape')
    await expect(notice).toHaveText('Your changes for a new episode are kept. No episode has been started yet.')
    expect(await notice.evaluate((shown) => shown.scrollWidth - shown.clientWidth), `${width}`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('keys choose the layout with a large map, which a reload restores', async () => {
  const { page } = app()
  const layout = page.getByRole('combobox', { name: 'Window layout' })
  await region(page, 'Story').focus()
  await page.keyboard.press('w')
  await page.keyboard.press('m')
  await expect(layout).toHaveValue('map')
  await expect(region(page, 'Episodes')).toBeHidden()
  await expect.poll(async () => (await boxOf('Map')).width / (await boxOf('Story')).width).toBeGreaterThan(2)
  await page.reload()
  await expect(layout).toHaveValue('map')
  await expect.poll(async () => (await boxOf('Map')).width / (await boxOf('Story')).width).toBeGreaterThan(2)
  await layout.selectOption('debug')
  await expect(region(page, 'Episodes')).toBeVisible()
})

test('a double click on the edge of a pane resets its size', async () => {
  const { page } = app()
  const edge = page.getByRole('separator', { name: 'Width of the map and the inspector' })
  const usual = (await boxOf('Map')).width
  await edge.focus()
  for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await boxOf('Map')).width).toBe(usual + 64)
  // Beside its middle, where the edge between map and inspector may end.
  await edge.dblclick({ position: { x: 2, y: 40 } })
  await expect.poll(async () => (await boxOf('Map')).width).toBe(usual)
  await expect(button(page, 'Command palette')).toBeVisible()
})

test('everything in the status line is visible, at every width', async () => {
  const { page } = app()
  await openOnly(app())
  for (const width of [1440, 1280, 1180, 1024, 960, 900, 820]) {
    await page.setViewportSize({ width, height: 768 })
    const over = await region(page, 'Status').evaluate((bar) => {
      // The texts are as long as during an episode of a thousand turns.
      const [turns, errors] = bar.querySelectorAll('[class*="fact"]')
      if (!turns || !errors) throw new Error('The facts of an episode were asked for.')
      const [saved, none] = [turns.textContent, errors.textContent]
      turns.textContent = 'Saved to turn 1,000'
      errors.textContent = '12 errors'
      const wide = bar.scrollWidth - bar.clientWidth
      turns.textContent = saved
      errors.textContent = none
      return wide
    })
    expect(over, `${width}`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('notices in large text leave room for the story, and the player is named in full', async () => {
  const { page } = app()
  // A notice reports that the log has no end.
  await openOnly(app())
  for (const [width, height, textSize] of [
    [1440, 900, 150],
    [1280, 800, 150],
    [1280, 800, 200],
    [960, 700, 200],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(setTextSize, textSize)
    await expect.poll(async () => (await boxOf('Story')).height / height, `${width} ${textSize}`).toBeGreaterThan(0.33)
    const player = page.getByRole('banner').getByText('not an AI model')
    expect(await player.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0)
    await expect(button(page, 'End episode')).toBeInViewport()
  }
  await page.evaluate(setTextSize, 100)
  await page.setViewportSize({ width: 1440, height: 900 })
})
