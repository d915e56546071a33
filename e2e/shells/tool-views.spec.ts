import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FrameLocator } from '@playwright/test'
import { root } from '../../build/scripts/outputs.mjs'
import { acts, calls, type ScriptedEndpoint, startScriptedEndpoint } from '../../src-main/llm/scripted-endpoint.testkit'
import { expectAccessible } from '../kit/accessibility'
import { eventsOf, expect, region, startModel, test, useApp, useClosing } from '../kit/launch-app'

/** Views of tools (MCP Apps): one of the protocol's own library, and three that try to harm the window. */
const app = useApp({ settings: '[orchestrator]\nmax_turns_per_episode = 4\n' })
const atEnd = useClosing()
const TOOLS = ['forecast', 'trap', 'flood', 'spin']
/** No action is repeated, because the guard would ask for another one. */
const ACTIONS = ['look', 'inventory', 'wait', 'north']
const inspector = () => region(app().page, 'Turn inspector')
const view = (tool: string) => app().page.getByRole('region', { name: `View of ${tool} from weather` })
const frameOf = (tool: string): FrameLocator => app().page.frameLocator(`iframe[title="View of ${tool} from weather"]`)
/** Every request that reached the foreign server. */
const reached: string[] = []
let endpoint: ScriptedEndpoint
let foreign: Server

test.beforeAll(async () => {
  foreign = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.setHeader('Access-Control-Allow-Origin', '*').end('alert(1)')
  })
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
  atEnd(() => new Promise<void>((resolve) => foreign.close(() => resolve())))
  let request = 0
  endpoint = await startScriptedEndpoint(() => {
    const turn = Math.floor(request / 2)
    return request++ % 2 === 0
      ? calls({ name: `weather__${TOOLS[turn]}`, arguments: '{"place":"Attic"}' })
      : acts(ACTIONS[turn] ?? 'wait')
  })
  atEnd(() => endpoint.close())
  const { port } = foreign.address() as AddressInfo
  const args = [join(root, 'src-main/mcp/tests/app-server.testkit.ts'), `http://127.0.0.1:${port}/`]
  writeFileSync(app().mcpConfig, JSON.stringify({ mcpServers: { weather: { command: 'node', args } } }))
})

/** Opens the view of the only call of a tool. */
async function open(tool: string) {
  const { page } = app()
  await inspector().getByRole('tab', { name: 'Calls' }).click()
  const whole = inspector().getByRole('button', { name: 'Whole episode' })
  if ((await whole.getAttribute('aria-pressed')) !== 'true') await whole.click()
  const tools = inspector().getByRole('combobox', { name: 'Server and tool' })
  const option = tools.getByRole('option', { name: new RegExp(`^weather · ${tool}`) })
  await tools.selectOption({ label: await option.innerText() })
  await inspector().getByRole('listitem').first().getByText(`weather · ${tool}`).click()
  await inspector().getByRole('button', { name: 'Show view' }).last().click()
  await expect(view(tool)).toBeVisible()
  return page
}

test('the view of a call shows its arguments and result, and calls a tool only if the user allows it', async () => {
  const { page, dataFolder } = app()
  await startModel(page, endpoint.baseUrl, { answer: 'Agree and start' })
  await expect(page.getByRole('banner').getByText('Turn limit')).toBeVisible()
  const logged = eventsOf(dataFolder).length
  expect(eventsOf(dataFolder).find(({ event_type }) => event_type === 'mcp_tool_call')).toMatchObject({
    view: 'ui://weather/forecast.html',
  })

  await open('forecast')
  const frame = frameOf('forecast')
  await expect(frame.getByText('Place: Attic')).toBeVisible()
  await expect(frame.getByText('Clear, 21')).toBeVisible()
  await expectAccessible(page)
  await frame.getByRole('button', { name: 'Ask again' }).click()
  await expect(frame.getByText(/has not allowed this view/)).toBeVisible()

  await view('forecast').getByRole('switch', { name: 'Let it call tools' }).click()
  await frame.getByRole('button', { name: 'Ask again' }).click()
  await expect(frame.getByText('Black')).toBeVisible()
  await expect(view('forecast')).toContainText('It has made 1 call.')
  expect(eventsOf(dataFolder)).toHaveLength(logged)

  // Only the person opens a page, after seeing its address.
  await frame.getByRole('button', { name: 'Open page' }).click()
  const question = page.getByRole('dialog', { name: 'Address from a server' })
  await expect(question).toContainText('https://weather.example/moon')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Refuse' }).click()
  await expect(frame.getByText('no', { exact: true })).toBeVisible()
  await inspector().getByRole('button', { name: 'Hide view' }).click()
  await expect(view('forecast')).toBeHidden()
})

test('a hostile view reaches neither window, storage nor network', async () => {
  const { page } = app()
  const address = page.url()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => (dialogs.push(dialog.message()), void dialog.dismiss()))
  await open('trap')
  await expect(
    view('trap').getByRole('switch', { name: 'Let it connect to https://weather.example' }),
  ).not.toBeChecked()
  const tried = frameOf('trap').getByRole('listitem')
  await expect(tried.filter({ hasText: 'end: reached' })).toBeVisible()
  const lines = await tried.allInnerTexts()
  expect(lines.filter((line) => line.endsWith('DONE'))).toEqual([])
  for (const what of [
    'parent document',
    'storage',
    'cookie',
    'fetch',
    'own host',
    'socket',
    'picture',
    'script',
    'worker',
  ])
    expect(lines).toContain(`${what}: refused`)
  for (const what of ['popup', 'top navigation', 'connection']) expect(lines).toContain(`${what}: refused`)
  const inner = lines.filter((line) => line.startsWith('inner connection'))
  expect(inner).toHaveLength(8)
  expect(inner.filter((line) => !line.endsWith(': refused'))).toEqual([])
  // The view's frame cannot navigate either: the browser shows an error in its place.
  await frameOf('trap').getByRole('button', { name: 'Leave' }).click()
  await expect(tried).toHaveCount(0)
  expect(reached).toEqual([])
  expect(dialogs).toEqual([])
  expect(page.url()).toBe(address)
  await expect(inspector().getByRole('button', { name: 'Hide view' })).toBeVisible()
  await inspector().getByRole('button', { name: 'Hide view' }).click()
})

test('a view that floods the window is stopped', async () => {
  const { page } = app()
  await open('flood')
  await expect(view('flood').getByRole('alert')).toContainText('sent too many messages')
  await expect(page.locator('iframe')).toHaveCount(0)
  await view('flood').getByRole('button', { name: 'Show it again' }).click()
  await expect(view('flood').getByRole('alert')).toContainText('sent too many messages')
  expect(app().pageErrors).toEqual([])
})

test('a view whose script never ends does not block the window', async () => {
  const { page } = app()
  await open('spin')
  await expect(page.locator('iframe')).toBeVisible()
  // Longer than the view's script waits before it begins.
  await page.waitForTimeout(1000)
  await inspector().getByRole('button', { name: 'Hide view' }).click()
  await expect(view('spin')).toBeHidden()
  expect(app().pageErrors).toEqual([])
})
