import { sampleEpisode } from '../../src-shared/episode/state/sample-episode.testkit'
import { prepareForkAndParent } from '../kit/compared-episodes'
import { type AppSetup, button, expect, region } from '../kit/launch-app'
import { AUDITED_LOOKS, goTo, openOnly, useLooks, withLog } from '../kit/looks'

/** Every combination of three themes, text at 100 and 200 % and two widths, for the views that users see most. */
const { view } = useLooks(AUDITED_LOOKS)
const played = withLog(sampleEpisode({ turns: 40 }))
const nothingPlayed: AppSetup = {}

view('idle', nothingPlayed, async ({ page }) => {
  await expect(page.getByText('No episode open.')).toBeVisible()
})

view('settings', nothingPlayed, async ({ page }) => {
  await button(page, 'Settings').click()
  await expect(page.getByRole('dialog', { name: 'Settings' }).getByRole('tabpanel')).not.toContainText('Reading')
})

view('servers', nothingPlayed, async ({ page }) => {
  await button(page, 'MCP servers').click()
  await expect(page.getByRole('dialog', { name: 'MCP servers' }).getByRole('tabpanel')).toBeVisible()
})

view('past turn', played, async (app) => {
  await openOnly(app)
  await app.page.keyboard.press('5')
  await expect(app.page.getByRole('banner').getByText('Turn 20 of 40')).toBeVisible()
})

view('request', played, async (app) => {
  await openOnly(app)
  const inspector = region(app.page, 'Turn inspector')
  await inspector.getByRole('tab', { name: 'Request' }).click()
  await expect(inspector).toContainText('Share of the request')
  // A narrow window shows either the inspector or the map.
  await app.page.keyboard.press('ControlOrMeta+3')
})

view('comparison', { prepare: prepareForkAndParent }, async ({ page }) => {
  await goTo(page, '#/compare/parent/fork/14')
  await expect(region(page, 'Both stories')).toContainText('First difference: turn 11')
})

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
