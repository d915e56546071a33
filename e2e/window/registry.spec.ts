import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { bundleOf } from '../../src-main/mcp/bundle/bundle.testkit'
import {
  bundled,
  HOSTILE,
  served,
  startRegistry,
  type TestRegistry,
  WEATHER,
} from '../../src-main/mcp/registry/registry.testkit'
import { expectAccessible } from '../kit/accessibility'
import { button, expect, test, useApp, useClosing } from '../kit/launch-app'

/** A registry of the test is searched only by keyboard. Nothing that it describes is run. */
const LAMP = bundleOf()
const OUTSIDE = bundleOf(undefined, { '../evil.js': Buffer.from('x') })
const sha256Of = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')
const atEnd = useClosing()
let registry: TestRegistry
test.beforeAll(async () => {
  const many = Array.from({ length: 500 }, (_, index) => served({ name: `io.github.many/server-${index}` }))
  registry = await startRegistry(
    (address) => [
      WEATHER,
      ...HOSTILE,
      ...many,
      bundled('lamp', `${address}/lamp.mcpb`, sha256Of(LAMP)),
      bundled('swapped', `${address}/lamp.mcpb`, sha256Of(OUTSIDE)),
      bundled('outside', `${address}/outside.mcpb`, sha256Of(OUTSIDE)),
      bundled('gone', `${address}/gone.mcpb`, sha256Of(LAMP)),
    ],
    { '/lamp.mcpb': LAMP, '/outside.mcpb': OUTSIDE },
  )
  atEnd(() => registry.close())
})
const app = useApp({ registries: () => [registry.address] })

const sheet = () => app().page.getByRole('dialog', { name: 'Find a server' })
const panel = () => app().page.getByRole('dialog', { name: 'MCP servers', exact: true })
const results = () => sheet().getByRole('region', { name: 'Servers found' })
const about = () => sheet().getByRole('region', { name: /^About/ })
const runs = () => about().getByRole('group', { name: 'What will be executed' })
const added = () =>
  Object.keys((JSON.parse(readFileSync(app().mcpConfig, 'utf8')) as { mcpServers: object }).mcpServers)

/** Presses Tab until the element has the focus. */
async function tabTo(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'textbox' | 'searchbox' | 'radio' | 'combobox',
) {
  const target = sheet().getByRole(role, { name }).first()
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

async function search(text: string) {
  const { page } = app()
  const field = sheet().getByRole('searchbox', { name: 'Name contains' })
  await field.focus()
  await field.fill(text)
  await page.keyboard.press('Enter')
}

test('no request is sent before a person searches', async () => {
  const { page } = app()
  await button(page, 'MCP servers').click()
  const find = panel().getByRole('button', { name: 'Find…' })
  await expect(find).toHaveAttribute('aria-disabled', 'false')
  await find.focus()
  await page.keyboard.press('Enter')
  await expect(sheet().getByRole('searchbox', { name: 'Name contains' })).toBeFocused()
  await expect(sheet()).toContainText('Nothing is sent before.')
  expect(registry.asked).toEqual([])
  await expectAccessible(page)
})

test('a server is found, inspected, filled in and added by keyboard', async () => {
  const { page } = app()
  await page.keyboard.type('fells/weather')
  await page.keyboard.press('Enter')
  await expect(results().getByRole('status')).toContainText('2 servers')
  await tabTo(page, /Weather of the Fells/, 'button')
  await page.keyboard.press('Enter')
  await expect(about()).toContainText('https://github.com/fells/weather')
  await expect(about()).toContainText('io.github.fells')
  await expect(runs()).toContainText('npx -y @fells/weather@1.4.2 serve')
  await expectAccessible(page)

  await tabTo(page, 'Add to my list', 'button')
  await page.keyboard.press('Enter')
  await expect(about().getByRole('alert').first()).toContainText('Required.')
  await about().getByLabel('WEATHER_API_KEY').focus()
  await page.keyboard.type('k-123456')
  await tabTo(page, '--fell', 'textbox')
  await page.keyboard.type('Merrow Top')
  await expect(runs()).toContainText("npx -y @fells/weather@1.4.2 serve --fell 'Merrow Top'")
  await expect(runs()).toContainText('WEATHER_API_KEY=${secret:WEATHER_API_KEY}')
  await tabTo(page, 'Add to my list', 'button')
  await page.keyboard.press('Enter')

  await expect(sheet()).toBeHidden()
  await expect(panel().getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('weather')
  await expect(panel()).toContainText('Secret WEATHER_API_KEY is stored.')
  await expect(panel()).toContainText('Not agreed yet')
  expect(added()).toEqual(['thoughtbox'])
  await expect(panel().getByRole('tab', { name: 'JSON' })).toBeVisible()
})

test('a server can also be used at its address, and its token becomes a secret', async () => {
  const { page } = app()
  await panel().getByRole('button', { name: 'Find…' }).click()
  await search('fells/weather')
  await results()
    .getByRole('button', { name: /Weather of the Fells/ })
    .click()
  await expect(about()).toContainText('Your list already has a server weather.')
  await about()
    .getByRole('radio', { name: /^Streamable HTTP/ })
    .check()
  const called = about().getByRole('group', { name: 'What will be connected to' })
  await expect(called).toContainText('https://north.weather.example.org/mcp')
  await about().getByLabel('Authorization: token').fill('t-123456')
  await expect(called).toContainText('Authorization: Bearer ${secret:WEATHER_2_AUTHORIZATION_TOKEN}')
  await about().getByRole('button', { name: 'Other versions…' }).click()
  await expect(about().getByRole('combobox', { name: 'Version' })).toHaveValue('1.4.2')
  await expect(page.getByText('t-123456')).toBeHidden()
})

test('hostile entries are shown plainly, refused or marked, and cannot be added', async () => {
  await search('evil')
  await expect(results().getByRole('status')).toContainText('8 servers.')
  for (const [name, reason] of [
    ['shell', '“x; rm -rf ~” is not the name of a package'],
    ['file', '“file:///tmp/evil” is not the name of a package'],
    ['secret', 'Its publisher refers to a value of this computer: “${secret:OPENAI_API_KEY}”.'],
    ['script', 'javascript:alert(1) is not an https address, or contains a name or password.'],
  ] as const) {
    await results()
      .getByRole('button', { name: new RegExp(`evil/${name}`) })
      .click()
    await expect(about()).toContainText(reason)
    await expect(about().getByRole('button', { name: 'Add to my list' })).toBeHidden()
  }
  await search('weather')
  await results()
    .getByRole('button', { name: /u\{456\}/ })
    .click()
  await expect(about()).toContainText('it may imitate another')
  await results().getByRole('button', { name: /fe11s/ }).click()
  await expect(about()).toContainText('Its name looks like io.github.fells/weather, which is another server.')
  await expectAccessible(app().page)
})

test('a bundle is downloaded when a person agrees, can be cancelled, and is inspected before it is added', async () => {
  const { page } = app()
  const bundle = () => page.getByRole('dialog', { name: 'Open a bundle' })
  const files = () => registry.asked.filter((path) => path.endsWith('.mcpb'))
  await search('merrow/lamp')
  await tabTo(page, /merrow\/lamp/, 'button')
  await page.keyboard.press('Enter')
  await expect(about()).toContainText(`${registry.address}/lamp.mcpb`)
  await expect(about()).toContainText(sha256Of(LAMP))
  await expectAccessible(page)
  expect(files()).toEqual([])

  registry.behave({ isSlow: true })
  await tabTo(page, 'Download and look', 'button')
  await page.keyboard.press('Enter')
  await expect(about().getByRole('progressbar', { name: 'Download of the bundle' })).toHaveAttribute('value', /[1-9]/)
  await expect(about().getByRole('status')).toContainText('Downloading from 127.0.0.1')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(about().getByRole('button', { name: 'Download and look' })).toBeFocused()
  await expect.poll(() => registry.abandoned).toContain('/lamp.mcpb')

  registry.behave({})
  await page.keyboard.press('Enter')
  await expect(bundle()).toContainText('Merrow Lamps')
  await page.keyboard.press('Escape')
  await expect(bundle()).toBeHidden()
  await expect(about().getByRole('button', { name: 'Download and look' })).toBeFocused()
  await page.keyboard.press('Enter')
  await bundle().getByLabel('Key').focus()
  await page.keyboard.type('k-123456')
  await page.keyboard.press('Enter')
  await expect(sheet()).toBeHidden()
  await expect(panel().getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('lamp')
  await expect(panel()).toContainText('Not agreed yet')
})

test('a bundle that is missing, replaced or hostile is refused in one sentence', async () => {
  await panel().getByRole('button', { name: 'Find…' }).click()
  await search('merrow')
  for (const [name, reason] of [
    ['gone', /^The bundle was not opened: 127\.0\.0\.1:\d+ answered with status 404\.$/],
    ['swapped', /sent another file than the registry describes: its SHA-256 is [0-9a-f]{64}, not [0-9a-f]{64}\.$/],
    ['outside', /its “\.\.\/evil\.js” leads out of the bundle\.$/],
  ] as const) {
    await results()
      .getByRole('button', { name: new RegExp(`merrow/${name}`) })
      .click()
    await about().getByRole('button', { name: 'Download and look' }).click()
    await expect(about().getByRole('alert')).toHaveText(reason)
  }
  await expectAccessible(app().page)
})

test('five hundred servers are loaded page by page, and the focus moves to the first new one', async () => {
  const { page } = app()
  await search('many')
  await expect(results().getByRole('status')).toContainText('50 servers, and there are more.')
  await tabTo(page, 'Load more', 'button')
  await page.keyboard.press('Enter')
  await expect(results().getByRole('button', { name: /server-50\b/ })).toBeFocused()
  for (let pages = 2; pages < 10; pages++) await results().getByRole('button', { name: 'Load more' }).click()
  await expect(results().getByRole('status')).toContainText('500 servers.')
  await expect(results().getByRole('button', { name: 'Load more' })).toBeHidden()
})

test('a slow registry can be cancelled; one that is empty, wrong or down is reported', async () => {
  const { page } = app()
  registry.behave({ isSlow: true })
  await search('weather')
  await expect(results().getByRole('status')).toContainText(`Asking ${new URL(registry.address).host}…`)
  await tabTo(page, 'Cancel', 'button')
  await page.keyboard.press('Enter')
  await expect(results().getByRole('status')).toContainText('Search cancelled.')
  await expect.poll(() => registry.abandoned).toContain('/v0.1/servers')

  registry.behave({})
  await search('no such thing')
  await expect(results().getByRole('status')).toContainText('No server name contains “no such thing”.')
  registry.behave({ body: '<html>' })
  await search('weather')
  await expect(results().getByRole('alert')).toContainText('sent something other than a list of servers')
  await expectAccessible(page)
  registry.behave({})
  await results().getByRole('button', { name: 'Try again' }).click()
  await expect(results().getByRole('status')).toContainText('3 servers.')
  await registry.close()
  await search('weather')
  await expect(results().getByRole('alert')).toContainText('refuses connections')
})
