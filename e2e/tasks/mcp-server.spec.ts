import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/scripts/outputs.mjs'
import { button, expect, test, useApp } from '../kit/launch-app'
import { personAt } from '../kit/person'

const EVERYTHING = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')

const app = useApp()
const panel = () => app().page.getByRole('dialog', { name: 'MCP servers', exact: true })
const inPanel = (name: string) => panel().getByRole('button', { name, exact: true })
const inSheet = (sheet: string, name: string) =>
  app().page.getByRole('dialog', { name: sheet }).getByRole('button', { name, exact: true })
const command = () => panel().getByRole('textbox', { name: 'Command', exact: true })
const commandOnDisk = () =>
  (JSON.parse(readFileSync(app().mcpConfig, 'utf8')) as { mcpServers: { lamp?: { command: string } } }).mcpServers.lamp
    ?.command

test('an MCP server is added from a snippet, tested and saved: 8 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.click(button(page, 'MCP servers'))
  await person.click(inPanel('Import…'))
  await person.type(JSON.stringify({ mcpServers: { lamp: { command: 'node', args: [EVERYTHING] } } }))
  await person.click(inSheet('Import servers', 'Add 1 server'))
  await person.click(inPanel('Test connection'))
  await person.click(inSheet('Run this program?', 'Agree and run'))
  await expect(panel()).toContainText(/Connected: \d+ tools\./)
  await person.click(inPanel('Save…'))
  await person.click(inSheet('Save mcp_config.json', 'Save'))
  await expect.poll(commandOnDisk).toBe('node')
  expect(person.steps).toBe(8)
})

test('a server that no longer starts shows the reason, and is repaired there: 3 steps to break it, 3 to repair it', async () => {
  const person = personAt(app().page)
  await person.click(command(), { clickCount: 3 })
  await person.type('no-such-program')
  await person.press('Enter')
  const what = panel().getByRole('group', { name: 'What will be executed' })
  await expect(what).toContainText("'no-such-program' was not found")
  expect(person.steps).toBe(3)

  await person.click(command(), { clickCount: 3 })
  await person.type('node')
  await expect(what).not.toContainText('was not found')
  await person.click(inPanel('Test connection'))
  await expect(panel()).toContainText(/Connected: \d+ tools\./)
  expect(person.steps).toBe(6)
  expect(commandOnDisk()).toBe('node')
  expect(app().pageErrors).toEqual([])
})
