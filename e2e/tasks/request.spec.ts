import { takePicture } from '../kit/accessibility'
import { button, eventsOf, expect, region, startExplorer, test, useApp } from '../kit/launch-app'
import { personAt } from '../kit/person'

const app = useApp()

test('a user reads the request of a turn, and what was new in it: 2 steps, compared with an earlier turn 2 more', async () => {
  const { page, dataFolder } = app()
  await startExplorer(page)
  const turns = () => eventsOf(dataFolder).filter(({ event_type }) => event_type === 'turn_completed').length
  await expect.poll(turns).toBeGreaterThan(3)
  await button(page, 'Pause').click()
  await expect(page.getByRole('banner').getByText(/^Paused/)).toBeVisible()
  await button(page, 'Previous turn').click()

  const inspector = region(page, 'Turn inspector')
  const person = personAt(page)
  await person.click(inspector.getByRole('tab', { name: 'Request' }))
  await expect(inspector).toContainText('Share of the request')
  await expect(inspector).toContainText('Reply')
  await person.click(inspector.getByRole('tab', { name: 'Diff' }))
  const against = inspector.getByRole('spinbutton', { name: 'Compared with turn' })
  const last = Number(await against.inputValue())
  const fresh = inspector.getByRole('heading', { name: / · added$/ })
  await expect(fresh.first()).toBeVisible()
  const before = await fresh.count()
  expect(person.steps).toBe(2)

  await person.click(against)
  await person.press('ArrowDown')
  await expect(against).toHaveValue(String(last - 1))
  await expect.poll(() => fresh.count()).toBeGreaterThan(before)
  expect(person.steps).toBe(4)
  expect(app().pageErrors).toEqual([])
})

test('a user finds a word in the raw request while the episode runs, and new turns do not take the focus: 3 steps', async () => {
  const { page } = app()
  await startExplorer(page)
  const inspector = region(page, 'Turn inspector')
  const turn = async () =>
    Number(/\d+/.exec(await inspector.getByRole('heading', { name: /^Turn \d/ }).innerText())?.[0])
  await expect.poll(turn).toBeGreaterThan(1)
  const person = personAt(page)
  await person.press('r')
  const field = inspector.getByRole('searchbox')
  await expect(field).toBeVisible()
  // The key applies to the focused element.
  await expect.poll(() => inspector.evaluate((shown) => shown.contains(document.activeElement))).toBe(true)
  await person.press('ControlOrMeta+f')
  await expect(field).toBeFocused()
  const before = await turn()
  await expect.poll(turn).toBeGreaterThan(before + 1)
  await person.type('moss')
  await expect(field).toHaveValue('moss')
  expect(person.steps).toBe(3)
  await button(page, 'Stop').click()
  expect(app().pageErrors).toEqual([])
})

test('the inspector fills the window: 1 step, and Escape brings the panels back', async ({
  driver: _driver,
}, testInfo) => {
  const { page } = app()
  const person = personAt(page)
  const inspector = region(page, 'Turn inspector')
  await person.click(inspector.getByRole('button', { name: 'Maximize inspector' }))
  expect(person.steps).toBe(1)
  await expect(region(page, 'Story')).toBeHidden()
  await expect(inspector.getByRole('searchbox')).toBeVisible()
  const json = await inspector.locator('pre').boundingBox()
  expect(json?.height).toBeGreaterThan(500)
  await takePicture(page, testInfo, 'inspector-maximised')
  await page.keyboard.press('Escape')
  await expect(region(page, 'Story')).toBeVisible()
  await takePicture(page, testInfo, 'inspector')
})

test('the reason why a key has no effect is shown as a whole sentence', async ({ driver: _driver }, testInfo) => {
  const { page } = app()
  const before = page.viewportSize()
  await region(page, 'Story').focus()
  for (const width of [1440, 1280, 960]) {
    await page.setViewportSize({ width, height: 800 })
    const notice = region(page, 'Status').getByRole('status')
    // Repeated until the notice is seen, which disappears after six seconds: a slow machine may look too late.
    await expect(async () => {
      await page.keyboard.press('i')
      await expect(notice).toHaveText('This episode is not running. Resume it, or fork it.', { timeout: 2000 })
    }).toPass()
    expect(await notice.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
    await takePicture(page, testInfo, `refused-${width}`)
  }
  if (before) await page.setViewportSize(before)
})
