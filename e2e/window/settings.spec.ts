import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../build/scripts/outputs.mjs'
import {
  chunksOf,
  calls,
  says,
  type ScriptedEndpoint,
  startScriptedEndpoint,
} from '../../src-main/llm/scripted-endpoint.testkit'
import { expectAccessible } from '../kit/accessibility'
import { button, expect, region, test, useApp, useClosing } from '../kit/launch-app'

const app = useApp()
const sheet = () => app().page.getByRole('dialog', { name: 'Settings' })
const settingsFile = () => join(dirname(app().mcpConfig), 'zorkgpt.toml')
const tab = (name: string) => sheet().getByRole('tab', { name }).click()

const RIGHT_KEY = 'e2e-right-key-91c2'
const WRONG_KEY = 'e2e-wrong-key-44d0'
const atEnd = useClosing()
let endpoint: ScriptedEndpoint
test.beforeAll(async () => {
  endpoint = await startScriptedEndpoint(
    [
      { kind: 'stream', chunks: chunksOf({ content: 'one two three', reasoning: 'counting' }) },
      calls({ name: 'probe__look', arguments: '{"direction":"north"}' }),
      says('no lamp here'),
      { kind: 'stall', chunks: [] },
    ],
    [{ id: 'small/lamp', context_length: 8192, supported_parameters: ['tools'] }, { id: 'large/lantern' }],
    RIGHT_KEY,
  )
  atEnd(() => endpoint.close())
})

test('a wrong key is reported at its field, and with the right one the models are listed', async () => {
  await button(app().page, 'Settings').click()
  const scrolling = await sheet().evaluate(
    (dialog) =>
      [dialog, ...dialog.querySelectorAll('*')].filter(
        (element) =>
          element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY),
      ).length,
  )
  expect(scrolling, 'one bar scrolls the sheet').toBeLessThanOrEqual(1)
  await sheet().getByLabel('Address').fill(endpoint.baseUrl)
  const key = sheet().getByLabel('API key')
  await key.fill(WRONG_KEY)
  await button(app().page, 'Save key').click()
  await expect(sheet().getByRole('alert')).toContainText('did not accept the API key')
  await expect(key).toHaveAttribute('aria-invalid', 'true')
  await expect(sheet()).not.toContainText(WRONG_KEY)
  await expectAccessible(app().page)

  await key.fill(RIGHT_KEY)
  await key.press('Enter')
  await expect(sheet().getByText('2 models')).toBeVisible()
  await expect(sheet().getByRole('alert')).toHaveCount(0)
  await sheet().getByRole('searchbox', { name: 'Find model' }).fill('lamp')
  await sheet().getByRole('listbox', { name: 'Models' }).selectOption('small/lamp')
  await expect(sheet().getByRole('textbox', { name: 'Model', exact: true })).toHaveValue('small/lamp')
})

test('the model is tested, and its capabilities are listed', async () => {
  await button(app().page, 'Test model').click()
  const results = sheet().getByRole('table', { name: 'Test model' })
  await expect(results.getByRole('row', { name: /^Calls tools yes/ })).toContainText('north')
  await expect(results.getByRole('row', { name: /^Follows a JSON schema no/ })).toBeVisible()
  await expect(results.getByRole('row', { name: /^Shows its thinking yes/ })).toBeVisible()
  await button(app().page, 'Test model').click()
  await button(app().page, 'Cancel').click()
  await expect(button(app().page, 'Test model')).toBeVisible()
  await endpoint.dropped(3)
})

test('an invalid value is refused at its field, and saving does not change the rest of the file', async () => {
  const temperature = sheet().getByRole('textbox', { name: 'Temperature' })
  await temperature.fill('7')
  await expect(sheet().getByRole('alert')).toHaveText('Takes at most 2')
  await expect(button(app().page, 'Save')).toBeDisabled()
  await temperature.fill('0.2')
  await expect(sheet().getByRole('alert')).toHaveCount(0)

  const before = readFileSync(settingsFile(), 'utf8')
  writeFileSync(settingsFile(), `# Mine\n${before}`)
  await button(app().page, 'Save').click()
  await expect(sheet().getByRole('alert')).toContainText('changed by another program')
  await button(app().page, 'Reload file, keep my changes').click()
  await button(app().page, 'Save').click()
  await expect(sheet().getByText('Saved. Changes apply from the next episode.')).toBeVisible()
  const saved = readFileSync(settingsFile(), 'utf8')
  expect(saved).toContain(`# Mine\n${before.trim()}`)
  expect(saved).toContain('agent_model = "small/lamp"')
  expect(saved).toContain('temperature = 0.2')
  expect(saved).not.toContain(RIGHT_KEY)
})

test('every setting of the file is listed, and can be found by search', async () => {
  await tab('All settings')
  const save = async () => (await sheet().getByRole('button', { name: 'Save', exact: true }).boundingBox())?.y
  const before = await save()
  await sheet().getByRole('searchbox', { name: 'Search settings' }).fill('startup')
  await expect(sheet().getByRole('textbox', { name: 'Server start timeout' })).toHaveValue('600')
  expect(await save(), 'the footer stays where it is').toBe(before)
  await sheet().getByRole('searchbox', { name: 'Search settings' }).fill('')
  const documented = readFileSync(join(root, 'docs/settings.md'), 'utf8').match(/^- `\w+` \(/gm) ?? []
  await expect(sheet().locator('[data-setting]')).toHaveCount(documented.length)
  await expectAccessible(app().page)
})

test('a typed key is among the secrets, under the name of its endpoint', async () => {
  await tab('Secrets')
  // The key was sent only to its endpoint.
  await expect(sheet().getByText('${secret:GENERIC_API_KEY}')).toBeVisible()
  await expect(sheet().getByText('${secret:OPENROUTER_API_KEY}')).toHaveCount(0)
})

test('changes of the appearance apply at once', async () => {
  await tab('Appearance')
  const root = app().page.locator('html')
  await sheet().getByLabel('Text size').selectOption('125')
  await sheet().getByLabel('Row height').selectOption('comfortable')
  await sheet().getByLabel('Motion').selectOption('reduced')
  await sheet()
    .getByRole('switch', { name: /Hyperlegible/ })
    .check()
  await expect(root).toHaveAttribute('data-motion', 'reduced')
  await expect.poll(() => root.evaluate((element) => getComputedStyle(element).fontSize)).toBe('20px')
  await expect
    .poll(() => app().page.evaluate(() => document.fonts.check('16px "Atkinson Hyperlegible Next Variable"')))
    .toBe(true)
  await sheet().getByRole('switch', { name: 'Single-letter shortcuts' }).uncheck()
  await expectAccessible(app().page)
  await button(app().page, 'Close').click()
  const episodes = region(app().page, 'Episodes')
  await expect(episodes.getByRole('button', { name: 'Trash' })).toBeInViewport({ ratio: 1 })
  await app().page.keyboard.press('p')
  await expect(app().page.getByRole('dialog')).toHaveCount(0)
  expect(app().pageErrors).toEqual([])
})

test('a reload does not change the layout for a text size', async () => {
  const { page } = app()
  await button(page, 'Settings').click()
  await tab('Appearance')
  await sheet().getByLabel('Text size').selectOption('150')
  await button(page, 'Close').click()
  await page.setViewportSize({ width: 1280, height: 800 })
  const header = async () => (await page.getByRole('banner').boundingBox())?.height
  const before = await header()
  await page.setViewportSize({ width: 1279, height: 800 })
  expect(await header()).toBe(before)
  await page.reload()
  await expect.poll(header).toBe(before)
})

test('a reload with unsaved settings asks first, and the notice of a lost host stays visible', async ({ driver }) => {
  test.skip(driver !== 'web', 'The desktop app cannot lose its input.')
  const { page } = app()
  const sockets: { close(): Promise<void> }[] = []
  await page.routeWebSocket(/\/socket/, (socket) => {
    sockets.push(socket)
    socket.connectToServer()
  })
  await page.reload()
  await button(page, 'Settings').click()
  await tab('All settings')
  await sheet().getByRole('textbox').last().fill('7')
  await sheet().evaluate((dialog) => dialog.scrollTo({ top: dialog.scrollHeight }))
  await Promise.all(sockets.map((socket) => socket.close()))
  await expect(sheet().getByRole('alert')).toBeInViewport({ ratio: 1 })
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(sheet().getByText('1 unsaved change')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Command palette' }), 'not the strip').toBeFocused()
})
