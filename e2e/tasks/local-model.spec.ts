import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { acts, type ScriptedEndpoint, startScriptedEndpoint } from '../../src-main/llm/scripted-endpoint.testkit'
import { expectAccessible } from '../kit/accessibility'
import { button, eventsOf, expect, test, useApp, useClosing } from '../kit/launch-app'
import { personAt } from '../kit/person'

const app = useApp()
const atEnd = useClosing()
const sheet = () => app().page.getByRole('dialog', { name: 'New episode' })
const inSheet = (name: string) => sheet().getByRole('button', { name, exact: true })
const settingsFile = () => join(dirname(app().dataFolder), 'zorkgpt.toml')
const settings = () => readFileSync(settingsFile(), 'utf8')

let endpoint: ScriptedEndpoint
test.beforeAll(async () => {
  endpoint = await startScriptedEndpoint(() => acts('look'), [{ id: 'tiny-1' }])
  atEnd(() => endpoint.close())
})

test('a user with a local model lets it play, and makes it the default: 9 steps', async () => {
  const { page, dataFolder } = app()
  const person = personAt(page)
  await person.click(button(page, 'New episode'))
  await person.click(sheet().getByRole('radio', { name: /^AI model/ }))
  await expect(sheet()).toContainText('deepseek/deepseek-v3.2-exp at openrouter.ai')
  await person.click(inSheet('Change'))
  // The typed text replaces the address of the settings.
  await person.type('tiny-1')
  await person.press('Shift+Tab')
  await person.type(endpoint.baseUrl)
  await expect(sheet()).toContainText('From settings: deepseek/deepseek-v3.2-exp at openrouter.ai')
  await expect(sheet().getByLabel(/^API key/)).toBeHidden()
  await expectAccessible(page)
  await person.click(inSheet('Save to settings'))
  await expect(sheet()).toContainText(`tiny-1 at ${new URL(endpoint.baseUrl).host}`)
  await expect(sheet().getByLabel('Address')).toBeHidden()
  await person.click(inSheet('Start'))
  await expect(sheet()).toBeHidden()
  await expect.poll(() => endpoint.requests.length).toBeGreaterThan(0)
  await person.click(button(page, 'Stop'))
  expect(eventsOf(dataFolder)[0]).toMatchObject({ player: { model: 'tiny-1', base_url: endpoint.baseUrl } })
  expect(settings()).toContain('agent_model = "tiny-1"')
  expect(person.steps).toBe(9)
})

test('a user tests a model in the settings: 4 steps, and reads why another address does not answer: 3 more', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.click(button(page, 'Settings'))
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await person.click(dialog.getByRole('textbox', { name: 'Address' }), { clickCount: 3 })
  await person.type(endpoint.baseUrl)
  await person.click(dialog.getByRole('button', { name: 'Test model' }))
  await expect(dialog.getByRole('row', { name: /^Answers yes/ })).toBeVisible()
  expect(person.steps).toBe(4)
  await person.click(dialog.getByRole('textbox', { name: 'Address' }), { clickCount: 3 })
  await person.type('http://127.0.0.1:9/v1')
  await expect(dialog.getByRole('row', { name: /^Answers/ })).toBeHidden()
  await person.click(dialog.getByRole('button', { name: 'Test model' }))
  await expect(dialog.getByRole('row', { name: /^Answers failed http:\/\/127\.0\.0\.1:9\/v1 / })).toBeVisible()
  expect(person.steps).toBe(7)
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('settings that are changed later apply, also in a sheet that was opened before', async () => {
  const { page } = app()
  writeFileSync(settingsFile(), settings().replace('tiny-1', 'tiny-2'))
  await page.reload()
  const asked = endpoint.requests.length
  await button(page, 'New episode').click()
  await expect(sheet()).toContainText('tiny-2 at ')
  await inSheet('Change').click()
  await page.keyboard.type('tiny-3')
  await inSheet('Use settings').click()
  await inSheet('Start').click()
  await expect.poll(() => endpoint.requests.slice(asked).map(({ model }) => model)).toContain('tiny-2')
  expect(endpoint.requests.map(({ model }) => model)).not.toContain('tiny-3')
  await button(page, 'Stop').click()
})

test('details of the model that arrive late do not move the button under the pointer', async () => {
  const { page } = app()
  writeFileSync(settingsFile(), '[llm]\nagent_model = "far-1"\nclient_base_url = "https://far.invalid/v1"\n')
  await page.reload()
  await button(page, 'New episode').click()
  await sheet()
    .getByRole('radio', { name: /^Explorer — rule-based, not an AI model$/ })
    .click()
  await sheet()
    .getByRole('radio', { name: /^AI model/ })
    .click()
  await inSheet('Change').hover()
  await page.mouse.down()
  await expect(sheet().getByLabel(/^API key/)).toBeVisible()
  await page.mouse.up()
  await expect(sheet().getByLabel('Address')).toBeVisible()
  await page.keyboard.press('Escape')
})
