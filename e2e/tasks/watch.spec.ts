import { button, eventsOf, expect, region, test, useApp } from '../kit/launch-app'
import { personAt } from '../kit/person'

const app = useApp({ wordsPerSecond: 60 })
const completed = () => eventsOf(app().dataFolder).filter((event) => event.event_type === 'turn_completed').length
const pauses = () => eventsOf(app().dataFolder).filter((event) => event.mode === 'paused').length

test('a user watches the explorer, pauses it, steps a turn and a call, and resumes it: 5 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  const banner = page.getByRole('banner')
  await person.click(button(page, 'Watch the explorer play Zork I'))
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 2' })).toBeVisible()
  await person.press('Space')
  await expect(banner.getByText('Paused by the user')).toBeVisible()
  await expect.poll(pauses).toBe(1)
  const before = completed()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(button(page, 'Step iteration').getByText('Step iteration')).toBeVisible()
  await person.click(button(page, 'Step turn'))
  await expect.poll(pauses).toBe(2)
  expect(completed()).toBe(before + 1)
  await expect(banner.getByText('Paused after one step')).toBeVisible()
  // One call may be a whole turn, but not more.
  await person.click(button(page, 'Step iteration'))
  await expect.poll(pauses).toBe(3)
  const begun = eventsOf(app().dataFolder).filter((event) => event.event_type === 'turn_started').length
  expect(begun).toBe(before + 2)
  expect(completed()).toBeLessThanOrEqual(before + 2)
  await person.click(button(page, 'Resume'))
  await expect.poll(completed).toBeGreaterThan(before + 3)
  expect(person.steps).toBe(5)
})

test('a user maximizes the map to follow the agent, and sees the turns spent in a room: 2 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  const map = region(page, 'Map')
  await person.press('Shift+M')
  await expect(map.locator('[data-here] [data-name="whole"]')).toBeInViewport()
  await person.click(map.locator('[data-location]').filter({ hasText: /^West of\s*House/ }))
  await expect(map.getByRole('region', { name: 'Room: West of House' })).toContainText('Turns here')
  expect(person.steps).toBe(2)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(region(page, 'Story')).toBeVisible()
})

test('a user pauses, in a second window, an episode that the first one shows too: 2 steps', async ({ driver }) => {
  test.skip(driver !== 'web', 'The desktop app has one window.')
  const { page } = await app().openPage()
  const person = personAt(page)
  await person.click(region(page, 'Episodes').getByRole('link'))
  await expect(page.getByRole('banner').getByText(/^Live · turn/)).toBeVisible()
  await person.press('F8')
  for (const each of [page, app().page])
    await expect(each.getByRole('banner').getByText('Paused by the user')).toBeVisible()
  expect(person.steps).toBe(2)
})
