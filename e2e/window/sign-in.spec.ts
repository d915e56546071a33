import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acts, calls, type ScriptedEndpoint, startScriptedEndpoint } from '../../src-main/llm/scripted-endpoint.testkit'
import { type SignInPeers, startSignInPeers } from '../../src-main/mcp/tests/sign-in-peers.testkit'
import { expectAccessible } from '../kit/accessibility'
import { button, expect, startModel, test, useApp, useClosing } from '../kit/launch-app'

/** A sign-in to an MCP server in a tab of the browser, with a separate authorization server. */
const app = useApp({ settings: '[orchestrator]\nmax_turns_per_episode = 2\n' })
const atEnd = useClosing()
const panel = () => app().page.getByRole('dialog', { name: 'MCP servers' })
/** All messages that the window received. */
const received: string[] = []
let peers: SignInPeers
let endpoint: ScriptedEndpoint

test.beforeAll(async () => {
  peers = await startSignInPeers()
  atEnd(() => peers.close())
  let request = 0
  endpoint = await startScriptedEndpoint(() =>
    request++ % 2 === 0 ? calls({ name: 'signed__repeat', arguments: '{}' }) : acts('look'),
  )
  atEnd(() => endpoint.close())
  writeFileSync(app().mcpConfig, JSON.stringify({ mcpServers: { signed: { url: peers.resource } } }))
  const { page } = app()
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))))
  await page.reload()
})

/** Opens the sign-in page in a tab. */
async function openSignIn() {
  const opened = app().page.waitForEvent('popup')
  await app().page.getByRole('link', { name: 'Open the page' }).click()
  return opened
}

test('an episode waits for a sign-in, which the window performs, and continues', async () => {
  const { page, dataFolder } = app()
  await startModel(page, endpoint.baseUrl)
  const bar = page.getByRole('banner')
  await expect(bar).toContainText(`it wants a person to sign in at ${new URL(peers.issuer).host}`)
  await expectAccessible(page)
  await button(page, 'Sign in and continue').click()
  const tab = await openSignIn()
  await tab.getByPlaceholder('Enter any login').fill('player')
  await tab.getByPlaceholder('and password').fill('xyzzy')
  await tab.getByRole('button', { name: 'Sign-in' }).click()
  await tab.getByRole('button', { name: 'Continue' }).click()
  await expect(tab.getByText('ZorkGPT has received the answer of the sign-in.')).toBeVisible()
  await tab.close()
  await expect(bar.getByText('Turn limit')).toBeVisible()
  await expect(bar).not.toContainText('sign in')

  // The server repeats its token, a JSON Web Token, in each answer.
  const files = readdirSync(dataFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const written = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')).join('\n')
  expect(written).toContain('Bearer •••')
  expect(written).not.toMatch(/eyJ[\w-]{10,}\.eyJ/)
  expect(received.join('\n')).toContain('Bearer •••')
  expect(received.join('\n')).not.toMatch(/eyJ[\w-]{10,}\.eyJ/)
})

test('the page of the server shows where the person is signed in, signs out, and reports a refused sign-in', async () => {
  const { page } = app()
  await button(page, 'MCP servers').click()
  await expect(panel().getByText(`Signed in to ${new URL(peers.issuer).host} since`)).toBeVisible()
  await expectAccessible(page)
  await panel().getByRole('button', { name: 'Sign out' }).click()
  await expect(panel().getByText('Signed in to')).toBeHidden()
  await panel().getByRole('button', { name: 'Test connection' }).click()
  await expect(panel().getByRole('button', { name: /^signed/ })).toContainText('Sign-in needed')
  await panel().getByRole('button', { name: 'Sign in', exact: true }).click()
  const tab = await openSignIn()
  await tab.getByRole('link', { name: /Cancel/ }).click()
  await expect(panel().getByRole('alert').first()).toContainText('refused the sign-in')
  await expectAccessible(page)
})
