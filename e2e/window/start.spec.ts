import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible, expectAccessibleInEverySize, takePicture } from '../kit/accessibility'
import { button, eventsOf, expect, test, useApp } from '../kit/launch-app'

const app = useApp()
const sheet = () => app().page.getByRole('dialog', { name: 'New episode' })
const preset = () => sheet().getByLabel('Preset', { exact: true })
/** Also found while its group is folded. */
const handicap = () => sheet().getByRole('combobox', { name: /^Handicap/, includeHidden: true })
const open = async (group: string) => sheet().getByText(group, { exact: true }).click()

test('the sheet is accessible with all groups unfolded', async ({ driver }, testInfo) => {
  const { page } = app()
  await button(page, 'New episode').click()
  await takePicture(page, testInfo, `start-sheet-${driver}`)
  for (const group of ['Limits and speed', 'Pause rules', 'Handicap and death']) await open(group)
  await expectAccessibleInEverySize(page, testInfo, `start-sheet-${driver}`, 1100)
})

test('choices are saved as a named preset, which restores them', async () => {
  const { page } = app()
  await sheet()
    .getByRole('radio', { name: /^Explorer through MCP tools$/ })
    .check()
  await sheet()
    .getByRole('radio', { name: /^Random/ })
    .check()
  await sheet().getByLabel('Turn limit').fill('4')
  await sheet().getByLabel('Seed', { exact: true }).fill('11')
  await sheet().getByLabel('Seconds between turns').fill('0.5')
  await sheet()
    .getByRole('combobox', { name: /^Handicap/ })
    .selectOption('L4')
  await sheet().getByLabel('After a death').selectOption('restart')
  await sheet().getByRole('switch', { name: 'Score changes' }).check()
  await button(page, 'Save as…').click()
  await page.keyboard.type('Quick look')
  await page.keyboard.press('Enter')
  await expect(preset()).toHaveValue('Quick look')

  await preset().selectOption('')
  await expect(handicap()).toHaveValue('L2')
  await preset().selectOption('Quick look')
  await expect(handicap()).toHaveValue('L4')
  await expect(sheet().getByLabel('Turn limit')).toHaveValue('4')
  await expect(sheet().getByRole('radio', { name: /^Random/ })).toBeChecked()
})

test('a preset is deleted and restored', async () => {
  await sheet().getByRole('button', { name: 'Delete' }).click()
  await expect(preset().getByRole('option')).toHaveText(['Last used', 'Custom'])
  await sheet().getByRole('button', { name: 'Undo' }).click()
  await expect(preset()).toHaveValue('Quick look')
})

test('a run is exported as zorkgpt.toml', async ({ driver }, testInfo) => {
  test.skip(driver === 'stand-in', 'the stand-in saves no downloads')
  const { page } = app()
  const downloading = page.waitForEvent('download')
  await sheet().getByRole('button', { name: 'Export zorkgpt.toml' }).click()
  const file = testInfo.outputPath('zorkgpt.toml')
  await (await downloading).saveAs(file)
  for (const line of [
    'player = "random"',
    'story = "glass-weather"',
    'handicap = "L4"',
    'on_death = "restart"',
    'max_turns_per_episode = 4',
    'score_change = true',
  ])
    expect(readFileSync(file, 'utf8')).toContain(line)
})

test('a zorkgpt.toml is imported, and a wrong one is refused with the reason', async () => {
  const { page } = app()
  const give = (name: string, text: string) =>
    sheet()
      .getByLabel('Import…')
      .last()
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await give(
    'mine.toml',
    '[run]\nplayer = "random"\nhandicap = "L1"\non_death = "restart"\nseed = 11\n\n[orchestrator]\nmax_turns_per_episode = 4\n\n[gameplay]\nturn_delay_seconds = 0.5\n\n[retry]\nmax_retries = 3\n',
  )
  await expect(sheet().getByRole('status')).toHaveText(
    'mine.toml was imported. 1 key does not apply to a single episode: retry.max_retries.',
  )
  await expect(handicap()).toHaveValue('L1')

  await give('wrong.toml', '[run]\nhandicup = "L9"\n')
  await expect(sheet().getByRole('alert')).toContainText(
    'wrong.toml was not imported: the file: run.handicup, line 2: There is no such setting',
  )
  await expectAccessible(page)
})

test('the episode runs with the choices of the sheet, which offers them the next time', async () => {
  const { page, dataFolder } = app()
  await sheet().getByRole('button', { name: 'Start', exact: true }).click()
  await expect(sheet()).toBeHidden()
  const [started] = eventsOf(dataFolder)
  expect(started).toMatchObject({
    seed: 11,
    turn_limit: 4,
    handicap: 'L1',
    on_death: 'restart',
    player: { kind: 'random' },
    settings: { gameplay: { turn_delay_seconds: 0.5 } },
  })
  await expect.poll(() => eventsOf(dataFolder).at(-1)?.event_type).toBe('episode_ended')
  await page.reload()
  await button(page, 'New episode').click()
  await expect(sheet().getByRole('radio', { name: /^Random/ })).toBeChecked()
  await expect(preset().getByRole('option')).toHaveText(['Last used', 'Quick look'])
})

test('unreadable presets are reported, and do not prevent playing', async () => {
  const { page, dataFolder } = app()
  writeFileSync(join(dataFolder, '.start.json'), '{')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The presets cannot be read from')
  await button(page, 'New episode').click()
  await expect(sheet().getByRole('button', { name: 'Start', exact: true })).toBeEnabled()
  expect(readFileSync(join(dataFolder, '.start.json'), 'utf8')).toBe('{')
  expect(app().pageErrors).toEqual([])
})
