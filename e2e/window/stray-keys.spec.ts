import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expectAccessible } from '../kit/accessibility'
import { button, expect, test, useApp } from '../kit/launch-app'

/** An address from a foreign data folder. The user's key belongs to another address. */
const STRANGER = 'https://models.example.invalid/v1'
const strange = { game: 'glass-weather', player: 'llm', model: 'test/lamp', baseUrl: STRANGER, mcp: false }
// An earlier version also stored the last address, which is no longer used.
const last = { ...strange, baseUrl: 'https://forgotten.example.invalid/v1' }

const app = useApp({
  env: { OPENAI_API_KEY: 'sk-key-of-the-reader' },
  settings: '[retry]\nmax_retries = 0\n',
  prepare: (dataFolder) =>
    writeFileSync(
      join(dataFolder, '.start.json'),
      JSON.stringify({ version: 1, last, presets: [{ name: 'Strange', params: strange }], demoIsDismissed: true }),
    ),
})
const sheet = (name: string) => app().page.getByRole('dialog', { name })
const question = () => sheet('Send a key to another address?')
const answer = (name: string) => question().getByRole('button', { name, exact: true })
const choose = (preset: string) => sheet('New episode').getByLabel('Preset', { exact: true }).selectOption(preset)
const start = () => sheet('New episode').getByRole('button', { name: 'Start', exact: true }).click()
const noted = () => join(dirname(app().dataFolder), 'zorkgpt', 'key-addresses')
const episodes = () => readdirSync(app().dataFolder).filter((name) => name.startsWith('20'))

test('a start shows which key would be sent where, and going back starts nothing', async () => {
  await button(app().page, 'New episode').click()
  await expect(sheet('New episode')).not.toContainText('forgotten.example.invalid')
  await choose('Strange')
  await start()
  for (const part of ['OPENAI_API_KEY', 'Entered for https://api.openai.com/v1', STRANGER])
    await expect(question()).toContainText(part)
  await expect(answer('Cancel')).toBeFocused()
  await expectAccessible(app().page)
  await app().page.keyboard.press('Escape')
  await expect(question()).toBeHidden()
  await expect(sheet('New episode')).toBeVisible()
  expect([episodes(), existsSync(noted())]).toEqual([[], false])
})

test('the user agrees by keyboard, the episode starts, and no question follows again for that address', async () => {
  const { page } = app()
  await start()
  await expect(answer('Cancel')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(sheet('New episode')).toBeHidden()
  const [name = ''] = readdirSync(noted())
  expect(JSON.parse(readFileSync(join(noted(), name), 'utf8'))).toEqual({ key: 'OPENAI_API_KEY', address: STRANGER })
  await button(page, 'Stop').click()
  await button(page, 'New episode').click()
  await choose('Strange')
  await start()
  await expect(sheet('New episode')).toBeHidden()
  await expect(question()).toBeHidden()
  await button(page, 'Stop').click()
})

test('a typed address is asked about too', async () => {
  const { page } = app()
  await button(page, 'New episode').click()
  await sheet('New episode').getByRole('button', { name: 'Change', exact: true }).click()
  await sheet('New episode').getByLabel('Address').fill('https://typed.example.invalid/v1')
  await sheet('New episode').getByLabel('Model', { exact: true }).fill('test/lamp')
  await start()
  await expect(question()).toContainText('https://typed.example.invalid/v1')
  expect(readdirSync(noted())).toHaveLength(1)
  await answer('Send key').click()
  await expect(sheet('New episode')).toBeHidden()
  expect(readdirSync(noted())).toHaveLength(2)
  await button(page, 'Stop').click()
  expect(app().pageErrors).toEqual([])
})
