import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/scripts/outputs.mjs'
import { expectAccessible } from '../kit/accessibility'
import { button, expect, test, useApp } from '../kit/launch-app'

/** A server asks the user to open an address, and reports when the user is done there. */
const app = useApp()
const shop = {
  command: 'node',
  args: [join(root, 'src-main/mcp/tests/scripted-server.testkit.ts')],
  allowElicitation: true,
  timeoutMs: 3000,
}
const panel = () => app().page.getByRole('dialog', { name: 'MCP servers', exact: true })
const inPanel = (name: string) => panel().getByRole('button', { name, exact: true })
const waiting = () => app().page.getByRole('dialog', { name: 'Waiting for you' })
const tool = () => panel().getByRole('article', { name: 'pay' })

/** Starts an episode that calls `pay`, and opens the address. */
async function pay(ms: number, reports: boolean) {
  const { page } = app()
  await tool().getByRole('textbox', { name: 'ms' }).fill(String(ms))
  await tool()
    .getByRole('combobox', { name: 'reports' })
    .selectOption(reports ? 'Yes' : 'No')
  await inPanel('Call pay').click()
  await page
    .getByRole('dialog', { name: 'Address from a server' })
    .getByRole('button', { name: 'Open the page' })
    .click()
}

test('the sheet waits for the person, and closes when the server reports that they are done', async () => {
  const { page } = app()
  writeFileSync(app().mcpConfig, JSON.stringify({ mcpServers: { shop } }))
  await button(page, 'MCP servers').click()
  await panel().getByRole('tab', { name: 'Tools' }).click()
  await inPanel('List tools').click()
  await page.getByRole('button', { name: 'Agree and run' }).click()
  await inPanel('Try pay').click()
  await pay(4000, true)
  await expect(waiting().getByRole('status')).toContainText('You opened this page at pay.example')
  await expect(waiting().getByRole('button', { name: 'Do not wait' })).toBeFocused()
  await expectAccessible(page)
  await expect(waiting()).toBeHidden()
  await expect(tool()).toContainText('paid')
})

test('the person may continue before the server reports, and then the time limit of the call continues', async () => {
  await pay(60_000, true)
  await waiting().getByRole('button', { name: 'Continue' }).click()
  await expect(waiting()).toBeHidden()
  await expect(panel().getByRole('region', { name: 'Result of pay' })).toContainText('No answer within 3 s')
  expect(app().pageErrors).toEqual([])
})
