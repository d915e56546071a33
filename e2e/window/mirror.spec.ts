import { takePicture } from '../kit/accessibility'
import { button, eventsOf, expect, region, test, useApp } from '../kit/launch-app'

const app = useApp()

test('a person plays a mirrored story: its text, its map and the command line agree', async () => {
  const testInfo = test.info()
  const { page, dataFolder } = app()
  await button(page, 'New episode').click()
  const sheet = page.getByRole('dialog', { name: 'New episode' })
  await sheet.getByLabel('Story', { exact: true }).selectOption('zork1')
  await sheet.getByRole('radio', { name: /^You/ }).check()
  await sheet.getByText('Disguise', { exact: true }).click()
  await sheet.getByLabel('How the story is shown').selectOption('mirror')
  await sheet.getByRole('button', { name: 'What is a disguise?' }).click()
  await takePicture(page, testInfo, 'start-sheet-disguise')
  await sheet.getByRole('button', { name: 'What is a disguise?' }).click()
  await expect(sheet.getByText('mirrored', { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: 'Start', exact: true }).click()

  const story = region(page, 'Story')
  await expect(story).toContainText('open field east of a white house')
  await expect(page.getByRole('banner')).toContainText('mirrored')
  await page.keyboard.type('nw\n')
  await expect(story.locator('article[data-turn="1"]')).toContainText('North of House')
  await page.keyboard.type('w\n')
  await expect(story.locator('article[data-turn="2"]')).toContainText('Behind House')
  await expect(region(page, 'Map')).toContainText('East of House')
  expect(eventsOf(dataFolder).filter(({ event_type: type }) => type === 'observation_made')).toMatchObject([
    { undisguised: { action: null } },
    { action: 'nw', undisguised: { action: 'ne' } },
    { action: 'w', undisguised: { action: 'e' } },
  ])
  for (const [theme, width] of [
    ['dark', 1280],
    ['light', 960],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 760 })
    await takePicture(page, testInfo, `mirrored-${theme}-${width}`)
  }
})
