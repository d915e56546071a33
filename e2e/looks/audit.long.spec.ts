import { sampleEpisode } from '../../src-shared/episode/state/sample-episode.testkit'
import { viewOften } from '../kit/frequent-views'
import { type AppSetup, button, expect, region } from '../kit/launch-app'
import { AUDITED_LOOKS, openOnly, useLooks, withLog } from '../kit/looks'

/** Three themes, text at 100 and 200 %, two widths: each combination, for the views that users see most. */
const looks = useLooks(AUDITED_LOOKS)
const { view } = looks
const played = withLog(sampleEpisode({ turns: 40 }))
const nothingPlayed: AppSetup = {}

viewOften(looks)

view('end card', played, async (app) => {
  await openOnly(app)
  await expect(region(app.page, 'Story')).toContainText('Not tried')
})

view('table of episodes', played, async (app) => {
  await openOnly(app)
  await app.page.keyboard.press('L')
  await expect(app.page.getByRole('columnheader', { name: 'Score' })).toBeVisible()
})

view('no experiments', nothingPlayed, async ({ page }) => {
  await button(page, 'Experiments').click()
  await expect(page.getByRole('heading', { name: 'No experiments yet.' })).toBeVisible()
})

for (const [name, key] of [
  ['New episode', 'ControlOrMeta+e'],
  ['Stories', 'Shift+S'],
  ['Help', 'F1'],
  ['Keyboard shortcuts', '?'],
] as const)
  view(name.toLowerCase(), nothingPlayed, async ({ page }) => {
    await expect(page.getByText('No episode open.')).toBeVisible()
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog', { name })).toBeVisible()
  })

for (const tab of ['All settings', 'Appearance'])
  view(`settings ${tab.toLowerCase()}`, nothingPlayed, async ({ page }) => {
    await button(page, 'Settings').click()
    await page.getByRole('dialog', { name: 'Settings' }).getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab })).not.toContainText('Reading')
  })
