import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { root } from '../../build/scripts/outputs.mjs'
import type { LoggedEvent } from '../../src-shared/episode/log/event'
import { expectAccessibleInEverySize } from '../kit/accessibility'
import { writeLog } from '../kit/compared-episodes'
import { button, expect, launchApp, region, test, type TestApp, useClosing } from '../kit/launch-app'

/** The recorded episode of the explorer in Glass Weather, twice. */
function prepare(dataFolder: string): void {
  const lines = gunzipSync(readFileSync(join(root, 'build/story/demo.jsonl.gz'))).toString()
  const log = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LoggedEvent)
  writeLog(dataFolder, 'first', log)
  writeLog(dataFolder, 'second', log)
}

const atEnd = useClosing()
let app: TestApp
const sheet = () => app.page.getByRole('dialog', { name: 'Knowledge' })
const entry = (text: string) => sheet().getByRole('listitem').filter({ hasText: text }).first()
async function openSheet(): Promise<void> {
  await app.page.keyboard.press('ControlOrMeta+k')
  await app.page.keyboard.type('knowledge across')
  await app.page.keyboard.press('Enter')
  await expect(sheet()).toBeVisible()
}
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ driver }) => {
  app = await launchApp(driver, { prepare })
  atEnd(() => app.close())
})

test('nothing is known at first, and the sheet explains where entries come from', async ({ driver }, testInfo) => {
  await openSheet()
  await expect(sheet()).toContainText('Nothing is known about this story yet.')
  await expect(sheet().getByRole('button', { name: 'Learn from this episode' })).toBeDisabled()
  await expectAccessibleInEverySize(app.page, testInfo, `knowledge-empty-${driver}`)
  await button(app.page, 'Close').click()
})

test('an ended episode is learned from, and each entry opens the turn that showed it', async ({ driver }, testInfo) => {
  const { page } = app
  await region(page, 'Episodes').getByRole('link').first().click()
  await expect(region(page, 'Story').getByRole('article').last()).toBeVisible()
  await openSheet()
  await sheet().getByRole('button', { name: 'Learn from this episode' }).click()
  await expect(sheet().getByRole('status')).toContainText(/^\d+ added, 0 confirmed, 0 contradicted/)
  await expect(sheet().getByRole('heading', { name: 'Fell Gate' })).toBeVisible()
  await expectAccessibleInEverySize(page, testInfo, `knowledge-${driver}`)
  const link = sheet()
    .getByRole('button', { name: /, turn \d+$/ })
    .first()
  const turn = /turn (\d+)$/.exec((await link.textContent()) ?? '')?.[1]
  await link.click()
  await expect(sheet()).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/${turn}$`))
})

test('a second episode confirms what it shows again', async () => {
  const { page } = app
  await region(page, 'Episodes').getByRole('link').last().click()
  await openSheet()
  await sheet().getByRole('button', { name: 'Learn from this episode' }).click()
  await expect(sheet().getByRole('status')).toContainText(/^0 added, \d+ confirmed/)
  await expect(sheet()).toContainText('seen in 2 episodes')
})

test('an entry is written, edited with the keyboard, retired and restored', async () => {
  const { page } = app
  await sheet().getByRole('textbox', { name: 'Text of the entry' }).fill('The ram is afraid of water.')
  await page.keyboard.press('Enter')
  await expect(entry('afraid of water')).toContainText('written by a person')
  await entry('afraid of water').getByRole('button', { name: /^Edit/ }).press('Enter')
  const field = sheet().locator('form').first().getByRole('textbox')
  await expect(field).toBeFocused()
  await field.fill('The ram is afraid of the crook.')
  await page.keyboard.press('Escape')
  await expect(entry('afraid of water')).toBeVisible()
  await entry('afraid of water').getByRole('button', { name: /^Edit/ }).click()
  await field.fill('The ram is afraid of the crook.')
  await page.keyboard.press('Enter')
  await expect(entry('afraid of the crook')).toBeVisible()
  await entry('afraid of the crook')
    .getByRole('button', { name: /^Retire/ })
    .click()
  await sheet().getByText('1 retired entry, in no prompt').click()
  await sheet()
    .getByRole('button', { name: /^Restore/ })
    .click()
  await expect(sheet().getByText('retired entry')).toHaveCount(0)
})

test('two versions are compared, and an earlier one can only be read', async ({ driver }, testInfo) => {
  const { page } = app
  const version = sheet().getByRole('combobox', { name: 'Version', exact: true })
  const other = sheet().getByRole('combobox', { name: 'Compare with' })
  await other.selectOption({ index: 5 })
  await expect(sheet()).toContainText('1 change')
  await expect(sheet().getByText('Added', { exact: true })).toBeVisible()
  await expectAccessibleInEverySize(page, testInfo, `knowledge-changes-${driver}`)
  await other.selectOption({ index: 0 })
  await version.selectOption({ index: 5 })
  await expect(sheet().getByRole('button', { name: /^Edit/ })).toHaveCount(0)
  await version.selectOption({ index: 0 })
})

test('an exported file can be imported into another data folder', async () => {
  const { page } = app
  const downloading = page.waitForEvent('download')
  await sheet().getByRole('button', { name: 'Export' }).click()
  const file = await (await downloading).path()
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('afraid of the crook')
  await sheet()
    .getByLabel('Import…')
    .last()
    .setInputFiles({
      name: 'Memories.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from(
        '## Location 39: Fell Gate\n\n**[NOTE - CORE] The post is slate** *(Ep1, T1, +0)*\nIt is old.\n',
      ),
    })
  await expect(sheet().getByRole('region', { name: 'File' }).getByRole('status')).toHaveText('1 entry was added.')
  await expect(entry('The post is slate: It is old.')).toContainText('from a file')
  expect(app.pageErrors).toEqual([])
})
