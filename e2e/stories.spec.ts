import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { root } from '../build/scripts/outputs.mjs'
import { expectAccessible, expectAccessibleInEverySize } from './kit/accessibility'
import { button, expect, launchApp, region, test, type TestApp, useClosing } from './kit/launch-app'
import { personAt } from './kit/person'

/**
 * The library of stories against a server that is slow, breaks off, lies or has nothing: the internet cannot be reached
 * from here.
 */
const games = join(root, '../shared/games')
const manor = join(root, 'src-main/story/fixtures/manor.z3')
const atEnd = useClosing()
let app: TestApp
let server: Server
let answer: (file: Buffer, response: ServerResponse) => void
const story = () => app.page.getByRole('dialog', { name: 'Stories' })
const list = () => story().getByRole('list', { name: 'Stories' }).getByRole('listitem')
const offer = (title: string) =>
  story()
    .getByRole('region', { name: 'Free to get' })
    .getByRole('listitem')
    .filter({ has: app.page.getByRole('heading', { name: title, exact: true }) })

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ driver }) => {
  server = createServer(({ url = '' }, response) => {
    const file = join(games, url.split('/').at(-1) ?? '')
    answer(existsSync(file) ? readFileSync(file) : Buffer.alloc(0), response)
  }).listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  app = await launchApp(driver, {
    env: { ZORKGPT_STORY_MIRROR: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
  })
  atEnd(() => app.close())
})

test('the bundled story is there, with what the game can tell', async ({ driver }, testInfo) => {
  const { page } = app
  await button(page, 'Stories').click()
  await expect(list()).toHaveCount(1)
  await expect(list()).toContainText('Glass Weather')
  await expect(list()).toContainText('version 5 · release 1 · serial 260401 · 100 points')
  await expect(list()).toContainText('Licence: MIT')
  await expect(list()).toContainText('Full support')
  await expect(list().getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await expectAccessibleInEverySize(page, testInfo, `stories-${driver}`)
})

test('a story is added by its path, by the file picker and by a drop', async () => {
  const { page } = app
  await story().getByRole('textbox', { name: 'Path of a story file' }).fill(manor)
  await page.keyboard.press('Enter')
  await expect(story().getByRole('status').filter({ hasText: '“manor” is in the library.' })).toBeVisible()
  await expect(list()).toHaveCount(2)
  await story().getByLabel('Choose a file…').last().setInputFiles(manor.replace('z3', 'z5'))
  await expect(list()).toHaveCount(3)
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
  await expect(list()).toHaveCount(4)
})

test('a story is removed, and put back', async () => {
  const { page } = app
  await button(page, 'Remove Another house').click()
  await expect(list()).toHaveCount(3)
  await expect(button(page, 'Undo')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list()).toHaveCount(4)
})

test('a double click removes one story, and not the next in its place', async () => {
  const { page } = app
  await button(page, 'Remove Another house').dblclick({ delay: 60 })
  await expect(list()).toHaveCount(3)
  await button(page, 'Undo').click()
  await expect(list()).toHaveCount(4)
})

test('an offer shows its licence before; a download that breaks off is tried again', async ({ driver }, testInfo) => {
  test.skip(!existsSync(games), 'needs the story files in ../shared')
  const { page } = app
  await expect(offer('Zork I')).toContainText('Licence: MIT · 85 kB · 350 points')
  await offer('Zork I').getByText('Licence of Zork I in full').click()
  await expect(offer('Zork I')).toContainText('Copyright (c) 2025 Microsoft')
  await expect(offer('Zork I')).toContainText('github.com/historicalsource/zork1/tree/')

  let breakOff = () => {}
  answer = (file, response) => {
    response.writeHead(200, { 'content-length': file.length }).write(file.subarray(0, 50_000))
    breakOff = () => response.destroy()
  }
  await button(page, 'Get Zork I').click()
  await expect(offer('Zork I').getByRole('progressbar')).toHaveJSProperty('value', 50_000)
  breakOff()
  await expect(offer('Zork I').getByRole('alert')).toHaveText(
    'The connection ended after 50000 of 86838 bytes. Try again.',
  )
  await page.screenshot({ path: testInfo.outputPath(`download-cut-${driver}.png`) })
  await expectAccessible(page)
  answer = (file, response) => void response.end(file)
  await button(page, 'Get Zork I').click()
  await expect(offer('Zork I')).toContainText('In the library')
  await expect(list().filter({ hasText: 'Zork I' })).toContainText('release 119 · serial 880429 · 350 points')
})

test('a download is cancelled, a lie is refused, what is gone is said, and so is a dead network', async () => {
  test.skip(!existsSync(games), 'needs the story files in ../shared')
  const { page } = app
  answer = (file, response) => void response.writeHead(200).write(file.subarray(0, 1000))
  await button(page, 'Get Zork II').click()
  await expect(offer('Zork II').getByRole('progressbar')).toHaveJSProperty('value', 1000)
  await button(page, 'Cancel Zork II').click()
  await expect(button(page, 'Get Zork II')).toBeVisible()
  await expect(offer('Zork II').getByRole('alert')).toHaveCount(0)

  answer = (file, response) => void response.end(Buffer.alloc(file.length))
  await button(page, 'Get Zork II').click()
  await expect(offer('Zork II').getByRole('alert')).toContainText('It was not kept.')
  await expect(button(page, 'Get Zork II')).toBeVisible()

  answer = (_file, response) => void response.writeHead(404).end()
  await button(page, 'Get Zork III').click()
  await expect(offer('Zork III').getByRole('alert')).toContainText('The file is no longer at')

  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  await button(page, 'Get Zork III').click()
  await expect(offer('Zork III').getByRole('alert')).toContainText('cannot be reached')
  await expectAccessible(page)
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
