import { expectAccessible, takePicture } from '../kit/accessibility'
import { button, eventsOf, expect, region, startExplorer, test, useApp } from '../kit/launch-app'

const app = useApp()
const regions = ['Episodes', 'Story', 'Map', 'Turn inspector', 'Timeline', 'Controls', 'Status']
const turns = () => region(app().page, 'Story').getByRole('article')

test('a new episode of the explorer needs two clicks and no key', async () => {
  await startExplorer(app().page)
  await expect(turns().first()).toBeVisible()
})

test('the window shows its regions', async () => {
  for (const name of regions) await expect(region(app().page, name)).toBeVisible()
})

test('story, library and map grow while an episode is played', async () => {
  const { page } = app()
  const before = completedTurns()
  await expect.poll(completedTurns).toBeGreaterThan(before + 1)
  await expect(region(page, 'Episodes').getByRole('link')).toContainText('Running')
  await expect(turns().last()).toHaveAccessibleName(/^Turn \d+/)
  await expect(region(page, 'Map')).not.toContainText('Rooms appear here')
})

test('Pause stops the agent, Step plays one turn, Resume continues', async () => {
  const { page } = app()
  await button(page, 'Pause').click()
  await expect.poll(pauses).toBe(1)
  const before = completedTurns()

  await button(page, 'Step turn').click()
  await expect.poll(pauses).toBe(2)
  expect(completedTurns()).toBe(before + 1)
  await expect(region(page, 'Episodes').getByRole('link')).toContainText(`${before + 1} turn`)

  await button(page, 'Step iteration').click()
  await expect.poll(pauses).toBe(3)
  expect(completedTurns()).toBeLessThanOrEqual(before + 2)

  await button(page, 'Resume').click()
  await expect.poll(completedTurns).toBeGreaterThan(before + 2)
})

test('earlier turns can be shown while the agent continues to play', async () => {
  const { page } = app()
  await button(page, 'First turn').click()
  await expect.poll(playhead).toBe(0)
  await button(page, 'Next turn').click()
  await button(page, 'Next turn').click()
  await expect.poll(playhead).toBe(2)
  await button(page, 'Previous turn').click()
  await expect.poll(playhead).toBe(1)
  await button(page, 'Live').click()
  await expect.poll(playhead).toBeGreaterThan(2)
})

test('the window is accessible, here in light colors', async ({ driver }, testInfo) => {
  const { page } = app()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await button(page, 'Pause').click()
  await expect(paused()).toBeVisible()
  await takePicture(page, testInfo, `window-${driver}`)
  await expectAccessible(page)
})

test('Stop ends the episode, which stays in the list and can be read', async () => {
  const { page } = app()
  await button(page, 'Stop').click()
  await expect(region(page, 'Episodes').getByRole('link')).toContainText('Stopped')
  await button(page, 'First turn').click()
  await button(page, 'Next turn').click()
  await expect.poll(playhead).toBe(1)
  // The address follows once the playhead no longer moves.
  await expect(page).toHaveURL(/\/1$/)
  expect(app().pageErrors).toEqual([])
})

test('a reload reconnects to the host, and shows the same episode and turn', async () => {
  const { page } = app()
  await page.reload()
  await expect(turns().first()).toBeVisible()
  await expect.poll(playhead).toBe(1)
  await expect(region(page, 'Episodes').getByRole('link')).toContainText('Stopped')
})

test('an episode is forked from a past turn, and the fork waits there', async () => {
  const { page } = app()
  await button(page, 'First turn').click()
  await button(page, 'Next turn').click()
  await page.keyboard.press('Shift+F')
  await expect(paused()).toBeVisible()
  await expect(region(page, 'Timeline').getByRole('slider')).toHaveAttribute('aria-valuemax', '1')
  await expect(region(page, 'Episodes').getByRole('link')).toHaveCount(2)
  await button(page, 'Step turn').click()
  await expect(region(page, 'Timeline').getByRole('slider')).toHaveAttribute('aria-valuemax', '2')
  await button(page, 'Stop').click()
})

const paused = () =>
  app()
    .page.getByRole('banner')
    .getByText(/^Paused/)
const playhead = async () =>
  Number(await region(app().page, 'Timeline').getByRole('slider').getAttribute('aria-valuenow'))
/** Counts events of the log, because pauses look alike on screen and figures arrive a moment later. */
const happened = (type: string, mode?: string) =>
  eventsOf(app().dataFolder).filter((event) => event.event_type === type && event.mode === mode).length
const pauses = () => happened('control_changed', 'paused')
const completedTurns = () => happened('turn_completed')
