import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/scripts/outputs.mjs'
import { expectAccessible } from '../kit/accessibility'
import { button, expect, test, useApp } from '../kit/launch-app'

const ODD_SERVER = join(root, 'src-main/mcp/tests/odd-server.testkit.ts')
const erase = {
  name: 'erase',
  inputSchema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
  annotations: { destructiveHint: true },
}
/** A server whose only tool never answers. */
const odd = {
  command: 'node',
  args: [ODD_SERVER],
  env: {
    ODD_SCRIPT: JSON.stringify({
      'tools/list': `{"jsonrpc":"2.0","id":$ID,"result":${JSON.stringify({ tools: [erase] })}}`,
      'tools/call': '',
    }),
    WEATHER_API_KEY: 'k-123456',
  },
  timeoutMs: 500,
}

const app = useApp()
const panel = () => app().page.getByRole('dialog', { name: 'MCP servers' })
const inPanel = (name: string) => panel().getByRole('button', { name, exact: true })
const tab = (name: string) => panel().getByRole('tab', { name })
const field = (name: string) => panel().getByRole('textbox', { name, exact: true })
const server = (name: string) => panel().getByRole('button', { name: new RegExp(`^${name}`) })

test('a call without an answer is shown as the state of its server, and leads to the log at that call', async () => {
  writeFileSync(app().mcpConfig, JSON.stringify({ mcpServers: { odd } }, null, 2))
  await button(app().page, 'MCP servers').click()
  await tab('Tools').click()
  await inPanel('List tools').click()
  await app().page.getByRole('button', { name: 'Agree and run' }).click()
  const tool = panel().getByRole('article', { name: 'erase' })
  await expect(tool).toContainText('destructive')
  await inPanel('Try erase').click()
  await inPanel('Call erase').click()
  await expect(tool).toContainText('Required. An empty text can be sent as JSON.')
  await expectAccessible(app().page)
  await field('place').fill('attic')
  await inPanel('Call erase').click()
  await expect(panel().getByText('No answer within 0.5 s')).toHaveCount(1)
  await expect(server('odd')).toContainText('Last call failed')
  await inPanel('Dismiss test result').click()
  await tab('Form').click()
  await inPanel('Show the log').click()
  await expect(
    panel().getByRole('list', { name: 'Log of odd' }).getByText('no answer', { exact: true }),
  ).toBeInViewport()
  await expectAccessible(app().page)
})

test('a secret in plain text is moved to the secrets, and Revert undoes this after a question', async () => {
  await tab('JSON').click()
  await expect(panel().getByRole('list', { name: 'Problems in the text' })).toContainText(
    'odd: env has the secret WEATHER_API_KEY in plain text',
  )
  await inPanel('Move to secrets').click()
  await expect(panel().getByRole('textbox', { name: /^Text of / })).toContainText('${secret:ODD_WEATHER_API_KEY}')
  await expect(panel().getByRole('list', { name: 'Problems in the text' })).toBeHidden()
  await inPanel('Revert').click()
  await expectAccessible(app().page)
  await inPanel('Discard changes').click()
  await expect(panel().getByRole('textbox', { name: /^Text of / })).toContainText('k-123456')
})

test('a pasted command line is split', async () => {
  const { page } = app()
  await tab('Form').click()
  await inPanel('Add server').click()
  await field('Command').focus()
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, `node "${ODD_SERVER}" --verbose`)
  await expect(field('argument 2')).toHaveValue('--verbose')
  await expect(panel()).toContainText('The line was split into a command and 2 arguments.')
  await expectAccessible(page)
  expect(readFileSync(app().mcpConfig, 'utf8')).not.toContain('--verbose')
  expect(app().pageErrors).toEqual([])
})
