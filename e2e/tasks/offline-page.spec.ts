import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserArgs, findBrowser } from '../../build/scripts/find-browser.mjs'
import { root } from '../../build/scripts/outputs.mjs'
import { sampleEpisode } from '../../src-shared/episode/state/sample-episode.testkit'
import { expectAccessible, takePicture } from '../kit/accessibility'
import { button, expect, region, test, useApp } from '../kit/launch-app'
import { personAt } from '../kit/person'

const hostile = '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1"><!--'
const log = sampleEpisode({ turns: 25 }).map((event) =>
  event.event_type === 'observation_made' && event.turn === 3
    ? { ...event, text: `${hostile}\nSee /home/ada/secret.txt` }
    : event,
)

const app = useApp({
  prepare(dataFolder) {
    mkdirSync(join(dataFolder, 'sample'), { recursive: true })
    writeFileSync(join(dataFolder, 'sample', 'events.jsonl'), log.map((event) => `${JSON.stringify(event)}\n`).join(''))
  },
})

let browser: Browser | null = null
test.afterAll(() => browser?.close())

/** Opens the file as a recipient does: from disk, without a network, in a separate browser. */
async function openFile(file: string): Promise<{ page: Page; requests: readonly string[]; errors: readonly string[] }> {
  browser ??= await chromium.launch({ executablePath: findBrowser() ?? undefined, args: browserArgs })
  const context = await browser.newContext({ offline: true, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const requests: string[] = []
  const errors: string[] = []
  page.on('request', (request) => /^(file|data):/.test(request.url()) || requests.push(request.url()))
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(pathToFileURL(file).href)
  return { page, requests, errors }
}

test('an episode becomes a page that plays from the disk, from its beginning, without a network: 2 steps', async ({
  driver: _driver,
}, testInfo) => {
  const { page } = app()
  await region(page, 'Episodes').getByRole('link').click()
  await button(page, 'First turn').click()
  for (let turn = 0; turn < 3; turn++) await button(page, 'Next turn').click()
  const person = personAt(page)
  await person.press('ControlOrMeta+s')
  const sheet = page.getByRole('dialog', { name: 'Export episode' })
  // A person may look at the findings; these steps are not counted.
  await expect(sheet).toContainText('Absolute paths, in 1 place')
  await sheet.getByText('Show what was found').click()
  await expect(sheet).toContainText('/home/ada/secret.txt')
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    person.click(sheet.getByRole('button', { name: 'Save' })),
  ])
  expect(person.steps).toBe(2)
  const file = testInfo.outputPath(download.suggestedFilename())
  await download.saveAs(file)
  expect(file).toMatch(/sample\.html$/)
  expect(readFileSync(file, 'utf8')).not.toContain('/home/ada')

  const replay = await openFile(file)
  const turn = () => region(replay.page, 'Timeline').getByRole('slider').getAttribute('aria-valuenow')
  await expect.poll(turn).toBe('0')
  await expect(region(replay.page, 'Story')).toContainText('<script>window.hacked=1</script>')
  await expect(region(replay.page, 'Story')).toContainText('See [path]')
  await replay.page.keyboard.press('j')
  await expect.poll(turn).toBe('1')
  await replay.page.keyboard.press('Home')
  await expect.poll(turn).toBe('0')
  await expect(region(replay.page, 'Map')).toBeVisible()
  await replay.page.keyboard.press('End')
  await expect(region(replay.page, 'Map').locator('[data-location]').first()).toBeVisible()
  await button(replay.page, 'Tidy').click()
  await expect(region(replay.page, 'Map')).toContainText('Map tidied.')
  await region(replay.page, 'Story').focus()
  await replay.page.keyboard.press('/')
  await replay.page.keyboard.type('action:north')
  const bar = replay.page.getByRole('search')
  await bar.getByRole('switch', { name: 'Only turns with hits' }).check()
  await expect(region(replay.page, 'Story')).toContainText(/\d+ of 25 shown/)
  await expect(button(replay.page, 'Start')).toBeHidden()
  await expectAccessible(replay.page)
  expect(await replay.page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(replay.requests).toEqual([])
  expect(replay.errors).toEqual([])

  // The window opens what it exported.
  await person.drop({ name: 'sample.html', bytes: readFileSync(file) })
  await expect(page.getByText(/^Read-only: sample\.html\./)).toBeVisible()
  await expect(region(page, 'Story').getByRole('article').last()).toHaveAccessibleName('Turn 25')
})

test('a range of turns is exported as a table: 5 steps', async () => {
  const { page } = app()
  await region(page, 'Episodes').getByRole('link').filter({ hasNotText: 'From a file' }).click()
  await expect(page).toHaveURL(/#\/episode\/sample/)
  const person = personAt(page)
  await person.press('ControlOrMeta+s')
  const sheet = page.getByRole('dialog', { name: 'Export episode' })
  await person.click(sheet.getByRole('radio', { name: /^CSV/ }))
  await person.click(sheet.getByLabel('From turn'))
  await person.type('20')
  const [download] = await Promise.all([page.waitForEvent('download'), person.press('Enter')])
  expect(download.suggestedFilename()).toBe('sample-turns-20-25.csv')
  expect(
    readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n'),
  ).toHaveLength(7)
  expect(person.steps).toBe(5)
})

test('the page of a range of turns names the range, opens at its first turn, and folds the turns before', async ({
  driver: _driver,
}, testInfo) => {
  const { page } = app()
  await page.goto(`${page.url().split('#')[0]}#/episode/sample`)
  await page.keyboard.press('ControlOrMeta+s')
  const sheet = page.getByRole('dialog', { name: 'Export episode' })
  await sheet.getByLabel('From turn').fill('5')
  await sheet.getByLabel('To turn').fill('10')
  await expect(sheet).toContainText('The page opens at turn 5. It also holds what the game said before, folded')
  await takePicture(page, testInfo, 'export-part')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Save' }).click(),
  ])
  const file = testInfo.outputPath(download.suggestedFilename())
  await download.saveAs(file)

  const replay = await openFile(file)
  await expect(region(replay.page, 'Timeline').getByRole('slider')).toHaveAttribute('aria-valuenow', '5')
  await expect(replay.page).toHaveTitle(/Turns 5–10 of 25/)
  await expect(replay.page.getByRole('banner')).toContainText('Turns 5–10 of 25')
  const about = region(replay.page, 'Recorded episode')
  await expect(about).toContainText('A part: Turns 5–10 of 25.')
  await expect(about).toContainText('Explorer · seed 1')
  await expect(about).toContainText('L2: Text, location and objects')
  const story = region(replay.page, 'Story')
  const fold = story.getByRole('button', { name: /Before this part: the opening and turns 1–4/ })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(story.getByRole('article', { name: 'Turn 4', exact: true })).toHaveCount(0)
  await takePicture(replay.page, testInfo, 'replay-part')
  await fold.click()
  await expect(story.getByRole('article', { name: 'Opening' })).toBeVisible()
  await replay.page.keyboard.press('End')
  await expect(story.getByRole('heading', { name: 'This part ends at turn 10 of 25.' })).toBeVisible()
  await expect(story).not.toContainText('interrupted')
  await expect(story).toContainText(/^.*· 6 turns/m)
  await replay.page.keyboard.press('Home')
  await expect(replay.page.getByRole('banner')).toContainText('Turn 5 of 25')
  await replay.page.keyboard.press('End')
  await expect(replay.page.getByRole('banner')).toContainText('End of part')
  await takePicture(replay.page, testInfo, 'replay-part-end')
  expect(replay.errors).toEqual([])
})

test('the command line exports the same page', async ({ driver: _driver }, testInfo) => {
  const file = testInfo.outputPath('from-cli.html')
  execFileSync(process.execPath, [
    join(root, 'out/main/cli.js'),
    'export',
    'sample',
    '--data',
    app().dataFolder,
    '--format',
    'html',
    '--out',
    file,
  ])
  const replay = await openFile(file)
  await expect(region(replay.page, 'Timeline').getByRole('slider')).toHaveAttribute('aria-valuenow', '0')
  await expect(region(replay.page, 'Timeline').getByRole('slider')).toHaveAttribute('aria-valuemax', '25')
  await takePicture(replay.page, testInfo, 'replay-page')
  expect(replay.errors).toEqual([])
})
