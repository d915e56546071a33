import { sampleEpisode } from '../../src-shared/episode/state/sample-episode.testkit'
import { prepareForkAndParent } from './compared-episodes'
import { type AppSetup, button, expect, region } from './launch-app'
import { goTo, openOnly, type useLooks, withLog } from './looks'

const played = withLog(sampleEpisode({ turns: 40 }))
const nothingPlayed: AppSetup = {}

/** Registers the views that users see most. */
export function viewOften({ view }: Pick<ReturnType<typeof useLooks>, 'view'>): void {
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
    // In a narrow window the inspector is behind the map.
    await app.page.keyboard.press('ControlOrMeta+3')
  })

  view('comparison', { prepare: prepareForkAndParent }, async ({ page }) => {
    await goTo(page, '#/compare/parent/fork/14')
    await expect(region(page, 'Both stories')).toContainText('First difference: turn 11')
  })
}
