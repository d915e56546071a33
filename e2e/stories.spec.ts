import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build/scripts/outputs.mjs'
import { expectAccessibleInEverySize } from './kit/accessibility'
import { button, expect, launchApp, region, test, type TestApp, useClosing } from './kit/launch-app'
import { personAt } from './kit/person'

const manor = join(root, 'src-main/story/fixtures/standalone/manor.z3')
const atEnd = useClosing()
let app: TestApp
const story = () => app.page.getByRole('dialog', { name: 'Stories' })
const list = () => story().getByRole('list', { name: 'Stories' }).getByRole('listitem')
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ driver }) => {
  app = await launchApp(driver)
  atEnd(() => app.close())
})

test('the bundled stories are listed, Zork first, with what each game can tell', async ({ driver }, testInfo) => {
  const { page } = app
  await button(page, 'Stories').click()
  await expect(list()).toHaveCount(4)
  await expect(list().first()).toContainText('Zork I')
  await expect(list().first()).toContainText('version 3 · release 119 · serial 880429 · 350 points')
  await expect(list().last()).toContainText('Glass Weather')
  await expect(list().last()).toContainText('version 5 · release 1 · serial 260401 · 100 points')
  await expect(list().last()).toContainText('Licence: MIT')
  for (const story of await list().all()) await expect(story).toContainText(/Full support|Plays\./)
  await expect(list().getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await expectAccessibleInEverySize(page, testInfo, `stories-${driver}`)
})

test('a story is added by its path, by the file picker and by a drop', async () => {
  const { page } = app
  await story().getByRole('textbox', { name: 'Path of a story file' }).fill(manor)
  await page.keyboard.press('Enter')
  await expect(story().getByRole('status').filter({ hasText: '“manor” is in the library.' })).toBeVisible()
  await expect(list()).toHaveCount(5)
  await story().getByLabel('Choose a file…').last().setInputFiles(manor.replace('z3', 'z5'))
  await expect(list()).toHaveCount(6)
  await button(page, 'Close').click()
  await personAt(page).drop({ name: 'Another house.z4', bytes: readFileSync(manor.replace('z3', 'z4')) })
  await expect(list().filter({ hasText: 'Another house' })).toHaveCount(1)
})

test('what is no story is refused in a sentence', async () => {
  const { page } = app
  await story().getByRole('textbox', { name: 'Path of a story file' }).fill(join(root, 'package.json'))
  await page.keyboard.press('Enter')
  await expect(story().getByRole('alert')).toContainText(
    'package.json is 123, expected 1 to 5, 7 or 8 (is this a Z-machine story?)',
  )
  await expect(list()).toHaveCount(7)
})

test('a story is removed, and put back', async () => {
  const { page } = app
  await button(page, 'Remove Another house').click()
  await expect(list()).toHaveCount(6)
  await expect(button(page, 'Undo')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list()).toHaveCount(7)
})

test('a double click removes one story, and not the next in its place', async () => {
  const { page } = app
  await button(page, 'Remove Another house').dblclick({ delay: 60 })
  await expect(list()).toHaveCount(6)
  await button(page, 'Undo').click()
  await expect(list()).toHaveCount(7)
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
