import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../build/scripts/outputs.mjs'
import { expectAccessible } from '../kit/accessibility'
import { button, eventsOf, expect, region, test, useApp } from '../kit/launch-app'

/** Programs added to mcp_config.json outside the window: in an editor, by a synced folder, by another process. */
const EVERYTHING = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')

const app = useApp()
const sheet = (name: string) => app().page.getByRole('dialog', { name })
const question = () => sheet('Run a new program?')
const answer = (name: string) => question().getByRole('button', { name, exact: true })
const row = (name: string) =>
  app()
    .page.getByRole('dialog', { name: 'MCP servers' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
const agreedFolder = () => join(dirname(app().mcpConfig), 'zorkgpt', 'agreed-programs')
async function start() {
  await button(app().page, 'New episode').click()
  await sheet('New episode').getByRole('button', { name: 'Start', exact: true }).click()
}

function addServer(name: string, entry: unknown) {
  const config = JSON.parse(readFileSync(app().mcpConfig, 'utf8')) as { mcpServers: Record<string, unknown> }
  writeFileSync(app().mcpConfig, JSON.stringify({ mcpServers: { ...config.mcpServers, [name]: entry } }))
}

test('a start shows what would be run and where it comes from, and going back starts nothing', async () => {
  addServer('lamp', { command: 'node', args: [EVERYTHING], env: { LAMP_KEY: 'brass-lantern', SHADE: 'green' } })
  await start()
  await expect(question()).toContainText(`“lamp”, from ${app().mcpConfig}`)
  const launch = question().getByRole('group', { name: 'What will be executed' })
  await expect(launch).toContainText(EVERYTHING)
  await expect(launch).toContainText(`in ${dirname(app().mcpConfig)}`)
  await expect(launch.getByRole('list', { name: 'with the variables' }).getByRole('listitem')).toHaveText([
    'LAMP_KEY=•••',
    'SHADE=green',
  ])
  await expect(answer('Cancel')).toBeFocused()
  await expectAccessible(app().page)
  await app().page.keyboard.press('Escape')
  await expect(question()).toBeHidden()
  await expect(sheet('New episode')).toBeVisible()
  expect(existsSync(agreedFolder())).toBe(false)
})

test('without agreement, the episode uses only the other servers', async () => {
  await sheet('New episode').getByRole('button', { name: 'Start', exact: true }).click()
  await answer('Start without it').click()
  await expect(sheet('New episode')).toBeHidden()
  const sessions = () => eventsOf(app().dataFolder).filter(({ event_type }) => event_type === 'mcp_session_started')
  await expect.poll(sessions).toContainEqual(
    expect.objectContaining({
      servers: [
        expect.objectContaining({ name: 'thoughtbox', state: 'ready' }),
        expect.objectContaining({ name: 'lamp', state: 'disabled', error: expect.stringContaining('agreed') }),
      ],
    }),
  )
  expect(existsSync(agreedFolder())).toBe(false)
  await button(app().page, 'Stop').click()
})

test('a program without agreement is reported by the panel, skipped by the test of all servers, and asked about at the next start', async () => {
  await button(app().page, 'MCP servers').click()
  await expect(row('lamp')).toContainText('Not agreed yet')
  await button(app().page, 'Test all').click()
  await expect(
    app().page.getByText('1 of 1 server answered. 1 needs your agreement: test it to be asked.'),
  ).toBeVisible()
  await row('lamp').click()
  await expect(app().page.getByText('Not agreed yet. You are asked before it runs.')).toBeVisible()
  await expectAccessible(app().page)
  await button(app().page, 'Close').click()
  await start()
  await expect(question()).toBeVisible()
})

test('the user agrees by keyboard, the server starts, and later starts do not ask again', async () => {
  const { page } = app()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(answer('Agree and start')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet('New episode')).toBeHidden()
  expect(readdirSync(agreedFolder())).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  // A turn starts when its servers are ready.
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 1', exact: true })).toBeVisible()
  await button(page, 'Stop').click()
  await button(page, 'MCP servers').click()
  await expect(row('lamp')).toContainText(/\d+\/\d+ tools/)
  await button(page, 'Close').click()
  await start()
  await expect(sheet('New episode')).toBeHidden()
  await expect(question()).toBeHidden()
  await button(page, 'Stop').click()
})

test('a program that was replaced counts as new, and the user can agree to it in the panel', async () => {
  addServer('lamp', { command: 'node', args: [EVERYTHING, 'stdio'] })
  await button(app().page, 'MCP servers').click()
  await expect(row('lamp')).toContainText('Not agreed yet')
  await row('lamp').click()
  await button(app().page, 'Agree').click()
  await expect(row('lamp')).not.toContainText('Not agreed yet')
  await button(app().page, 'Test connection').click()
  await expect(app().page.getByText(/Connected: \d+ tools\./)).toBeVisible()
  await button(app().page, 'Withdraw').click()
  await expect(row('lamp')).toContainText('Not agreed yet')
  expect(app().pageErrors).toEqual([])
})

test('a file of variables is shown with its name, its hash and the variables that affect programs, and a change asks again', async () => {
  const { page } = app()
  const file = join(dirname(app().mcpConfig), 'lamp.env')
  writeFileSync(file, 'WICK=cotton\nNODE_OPTIONS=--no-warnings\n')
  addServer('lamp', {
    command: 'node',
    args: [EVERYTHING, 'left\u202etfel\n', '--token', '/tmp/other.js'],
    env: { LAMP_TOKEN: '/tmp/other.js' },
    envFile: 'lamp.env',
  })
  await button(page, 'Close').click()
  await start()
  const launch = question().getByRole('group', { name: 'What will be executed' })
  await expect(launch).toContainText(String.raw`'left\u{202e}tfel\u{a}' --token /tmp/other.js`)
  const variables = launch
    .getByRole('list', { name: new RegExp(`^with the variables of ${file}, as it is now \\(SHA-256 [0-9a-f]{64}\\)$`) })
    .getByRole('listitem')
  await expect(variables).toHaveText(['NODE_OPTIONS=--no-warningscontrols what is loaded or run', 'WICK'])
  await expectAccessible(page)
  await answer('Agree and start').click()
  await expect(sheet('New episode')).toBeHidden()
  await button(page, 'Stop').click()
  writeFileSync(file, 'WICK=cotton\nNODE_OPTIONS=--import=/tmp/evil.js\n')
  await start()
  await expect(launch).toContainText('NODE_OPTIONS=--import=/tmp/evil.js')
  await page.keyboard.press('Escape')
  expect(app().pageErrors).toEqual([])
})
