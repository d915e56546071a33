import { expectAccessible, expectAccessibleInEverySize, takePicture } from '../kit/accessibility'
import { button, eventsOf, expect, region, test, useApp } from '../kit/launch-app'

const app = useApp({ isFirstRun: true })
const slider = () => region(app().page, 'Timeline').getByRole('slider')
const turn = async () => Number(await slider().getAttribute('aria-valuenow'))
const card = () => region(app().page, 'First steps')
const line = () => app().page.getByRole('textbox', { name: 'Your action' })

test('the first window plays a recorded episode at once, and names its player', async ({ driver }, testInfo) => {
  const { page } = app()
  await expect(card()).toContainText('Explorer — rule-based, not an AI model, playing Glass Weather.')
  await expect(card()).toContainText('ZorkGPT lets AI models play text adventures')
  await expect(page.getByRole('banner')).toContainText('not an AI model')
  await expect.poll(turn).toBeGreaterThan(1)
  await expect(region(page, 'Map')).not.toContainText('Rooms appear here')
  await expect(region(page, 'Episodes')).toContainText('Episodes appear here as they are played.')
  await expectAccessibleInEverySize(page, testInfo, `first-run-${driver}`)
})

test('a low window shows all first steps', async () => {
  const { page } = app()
  const before = page.viewportSize()
  await page.setViewportSize({ width: 800, height: 600 })
  await expect.poll(() => card().evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
  if (before) await page.setViewportSize(before)
})

test('the recording can be paused and stepped like any episode, and a reload returns to it', async () => {
  const { page } = app()
  await button(page, 'Pause playback').click()
  await button(page, 'First turn').click()
  await button(page, 'Next turn').click()
  await expect.poll(turn).toBe(1)
  await expect(page).toHaveURL(/file%3Ademo\/trunk\/1$/)
  await page.reload()
  await expect.poll(turn).toBe(1)
  await expect(card()).toBeVisible()
})

test('“connect a model” opens the sheet with the model chosen', async () => {
  const { page } = app()
  await card().getByRole('button', { name: 'Connect a model' }).click()
  await expect(
    page.getByRole('dialog', { name: 'New episode' }).getByRole('radio', { name: /^AI model/ }),
  ).toBeChecked()
  await page.keyboard.press('Escape')
})

test('“play yourself” leads to the command line, which accepts commands', async ({ driver }, testInfo) => {
  const { page, dataFolder } = app()
  await card().getByRole('button', { name: 'Play yourself' }).click()
  await expect(line()).toBeFocused()
  await expect(card()).toBeHidden()
  await expect(button(page, 'Pause')).toBeHidden()
  await page.keyboard.type('take crook')
  await page.keyboard.press('Enter')
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 1' })).toContainText('human')
  await expect(line()).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Your turn, 2.' })).toBeAttached()
  // Letters and arrows are text here, not commands.
  await page.keyboard.type('jk x')
  await expect(line()).toHaveValue('jk x')
  await line().fill('')
  await page.keyboard.type('west')
  await page.keyboard.press('Enter')
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 2' })).toBeVisible()
  await expect(region(page, 'Map')).toContainText('Sheepfold')
  await takePicture(page, testInfo, `play-yourself-${driver}`)
  await expectAccessible(page)
  expect(
    eventsOf(dataFolder)
      .filter(({ source }) => source === 'human')
      .map(({ action }) => action),
  ).toEqual(['take crook', 'west'])
})

test('the command line recalls earlier commands, completes words, and releases the focus', async ({
  driver,
}, testInfo) => {
  const { page } = app()
  await page.keyboard.type('ex')
  await page.keyboard.press('ArrowUp')
  await expect(line()).toHaveValue('west')
  await page.keyboard.press('ArrowUp')
  await expect(line()).toHaveValue('take crook')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(line()).toHaveValue('ex')
  await expect(page.getByRole('group', { name: 'Completions' })).toBeVisible()
  await takePicture(page, testInfo, `completions-${driver}`)
  await line().fill('drop cro')
  await page.keyboard.press('Tab')
  await expect(line()).toHaveValue('drop crook ')
  await page.keyboard.press('Escape')
  await expect(line()).not.toBeFocused()
  // A turn of the recording begins half a second after the previous one.
  await expect.poll(turn).toBe(3)
  await page.keyboard.press('k')
  await expect.poll(turn).toBe(2)
  await page.keyboard.press('i')
  await expect(line()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 3' })).toContainText('drop crook')
})

test('Stop ends the episode and removes the command line; the recording is not offered again', async () => {
  const { page } = app()
  await button(page, 'Stop').click()
  await expect(line()).toBeHidden()
  await expect(region(page, 'Episodes').getByRole('link')).toContainText('Stopped')
  // Reloads without the episode's address, before the page writes it again.
  await page.evaluate(() => {
    history.replaceState(null, '', location.pathname + location.search)
    location.reload()
  })
  await expect(page.getByText('No episode open.')).toBeVisible()
  await button(page, 'Watch sample recording').click()
  await button(page, 'Dismiss first steps').click()
  await expect(page.getByRole('status').filter({ hasText: 'A recorded episode that comes with the app' })).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('No episode open.')).toBeVisible()
  expect(app().pageErrors).toEqual([])
})
