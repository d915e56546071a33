import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { root } from '../../build/scripts/outputs.mjs'
import { button, expect, test, useApp, useClosing } from '../kit/launch-app'
import { personAt } from '../kit/person'

const EVERYTHING = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')

const app = useApp()
const atEnd = useClosing()
const panel = () => app().page.getByRole('dialog', { name: 'MCP servers', exact: true })
const inPanel = (name: string) => panel().getByRole('button', { name, exact: true })
const inSheet = (sheet: string, name: string) =>
  app().page.getByRole('dialog', { name: sheet }).getByRole('button', { name, exact: true })
/** Saves, and waits until the sheet is closed, because it gets the keys until then. */
const save = async (person: ReturnType<typeof personAt>) => {
  await person.click(inPanel('Save…'))
  await person.click(inSheet('Save mcp_config.json', 'Save'))
  await expect(app().page.getByRole('dialog', { name: 'Save mcp_config.json' })).toBeHidden()
}
const command = () => panel().getByRole('textbox', { name: 'Command', exact: true })
interface OnDisk {
  readonly mcpServers: {
    readonly lamp?: { readonly command: string }
    readonly form?: { readonly command: string; readonly args: readonly string[] }
    readonly tides?: object
  }
}
const onDisk = () => (JSON.parse(readFileSync(app().mcpConfig, 'utf8')) as OnDisk).mcpServers
const commandOnDisk = () => onDisk().lamp?.command

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
  await save(person)
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

test('an error in JSON is reported with its place, until it is undone: 5 steps', async () => {
  const person = personAt(app().page)
  await person.click(panel().getByRole('tab', { name: 'JSON' }))
  await person.click(panel().getByRole('textbox'))
  await person.press('ControlOrMeta+End')
  await person.type('}')
  const problems = panel().getByRole('list', { name: 'Problems' })
  await expect(problems).toContainText(/Line \d+, column \d+/)
  await expect(inPanel('Save…')).toHaveAttribute('aria-disabled', 'true')
  await person.press('ControlOrMeta+z')
  await expect(problems).toBeHidden()
  expect(person.steps).toBe(5)
  await panel().getByRole('tab', { name: 'Form' }).click()
})

/** Starts an MCP server over HTTP that requires a key. Resolves to its address. */
async function serveTides(key: string): Promise<string> {
  const server = createServer((request, response) => {
    if (request.headers['x-api-key'] !== key) return void response.writeHead(401).end()
    if (request.method !== 'POST') return void response.writeHead(405).end()
    request.setEncoding('utf8').once('data', (text: string) => {
      const { id, method, params } = JSON.parse(text) as { id?: number; method: string; params?: object }
      const results: Readonly<Record<string, object>> = {
        initialize: { ...params, capabilities: { tools: {} }, serverInfo: { name: 'tides', version: '1' } },
        'tools/list': { tools: [{ name: 'tide', inputSchema: { type: 'object' } }] },
      }
      if (id === undefined) return void response.writeHead(202).end()
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }))
    })
  }).listen(0, '127.0.0.1')
  atEnd(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

test('a server over HTTP is added by the form, with a secret in a header: 15 steps', async () => {
  const url = await serveTides('low-tide-17')
  const person = personAt(app().page)
  await person.click(inPanel('Add server'))
  await person.type('tides')
  await person.choose(panel().getByLabel('Transport'), 'Streamable HTTP')
  await person.click(panel().getByRole('textbox', { name: 'URL' }))
  await person.type(url)
  await person.click(panel().getByRole('textbox', { name: 'Name of a new header' }))
  await person.type('X-Api-Key')
  await person.press('Enter')
  await expect(panel().getByRole('textbox', { name: 'Value of X-Api-Key' })).toBeFocused()
  await person.click(panel().getByRole('button', { name: /X-Api-Key.*secret/ }))
  await person.type('low-tide-17')
  await person.press('Enter')
  await expect(panel()).toContainText('is stored')
  await person.click(inPanel('Test connection'))
  await person.click(
    app()
      .page.getByRole('dialog')
      .getByRole('button', { name: /^Agree and/ }),
  )
  await expect(panel()).toContainText('Connected: 1 tool.')
  await save(person)
  await expect.poll(() => JSON.stringify(onDisk().tides)).toMatch(/"X-Api-Key":"\$\{secret:\w+\}"/)
  expect(readFileSync(app().mcpConfig, 'utf8')).not.toContain('low-tide-17')
  expect(person.steps).toBe(15)
})

test('a program is added by the form, from its command line, tested and saved: 10 steps', async () => {
  const { page } = app()
  await page.keyboard.press('Escape')
  await expect(panel()).toBeHidden()
  const person = personAt(page)
  await person.click(button(page, 'MCP servers'))
  await person.click(inPanel('Add server'))
  await person.type('form')
  await person.click(command())
  await person.type(`node ${EVERYTHING} stdio`)
  await person.click(inPanel('Split into command and arguments'))
  await expect(command()).toHaveValue('node')
  await person.click(inPanel('Test connection'))
  const agreement = page.getByRole('dialog', { name: 'Run this program?' })
  await expect(agreement).toContainText(EVERYTHING)
  await person.click(agreement.getByRole('button', { name: 'Agree and run' }))
  await expect(panel()).toContainText(/Connected: \d+ tools\./)
  await save(person)
  await expect.poll(() => onDisk().form).toMatchObject({ command: 'node', args: [EVERYTHING, 'stdio'] })
  expect(person.steps).toBe(10)
  expect(app().pageErrors).toEqual([])
})
