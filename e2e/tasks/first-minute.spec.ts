import { takePicture } from '../kit/accessibility'
import { button, eventsOf, expect, region, test, useApp } from '../kit/launch-app'
import { personAt } from '../kit/person'

const app = useApp({ isFirstRun: true })

test('a user at the first start watches an episode being played: 2 steps', async () => {
  const { page, dataFolder } = app()
  const person = personAt(page)
  await person.click(button(page, 'New episode'))
  const sheet = page.getByRole('dialog', { name: 'New episode' })
  await expect(sheet).toContainText(/not an AI model/i)
  await person.click(sheet.getByRole('button', { name: 'Start', exact: true }))
  await expect(region(page, 'Episodes').getByRole('link')).toContainText('Running')
  await expect(
    region(page, 'Story')
      .getByRole('article', { name: /^Turn [2-9]/ })
      .first(),
  ).toBeVisible()
  await expect
    .poll(() => eventsOf(dataFolder))
    .toContainEqual(expect.objectContaining({ event_type: 'turn_completed', turn: 2 }))
  expect(person.steps).toBe(2)
})

test('a user lets the explorer pause at each change of the score: 3 steps', async ({ driver: _driver }, testInfo) => {
  const { page } = app()
  const person = personAt(page)
  await person.press('p')
  const rules = page.getByRole('dialog', { name: 'Pause rules' })
  await person.click(rules.getByLabel('Score changes'))
  await person.press('Escape')
  const banner = page.getByRole('banner')
  await expect(banner).toContainText(/Paused: score \d+ → \d+/)
  expect(person.steps).toBe(3)
  // The pause is shown only once.
  await expect(banner.getByText('Paused', { exact: true })).toHaveCount(0)
  await expect(region(page, 'Status').getByRole('button', { name: 'Pause rules: 3 on' })).toHaveText('Pause rules · 3')
  await takePicture(page, testInfo, 'paused-by-rule')
  await banner.getByRole('button', { name: 'Pause rules' }).click()
  await expect(rules).toContainText('apply to this episode')
  await page.keyboard.press('Escape')
})

test('a user reads in Help what the handicap in the list means: 3 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.press('F1')
  const help = page.getByRole('dialog', { name: 'Help' })
  await expect(help.getByRole('textbox', { name: 'Search help' })).toBeFocused()
  await person.type('handicap')
  await person.press('Enter')
  await expect(help.getByRole('heading', { name: 'Handicap and death' })).toBeInViewport()
  expect(person.steps).toBe(3)
})
