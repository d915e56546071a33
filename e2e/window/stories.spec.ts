import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/scripts/outputs.mjs'
import { writeBlorb } from '../../src-shared/formats/blorb'
import { expectAccessibleInEverySize } from '../kit/accessibility'
import { button, expect, launchApp, region, test, type TestApp, useClosing } from '../kit/launch-app'
import { personAt } from '../kit/person'

const manor = join(root, 'src-main/story/fixtures/standalone/manor.z3')
const conformance = join(root, 'src-main/story/fixtures/conformance/praxix.z5')
const atEnd = useClosing()
let app: TestApp
const story = () => app.page.getByRole('dialog', { name: 'Stories' })
const list = () => story().getByRole('list', { name: 'Stories' }).getByRole('listitem')
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ driver }) => {
  app = await launchApp(driver)
  atEnd(() => app.close())
})

test('the bundled stories are listed, with what the app knows of each game in its details', async ({
  driver,
}, testInfo) => {
  const { page } = app
  await button(page, 'Stories').click()
  await expect(list()).toHaveCount(5)
  await expect(list().getByRole('heading')).toHaveText(['Glass Weather', 'Low Water', 'Zork I', 'Zork II', 'Zork III'])
  await expect(list().first()).toContainText('Not played yet · 100 points')
  await expect(list().nth(2)).toContainText('Not played yet · 350 points')
  await expect(story()).not.toContainText('SHA-256')
  await list().nth(2).getByText('Details', { exact: true }).click()
  await expect(list().nth(2)).toContainText('Release 119, serial number 880429')
  await expect(list().nth(2)).toContainText('SHA-256')
  await expect(list().nth(2)).toContainText(/Full support|Plays\./)
  await expect(list().getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await expectAccessibleInEverySize(page, testInfo, `stories-${driver}`)
})

test('a story is added by its path, by the file picker and by a drop', async () => {
  const { page } = app
  await story().getByRole('textbox', { name: 'Path of a story file' }).fill(manor)
  await page.keyboard.press('Enter')
  await expect(story().getByRole('status').filter({ hasText: '“manor” is in the library.' })).toBeVisible()
  await expect(list()).toHaveCount(6)
  await story().getByLabel('Choose a file…').last().setInputFiles(manor.replace('z3', 'z5'))
  await expect(list()).toHaveCount(7)
  await button(page, 'Close').click()
  await personAt(page).drop({ name: 'Another house.z4', bytes: readFileSync(manor.replace('z3', 'z4')) })
  await expect(list().filter({ hasText: 'Another house' })).toHaveCount(1)
})

test('a dropped Blorb has its title, author and cover', async () => {
  const { page } = app
  await button(page, 'Close').click()
  const record =
    '<ifindex><story><bibliographic><title>The House</title><author>A. Writer</author></bibliographic></story></ifindex>'
  const cover = readFileSync(join(root, 'build/icons/icon.png'))
  const bytes = writeBlorb({
    story: new Uint8Array(readFileSync(conformance)),
    record: new TextEncoder().encode(record),
    cover: new Uint8Array(cover),
  })
  await personAt(page).drop({ name: 'house.zblorb', bytes })
  const row = list().filter({ hasText: 'The House' })
  await expect(row).toContainText('by A. Writer')
  await expect
    .poll(
      () => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
      'decoded under the policy',
    )
    .toBeGreaterThan(0)
  await story().getByRole('searchbox', { name: 'Search stories' }).fill('writer')
  await expect(list()).toHaveCount(1)
  await button(page, 'Remove The House').click()
  await story().getByRole('searchbox', { name: 'Search stories' }).fill('')
  await expect(list()).toHaveCount(8)
})

test('a file that is not a story is refused in a sentence', async () => {
  const { page } = app
  await story().getByRole('textbox', { name: 'Path of a story file' }).fill(join(root, 'package.json'))
  await page.keyboard.press('Enter')
  await expect(story().getByRole('alert')).toContainText('package.json is a text file, expected a Z-machine story')
  await expect(list()).toHaveCount(8)
})

test('an error disappears when the next story is added, however either of the files was added', async () => {
  const { page } = app
  const path = story().getByRole('textbox', { name: 'Path of a story file' })
  const errors = story().getByRole('alert')
  const dropBad = () => personAt(page).drop({ name: 'bad.z5', bytes: new TextEncoder().encode('no story') })
  await dropBad()
  await expect(errors).toHaveCount(2)
  await path.fill(manor)
  await page.keyboard.press('Enter')
  await expect(errors).toHaveCount(0)
  await path.fill('/no-such-file')
  await page.keyboard.press('Enter')
  await dropBad()
  await expect(errors).toHaveCount(2)
  await personAt(page).drop({
    name: 'A last house.z8',
    bytes: readFileSync(join(root, 'src-main/story/fixtures/standalone/opcodes.z8')),
  })
  await expect(list()).toHaveCount(9)
  await expect(errors).toHaveCount(0)
  await button(page, 'Remove A last house').click()
  await expect(list()).toHaveCount(8)
})

test('a story is removed, and restored', async () => {
  const { page } = app
  await button(page, 'Remove Another house').click()
  await expect(list()).toHaveCount(7)
  await expect(button(page, 'Undo')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list()).toHaveCount(8)
})

test('a double click removes one story, and not the next one, which takes its position', async () => {
  const { page } = app
  await button(page, 'Remove Another house').dblclick({ delay: 60 })
  await expect(list()).toHaveCount(7)
  await button(page, 'Undo').click()
  await expect(list()).toHaveCount(8)
})

test('a story of the library is played', async () => {
  const { page } = app
  await button(page, 'Play manor').first().click()
  const sheet = page.getByRole('dialog', { name: 'New episode' })
  await expect(sheet.getByLabel('Story', { exact: true })).toHaveValue('manor')
  await sheet.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(region(page, 'Story').getByRole('article').first()).toBeVisible()
  expect(app.pageErrors).toEqual([])
})
