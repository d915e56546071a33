import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../build/scripts/outputs.mjs'
import { sampleEpisode } from '../../src-shared/episode/state/sample-episode.testkit'
import { startProcess } from '../drivers/process'
import { expectAccessible } from '../kit/accessibility'
import { expect, region, startExplorer, test } from '../kit/launch-app'
import { packApp, useStandIn } from '../kit/stand-in-app'

/** Integration with the desktop: menus, double-clicked files, one instance, a restored window. */
const app = useStandIn()
const { home, start } = app
const episodeFile = join(home, 'walk.zorkgpt')
const storyFile = join(home, 'Weather Again.z5')
const entry = ['--import', join(root, 'build/standin/register.mjs'), join(root, 'out/main/index.js')]

const startSecond = (...args: string[]) =>
  startProcess(
    [...entry, ...args],
    { ...process.env, ZORKGPT_HOME: home, STANDIN_USER_DATA: join(home, 'profile') },
    home,
  )
const ask = (message: Readonly<Record<string, unknown>>) => app.main.ask(message)

test.beforeAll(() => {
  writeFileSync(
    episodeFile,
    sampleEpisode({ turns: 12 })
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  )
  // Another date makes it another story, because the checksum does not cover the serial (Standard §11).
  const story = readFileSync(join(root, 'build/story/glass-weather.z5'))
  story.write('990101', 0x12, 'latin1')
  writeFileSync(storyFile, story)
})

/** Expects an error that stays visible until the user closes it. */
async function expectError(message: string, detail: unknown) {
  await expect.poll(() => ask({ questions: true })).toEqual([{ message, buttons: ['OK'] }])
  expect(await ask({ detail: true })).toEqual(detail)
  await ask({ answer: 'OK' })
}

interface Menu {
  readonly name: string
  readonly items: readonly { readonly name: string; readonly enabled: boolean; readonly accelerator: string | null }[]
}
const menu = async () => (await ask({ menu: true })) as readonly Menu[]
const itemsOf = async (name: string) => (await menu()).find((one) => one.name === name)?.items ?? []

test('an episode passed at the start is shown read-only, and a link that looks like a file is ignored', async () => {
  await start({}, episodeFile, 'zorkgpt://x.z5')
  await expect(app.page.getByText('Read-only: walk.zorkgpt.')).toBeVisible()
  await expect(region(app.page, 'Story').getByRole('article').last()).toHaveAccessibleName('Turn 12')
})

test('the menu has the actions of the page with their keys, and enables those that are possible', async () => {
  await expect.poll(() => itemsOf('File')).toContainEqual({ name: 'Export', enabled: true, accelerator: 'CmdOrCtrl+S' })
  expect((await menu()).map(({ name }) => name)).toEqual(['File', 'editMenu', 'Playhead', 'View', 'windowMenu', 'help'])
  expect(await itemsOf('File')).toContainEqual({ name: 'Resume', enabled: false, accelerator: 'F8' })
  expect((await itemsOf('View')).map(({ name }) => name)).not.toContain('toggleDevTools')
  await ask({ click: ['Playhead', 'First turn'] })
  await expect(region(app.page, 'Timeline').getByRole('slider')).toHaveAttribute('aria-valuenow', '0')
})

test('a link to another site opens in the browser', async () => {
  await app.page.getByRole('link', { name: 'React Flow' }).click()
  await expect.poll(() => ask({ opened: true })).toEqual(['https://reactflow.dev/'])
})

test('the About dialog shows versions and licenses', async ({ driver: _driver }, testInfo) => {
  await ask({ click: ['help', 'About ZorkGPT'] })
  const sheet = app.page.getByRole('dialog', { name: 'About ZorkGPT' })
  await expect(sheet).toContainText(`Node${process.versions.node}`)
  await sheet.getByText(/^Third-party licences of/).click()
  await sheet
    .getByText(/^react-dom \d|^react \d/)
    .first()
    .click()
  await expect(sheet.getByText(/Permission is hereby granted/).filter({ visible: true })).toHaveCount(1)
  await app.page.screenshot({ path: testInfo.outputPath('about.png') })
  await expectAccessible(app.page)
  await app.page.keyboard.press('Escape')
})

test("a server's working folder is chosen in the system's dialog, which starts in the current folder of the server", async () => {
  await app.page.getByRole('button', { name: 'MCP servers', exact: true }).click()
  const field = app.page.getByRole('textbox', { name: 'Working folder', exact: true })
  const choose = app.page.getByRole('button', { name: 'Choose working folder' })
  await expect(app.page.getByRole('group', { name: 'What will be executed' })).toContainText(`in ${root}`)
  await choose.click()
  await expect.poll(() => ask({ folders: true })).toEqual([root])
  await expect(field).toHaveValue('')
  await ask({ choose: home })
  await choose.click()
  await expect(field).toHaveValue(home)
  await expect(app.page.getByRole('group', { name: 'What will be executed' })).toContainText(`in ${home}`)
  await expectAccessible(app.page)
  await app.page.getByRole('button', { name: 'Revert', exact: true }).click()
  await app.page.getByRole('button', { name: 'Discard changes' }).click()
  await app.page.keyboard.press('Escape')
})

test('a second start passes its arguments to the first and ends', async () => {
  const second = startSecond('Weather Again.z5', '--data', 'elsewhere')
  expect(await second.ended).toBe(0)
  expect(second.stderr()).toContain('ZorkGPT is already open')
  await expect.poll(() => ask({ questions: true })).toEqual([{ message: 'ZorkGPT is already open.', buttons: ['OK'] }])
  expect(await ask({ detail: true })).toContain('--data of the second start had no effect')
  await ask({ answer: 'OK' })
  const sheet = app.page.getByRole('dialog', { name: 'New episode' })
  await expect(sheet).toContainText('Weather-Again')
  await app.page.keyboard.press('Escape')
})

test('a second start can ask for a new episode or a new window, as the Jump List of Windows does', async () => {
  await startSecond('--new-episode').ended
  await expect(app.page.getByRole('dialog', { name: 'New episode' })).toBeVisible()
  await app.page.keyboard.press('Escape')
  const next = app.page.context().waitForEvent('page')
  await startSecond('--new-window').ended
  const second = await next
  await expect(second.getByRole('button', { name: 'New episode', exact: true })).toBeEnabled()
  await second.close()
})

test('the desktop passes a file by its URL, and a URL that is not a file on this computer is refused', async () => {
  await startSecond(pathToFileURL(storyFile).href).ended
  const sheet = app.page.getByRole('dialog', { name: 'New episode' })
  await expect(sheet).toContainText('Weather-Again')
  await app.page.keyboard.press('Escape')
  const wrong = 'file:///tmp/%zz.z5'
  await startSecond(wrong).ended
  await expectError('This cannot be opened', `${wrong} is not a file on this computer.`)
})

test('a double-clicked file that is not an episode is refused by name, and a missing file is reported', async () => {
  writeFileSync(join(home, 'letter.zorkgpt'), 'Dear Ada\n')
  await ask({ emit: ['open-file', join(home, 'letter.zorkgpt')] })
  await expect(app.page.getByRole('alert')).toContainText('letter.zorkgpt cannot be opened: line 1')
  await ask({ emit: ['open-file', join(home, 'gone.zorkgpt')] })
  await expectError('This episode cannot be opened', expect.stringContaining('gone.zorkgpt'))
})

test('the window gets its previous size, even if a hidden window is never painted', async () => {
  await ask({ resize: { width: 1111, height: 777 } })
  await app.page.close()
  await app.main.ended
  expect(JSON.parse(readFileSync(join(home, 'profile', 'window.json'), 'utf8'))).toMatchObject({
    bounds: { width: 1111, height: 777 },
    isMaximized: false,
  })
  await start({ STANDIN_NEVER_PAINTED: '1' })
  await expect.poll(() => app.page.evaluate(() => [innerWidth, innerHeight])).toEqual([1111, 777])
  await expect.poll(() => ask({ window: true })).toEqual({ shown: true, maximized: false })
})

test('a window that was maximized is maximized again', async () => {
  await app.main.stop()
  const state = { bounds: { x: 0, y: 0, width: 1111, height: 777 }, isMaximized: true }
  writeFileSync(join(home, 'profile', 'window.json'), JSON.stringify(state))
  await start({})
  await expect.poll(() => ask({ window: true })).toEqual({ shown: true, maximized: true })
})

test('a first window fits on a small screen', async () => {
  await app.main.stop()
  rmSync(join(home, 'profile', 'window.json'))
  await start({ STANDIN_SCREEN: '960x500' })
  await expect.poll(() => app.page.evaluate(() => [innerWidth, innerHeight])).toEqual([960, 500])
  await app.main.stop()
  rmSync(join(home, 'profile', 'window.json'))
})

test('a checkout and an installed app have different folders', async () => {
  const { STANDIN_USER_DATA: _given, ...env } = process.env
  const checkout = startProcess([...entry, '--data', app.dataFolder], { ...env, ZORKGPT_HOME: home, TMPDIR: home })
  const locks = () =>
    readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.startsWith('standin-') && basename(path) === 'instance')
      .map((path) => basename(dirname(path)))
  await expect.poll(locks).toEqual(['ZorkGPT dev'])
  await checkout.stop()
})

test('a packed app uses the files beside it, and ignores the address of a page in the environment', async () => {
  await start({ STANDIN_RESOURCES: packApp(home), ELECTRON_RENDERER_URL: 'http://127.0.0.1:9/' })
  await startExplorer(app.page)
  await expect(region(app.page, 'Story').getByRole('article', { name: /^Turn/ }).first()).toBeVisible()
  for (const name of ['mcp_config.json', 'zorkgpt.toml'])
    expect(readFileSync(join(home, name), 'utf8')).toBe(readFileSync(join(root, name), 'utf8'))
})

test('wrong arguments are reported in a dialog, and the app ends', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'zorkgpt-desktop-'))
  const given = startProcess([...entry, '--data', storyFile], {
    ...process.env,
    ZORKGPT_HOME: home,
    STANDIN_USER_DATA: scratch,
  })
  expect(await given.ended).toBe(2)
  expect(given.stderr().trimEnd().split('\n')).toEqual([
    expect.stringContaining(
      `ZorkGPT cannot start: The data folder ${storyFile} cannot be used: ${storyFile} is not a folder.`,
    ),
  ])
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
})
