import type { Locator } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility'
import { button, eventsOf, expect, region, test, useApp } from '../kit/launch-app'

/** Using the app without a mouse. Keys are those of the keyboard sheet; elements are found by roles and names. */
const app = useApp({ wordsPerSecond: 120 })
const keyboard = () => app().page.keyboard
const press = async (...keys: readonly string[]) => {
  for (const key of keys) await keyboard().press(key)
}
const dialog = (name: string) => app().page.getByRole('dialog', { name })
const banner = () => app().page.getByRole('banner')
const slider = () => region(app().page, 'Timeline').getByRole('slider')
const turn = async () => Number(await slider().getAttribute('aria-valuenow'))
const lastTurn = async () => Number(await slider().getAttribute('aria-valuemax'))

/** Reads the log, because all pauses look alike on screen. */
const happened = (type: string, mode?: string) =>
  eventsOf(app().dataFolder).filter((event) => event.event_type === type && event.mode === mode).length
const pauses = () => happened('control_changed', 'paused')
const completedTurns = () => happened('turn_completed')

/** Search matches on the page. */
const marked = () => app().page.evaluate(() => CSS.highlights.get('found')?.size ?? 0)

/** Presses Tab until the target has the focus; fails after a full round. */
async function tabTo(target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Runs a command without a key from the palette. */
async function command(name: string): Promise<void> {
  await press('ControlOrMeta+k')
  await expect(dialog('Command palette').getByRole('combobox')).toBeFocused()
  await keyboard().type(name)
  await expect(dialog('Command palette').getByRole('option', { selected: true })).toContainText(name)
  await press('Enter')
  await expect(dialog('Command palette')).toBeHidden()
}

test('an episode is started', async () => {
  await expect(app().page.getByText('No episode open.')).toBeVisible()
  await press('ControlOrMeta+e')
  await expect(dialog('New episode')).toBeVisible()
  await tabTo(dialog('New episode').getByRole('button', { name: 'Start', exact: true }))
  await press('Enter')
  await expect(
    region(app().page, 'Story')
      .getByRole('article', { name: /^Turn [2-9]/ })
      .first(),
  ).toBeVisible()
  await expect(region(app().page, 'Story').locator('[data-first-stop]')).toBeFocused()
})

test('the agent is paused, stepped and resumed', async () => {
  await press('Space')
  await expect(banner().getByText('Paused by the user')).toBeVisible()
  const before = completedTurns()
  await press('F10')
  await expect.poll(pauses).toBe(2)
  expect(completedTurns()).toBe(before + 1)
  await press('F9')
  await expect.poll(pauses).toBe(3)
  await expect(banner().getByText('Paused after one step')).toBeVisible()
  await press('F8')
  await expect(banner().getByText(/^Live · turn/)).toBeVisible()
})

test('the playhead moves by turn, by event, by percentage and by number, and back to the end', async () => {
  await press('Home')
  await expect.poll(turn).toBe(0)
  await press('ArrowRight', 'j')
  await expect.poll(turn).toBe(2)
  await press('k')
  await expect.poll(turn).toBe(1)
  await press('.')
  await expect(banner().getByText(/^Viewing/)).toBeVisible()
  await press('ControlOrMeta+g')
  await expect(dialog('Go to turn')).toBeVisible()
  await keyboard().type('2')
  await press('Enter')
  await expect.poll(turn).toBe(2)
  await press('End')
  await expect(banner().getByText(/^Live · turn/)).toBeVisible()
})

test('text is found in the story, and the search is closed', async () => {
  const bar = app().page.getByRole('search')
  const page = region(app().page, 'Story').locator('[data-first-stop]')
  await press('ControlOrMeta+1')
  await expect(page).toBeFocused()
  await press('/')
  await expect(bar.getByRole('textbox')).toBeFocused()
  await keyboard().type('xyzzy')
  await expect(bar.getByRole('status')).toHaveText('No hits')
  await press('ControlOrMeta+a')
  await keyboard().type('the')
  await expect.poll(marked).toBeGreaterThan(0)
  await press('Enter')
  await expect(bar.getByRole('status')).toHaveText(/^Hit \d+ of /)
  await press('F3', 'Shift+F3', 'Escape')
  await expect.poll(marked).toBe(0)
  await expect(page).toBeFocused()
})

test('playback and filter are set under their buttons, which have the focus again', async () => {
  const { page } = app()
  const choose = async (choice: string) => {
    await tabTo(button(page, choice))
    await press('Enter')
    await expect(button(page, choice)).toHaveAttribute('aria-pressed', 'true')
  }
  await command('Playback speed')
  await choose('4×')
  await expectAccessible(page)
  await press('Escape')
  await expect(button(page, 'Playback: 4×, even pace')).toBeFocused()
  await command('Filter story')
  await choose('Thinking')
  await choose('Requests')
  await expectAccessible(page)
  await press('Escape')
  await expect(button(page, 'Filter: Custom')).toBeFocused()
  await expect(button(page, 'Requests')).toBeHidden()
})

test('the story is copied as text', async () => {
  await press('Home', 'ArrowRight', 'ArrowRight', 'Shift+C')
  await expect(region(app().page, 'Status')).toContainText('Copied the story so far, 2 turns.')
  await press('c')
  await expect(region(app().page, 'Status')).toContainText('Copied turn 2.')
  await press('End')
})

test('the window is laid out for watching, for reading and for debugging', async () => {
  await command('Layout: with map')
  await expect(region(app().page, 'Turn inspector')).toBeHidden()
  await expect(region(app().page, 'Map')).toBeVisible()
  await command('Layout: story only')
  await expect(region(app().page, 'Map')).toBeHidden()
  await expect(region(app().page, 'Timeline')).toBeHidden()
  await command('Layout: all panels')
  for (const name of ['Episodes', 'Story', 'Map', 'Turn inspector', 'Timeline'])
    await expect(region(app().page, name)).toBeVisible()
})

test('every tab of the inspector is opened by arrows', async () => {
  await press('ControlOrMeta+3')
  const inspector = region(app().page, 'Turn inspector')
  // The focus is on the region, because arrows on its tabs would change the tab.
  await expect(inspector).toBeFocused()
  await press('Tab')
  await expect(inspector.getByRole('tab', { selected: true })).toBeFocused()
  for (const name of ['Calls', 'Request', 'Diff', 'Thoughts']) {
    await press('ArrowRight')
    await expect(inspector.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
    await expect(inspector.getByRole('tab', { name })).toBeFocused()
  }
})

test('the timeline is zoomed, and the focus goes through every region', async () => {
  await press('Shift+F8')
  await expect(banner().getByText('Stopped')).toBeVisible()
  await press('ControlOrMeta+4')
  await expect(slider()).toBeFocused()
  await press('PageDown')
  const all = region(app().page, 'Timeline').getByRole('button', { name: 'All' })
  await press('+')
  if ((await lastTurn()) > 4) await expect(all).toHaveAttribute('aria-pressed', 'false')
  await press('_')
  await expect(all).toHaveAttribute('aria-pressed', 'true')
  for (const name of ['Status', 'Controls', 'Episodes', 'Story', 'Map', 'Turn inspector', 'Timeline']) {
    await press('F6')
    await expect
      .poll(() => region(app().page, name).evaluate((element) => element.contains(document.activeElement)), name)
      .toBe(true)
  }
})

test('Escape closes the topmost sheet only, and the focus returns to the control that opened it', async () => {
  const servers = button(app().page, 'MCP servers')
  await servers.focus()
  await press('Enter')
  const importing = dialog('MCP servers').getByRole('button', { name: 'Import…' })
  await tabTo(importing)
  await expect(importing).toBeEnabled()
  await press('Enter')
  await expect(dialog('Import servers').getByRole('textbox')).toBeFocused()
  await press('Escape')
  await expect(dialog('Import servers')).toBeHidden()
  await expect(importing).toBeFocused()
  await press('Escape')
  await expect(dialog('MCP servers')).toBeHidden()
  await expect(servers).toBeFocused()
})

test('after an episode is opened from the list, keys move its playhead', async () => {
  const { page } = app()
  const row = region(page, 'Episodes').getByRole('link')
  await press('ControlOrMeta+5')
  await expect(row).toBeFocused()
  await press('Enter')
  await expect(region(page, 'Story').locator('[data-first-stop]')).toBeFocused()
  await press('Home')
  await expect.poll(turn).toBe(0)
  await press('ArrowRight')
  await expect.poll(turn).toBe(1)
  await row.click()
  await press('Home', 'ArrowRight', 'ArrowRight')
  await expect.poll(turn).toBe(2)
  await expect(region(page, 'Episodes').getByRole('row', { selected: true })).toHaveCount(0)
  await press('End')
})

test('the episode is exported', async ({ driver }) => {
  test.skip(driver === 'stand-in', 'the stand-in saves no downloads')
  await press('ControlOrMeta+s')
  await expect(dialog('Export episode')).toBeVisible()
  await press('ArrowDown', 'ArrowDown')
  await expect(dialog('Export episode').getByRole('radio', { name: /^Log/ })).toBeChecked()
  await tabTo(dialog('Export episode').getByRole('button', { name: 'Save' }))
  const [download] = await Promise.all([app().page.waitForEvent('download'), press('Enter')])
  expect(download.suggestedFilename()).toMatch(/\.zorkgpt$/)
  await expect(dialog('Export episode')).toBeHidden()
})

test('the episode is deleted, and restored', async () => {
  await press('ControlOrMeta+5')
  const row = region(app().page, 'Episodes').getByRole('link')
  await expect(row).toBeFocused()
  await press('Delete')
  await expect(dialog('Delete episode')).toBeVisible()
  await press('Enter')
  await expect(row).toBeHidden()
  // The map's notice, which disappears a moment later, has the same button.
  await expect(app().page.getByText('Undo', { exact: true })).toBeFocused()
  await press('Enter')
  await expect(row).toBeVisible()
  expect(app().pageErrors).toEqual([])
})
