import { readFileSync } from 'node:fs'
import { button, expect, test, useApp } from './launch-app'

const app = useApp()
const panel = () => app().page.getByRole('dialog', { name: 'MCP servers' })

test('the panel shows the bundled server, that it answers, and its tool', async () => {
  await button(app().page, 'MCP servers').click()
  await expect(panel()).toContainText('thoughtbox')
  await button(app().page, 'Test connections').click()
  const server = panel().getByRole('article', { name: 'thoughtbox' })
  await expect(panel().getByRole('status').first()).toHaveText('1 of 1 server answered.')
  await expect(server).toContainText(/connected in \d+/)
  await expect(server).toContainText('think')
})

test('JSON that is not valid is told with its place, and cannot be saved', async () => {
  const before = readFileSync(app().mcpConfig, 'utf8')
  await writeEditor('{ "mcpServers": { "broken": ')
  await expect(panel().getByText(/line \d+/i).first()).toBeVisible()
  await expect(button(app().page, 'Save')).toBeDisabled()
  expect(readFileSync(app().mcpConfig, 'utf8')).toBe(before)
})

test('a valid change is saved to the file as it was typed', async () => {
  const text = readFileSync(app().mcpConfig, 'utf8').replace('"thoughtbox"', '"thinking"')
  await writeEditor(text)
  await button(app().page, 'Save').click()
  await expect.poll(() => readFileSync(app().mcpConfig, 'utf8')).toBe(text)
  await expect(panel()).toContainText('thinking')
  expect(app().pageErrors).toEqual([])
})

async function writeEditor(text: string): Promise<void> {
  const editor = panel().getByRole('textbox').first()
  await editor.click()
  await app().page.keyboard.press('ControlOrMeta+a')
  await app().page.keyboard.insertText(text)
}
