import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/scripts/outputs.mjs'
import { expectAccessible } from '../kit/accessibility'
import { button, eventsOf, expect, startExplorer, test, useApp } from '../kit/launch-app'

const EVERYTHING = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')

const app = useApp()
const panel = () => app().page.getByRole('dialog', { name: 'MCP servers' })
const inPanel = (name: string) => panel().getByRole('button', { name, exact: true })
const tab = (name: string) => panel().getByRole('tab', { name })
const field = (name: string) => panel().getByRole('textbox', { name, exact: true })
const sheet = (name: string) => app().page.getByRole('dialog', { name })
const server = (name: string) => panel().getByRole('button', { name: new RegExp(`^${name}`) })
const revert = async () => {
  await inPanel('Revert').click()
  await inPanel('Discard changes').click()
}
const onDisk = () => readFileSync(app().mcpConfig, 'utf8')
const serversOnDisk = () => (JSON.parse(onDisk()) as { mcpServers: Record<string, Record<string, unknown>> }).mcpServers

test('the panel shows the bundled server, its state and its tool', async () => {
  await button(app().page, 'MCP servers').click()
  await expect(server('thoughtbox')).toContainText('Not connected')
  await inPanel('Test all').click()
  await expect(panel()).toContainText('1 of 1 server answered.')
  await expect(server('thoughtbox')).toContainText('Answered')
  await expect(server('thoughtbox')).toContainText(/1\/\d/)
  await tab('Tools').click()
  await expect(panel().getByRole('article', { name: 'think' })).toContainText(/about \d+ tokens/)
  await expect(panel().getByRole('article', { name: 'think' })).not.toContainText('last episode')
})

test('a server added in the form is tested in its current form, before it is saved', async () => {
  await tab('Form').click()
  await inPanel('Add server').click()
  await field('Name').fill('lamp')
  await field('Name').press('Enter')
  await field('Command').fill('node')
  // The check of the command moves the button, and a click cannot hit a moving button.
  await expect(panel().getByRole('group', { name: 'What will be executed' })).toContainText('node')
  await inPanel('Add argument').click()
  await field('argument 1').fill(EVERYTHING)
  await expect(panel().getByRole('group', { name: 'What will be executed' })).toContainText(EVERYTHING)
  await inPanel('Test connection').click()
  await expect(sheet('Run this program?')).toContainText(EVERYTHING)
  await sheet('Run this program?').getByRole('button', { name: 'Agree and run' }).click()
  await expect(panel()).toContainText(/Connected: \d+ tools\./)
  await expect(panel().getByRole('region', { name: 'Connection test' })).toContainText(/Handshake[\d.]+ m?s.*MCP 20/)
  expect(Object.keys(serversOnDisk())).toEqual(['thoughtbox'])
})

test('a tool is tried with a form that is generated from its schema', async () => {
  await tab('Tools').click()
  await inPanel('Try get-sum').click()
  await panel().getByRole('textbox', { name: 'a', exact: true }).fill('2')
  await panel().getByRole('textbox', { name: 'b', exact: true }).fill('3')
  await inPanel('Call get-sum').click()
  await expect(panel().getByRole('region', { name: 'Result of get-sum' })).toContainText('5')
  await expectAccessible(app().page)
  await tab('Log').click()
  await expect(panel().getByRole('list', { name: 'Log of lamp' })).toContainText('tools/call')
})

test('a tool that is switched off is saved, after the change was shown', async () => {
  await tab('Tools').click()
  await panel().getByRole('switch', { name: 'Offer echo to the agent' }).uncheck()
  await inPanel('Save…').click()
  const save = sheet('Save mcp_config.json')
  await expect(save.getByRole('region', { name: 'Changes' })).toContainText('+       "disabledTools": ["echo"]')
  await save.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(save).toBeHidden()
  expect(serversOnDisk()).toMatchObject({ lamp: { command: 'node', args: [EVERYTHING], disabledTools: ['echo'] } })
  await expect(server('lamp')).toContainText(/12\/13 tools/)
})

test('an episode offers all tools of a server except for the one that is switched off', async () => {
  await inPanel('Close').click()
  await startExplorer(app().page)
  const offered = () =>
    eventsOf(app().dataFolder).flatMap((event) =>
      event.event_type === 'tools_offered'
        ? (event.tools as { function: { name: string } }[]).map((tool) => tool.function.name)
        : [],
    )
  await expect.poll(offered).toContain('lamp.get-sum')
  expect(offered()).not.toContain('lamp.echo')
  // A call is counted when its turn is complete.
  const isCounted = () => {
    const types = eventsOf(app().dataFolder).map((event) => event.event_type)
    return types.includes('mcp_tool_result') && types.indexOf('mcp_tool_result') < types.lastIndexOf('turn_completed')
  }
  await expect.poll(isCounted).toBe(true)
  await button(app().page, 'Stop').click()
  await button(app().page, 'MCP servers').click()
  await server('lamp').click()
  await tab('Tools').click()
  await expect(panel().getByRole('article', { name: 'get-sum' })).toContainText('not used in the last episode')
  await server('thoughtbox').click()
  await expect(panel().getByRole('article', { name: 'think' })).toContainText(/used \d+× in the last episode/)
})

test('a pasted snippet is previewed, and inserted into the draft', async () => {
  await inPanel('Import…').click()
  await sheet('Import servers')
    .getByRole('textbox', { name: 'Paste a snippet' })
    .fill(
      '{ "mcpServers": { "weather": { "command": "no-such-program", "args": ["-y", "@h/weather"], "env": { "WEATHER_API_KEY": "k-123456" } } } }',
    )
  await expect(sheet('Import servers').getByRole('region', { name: /^Entry of weather/ })).toContainText(
    '${secret:WEATHER_API_KEY}',
  )
  await sheet('Import servers').getByRole('button', { name: 'Add 1 server' }).click()
  await tab('Form').click()
  await expect(field('Command')).toHaveValue('no-such-program')
  await expect(panel()).toContainText('Secret WEATHER_API_KEY is stored.')
})

test('a variable is saved as a secret: the file contains its name, the store its value', async () => {
  await field('Name of a new variable').fill('CITY_TOKEN')
  await inPanel('Add variable').click()
  await inPanel('Store CITY_TOKEN as a secret').click()
  await expect(field('Value of CITY_TOKEN')).toHaveValue('${secret:WEATHER_CITY_TOKEN}')
  const launch = panel().getByRole('group', { name: 'What will be executed' })
  await expect(panel()).toContainText('Secret WEATHER_CITY_TOKEN is not stored yet.')
  await expect(launch).toHaveCount(0)
  await panel().getByLabel('Value of the secret WEATHER_CITY_TOKEN').fill('t-654321')
  await inPanel('Store value').last().click()
  await expect(panel()).toContainText('Secret WEATHER_CITY_TOKEN is stored.')
  await expect(launch).toBeVisible()
})

test('a server whose command is missing is reported in the form, and cannot be agreed to', async () => {
  await expect(panel().getByRole('group', { name: 'What will be executed' })).toContainText(
    "'no-such-program' was not found",
  )
  await inPanel('Test connection').click()
  const question = sheet('Run this program?')
  await expect(question).toContainText("'no-such-program' was not found")
  await expect(question).toContainText('Correct the entry and test again')
  await expect(question.getByRole('button', { name: 'Agree and run' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(app().page)
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
})

test('a missing working folder is reported at its field', async () => {
  await field('Working folder').fill(join(root, 'no-such-folder'))
  await field('Working folder').blur()
  await expect(panel().getByText('This folder does not exist.')).toBeVisible()
  await expect(field('Working folder')).toHaveAccessibleDescription(
    'Folder that the program runs in; empty for the folder of this file. This folder does not exist.',
  )
  await expectAccessible(app().page)
  await field('Working folder').fill('')
  await expect(panel().getByText('This folder does not exist.')).toBeHidden()
})

test('changes of another program are merged, or offered where both changed the same part', async () => {
  const write = (change: (servers: Record<string, Record<string, unknown>>) => void) => {
    const servers = serversOnDisk()
    change(servers)
    writeFileSync(app().mcpConfig, JSON.stringify({ mcpServers: servers }, null, 2))
  }
  write((servers) => Object.assign(servers.lamp ?? {}, { description: 'theirs' }))
  await expect(panel()).toContainText('Another program changed lamp. Your text now includes these changes.')
  await expect(server('weather')).toBeVisible()

  await server('thoughtbox').click()
  await field('Working folder').fill('/tmp')
  write((servers) => Object.assign(servers.thoughtbox ?? {}, { cwd: '/var' }))
  const conflict = panel().getByRole('region', { name: 'Changes by another program' })
  await expect(conflict.getByRole('region', { name: 'thoughtbox: on disk' })).toContainText('/var')
  await expect(conflict.getByRole('region', { name: 'thoughtbox: yours' })).toContainText('/tmp')
  await expectAccessible(app().page)
  await inPanel('Take theirs').click()
  await expect(field('Working folder')).toHaveValue('/var')
  expect(serversOnDisk().weather).toBeUndefined()
})

test('a server is removed, restored, cloned, renamed and switched off', async () => {
  await server('weather').click()
  await inPanel('Remove weather').click()
  await expect(server('weather')).toBeHidden()
  await inPanel('Undo').click()
  await server('weather').click()
  await inPanel('Duplicate weather').click()
  await expect(field('Name')).toHaveValue('weather-2')
  await panel().getByRole('switch', { name: 'Use weather-2' }).uncheck()
  await expect(server('weather-2')).toContainText('Off')
  await field('Name').fill('weather')
  await expect(panel()).toContainText('This name is already used.')
  await field('Name').press('Escape')
  await revert()
  await expect(server('weather')).toBeHidden()
})

test('completions are offered while JSON is typed, and a key has a description', async () => {
  const { page } = app()
  await tab('JSON').click()
  const text = panel().getByRole('textbox', { name: /^Text of / })
  await text.click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('{ "mcpServers": { "lantern": { "com')
  const offers = panel().getByRole('listbox', { name: 'Completions' })
  await expect(offers.getByRole('option', { name: 'command' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('${ZO')
  await offers.getByRole('option', { name: '${ZORKGPT_APP}' }).click()
  await expect(text).toContainText('"lantern": { "command": "${ZORKGPT_APP}"')
  // Repeated, because a check of the text may redraw the line; the editor then forgets the pointer over it.
  await expect(async () => {
    await text.hover({ position: { x: 4, y: 4 } })
    await panel().getByText('"command"').first().hover()
    await expect(panel().getByText(/^A program on the PATH/)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.keyboard.press('$')
  await expect(offers).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(offers).toBeHidden()
  await expect(text).toBeFocused()
  await revert()
})

test('JSON that is not valid is reported with its position, and cannot be saved', async () => {
  const before = onDisk()
  await tab('JSON').click()
  await writeText('{\n  "mcpServers": {\n    "broken": \n  }\n}\n')
  await expect(panel().getByRole('list', { name: 'Problems in the text' }).getByRole('button')).toContainText('Line 4')
  await expect(inPanel('Save…')).toBeDisabled()
  await expectAccessible(app().page)
  await tab('Form').click()
  await expect(panel()).toContainText('The text has an error')
  expect(onDisk()).toBe(before)
  await revert()
})

test('the editor works while a server starts slowly, and its test can be cancelled', async () => {
  await inPanel('Add server').click()
  await field('Command').fill('node')
  for (const [index, arg] of ['-e', 'setTimeout(() => {}, 30000)'].entries()) {
    // Pressed by keyboard, because the draft's check may move the button away from the pointer.
    await inPanel('Add argument').press('Enter')
    await field(`argument ${index + 1}`).fill(arg)
  }
  await panel().getByText('Time limits and permissions').click()
  await panel().getByRole('textbox', { name: 'Start-up timeout, ms' }).fill('30000')
  await inPanel('Test connection').click()
  await sheet('Run this program?').getByRole('button', { name: 'Agree and run' }).click()
  await expect(panel()).toContainText('Testing: Handshake…')
  // Typing does not wait for the server's test.
  for (const text of ['a', 'ab', 'abc']) await panel().getByRole('textbox', { name: 'Description' }).fill(text)
  await server('thoughtbox').click()
  await expect(field('Command')).toHaveValue('node')
  await server('server').click()
  await expect(field('argument 2')).toHaveValue('setTimeout(() => {}, 30000)')
  await expect(panel()).toContainText('Testing: Handshake…')
  await inPanel('Cancel').click()
  await expect(panel()).toContainText('The test was cancelled.')
  await revert()
  expect(app().pageErrors).toEqual([])
})

async function writeText(text: string): Promise<void> {
  await panel()
    .getByRole('textbox', { name: /^Text of/ })
    .click()
  await app().page.keyboard.press('ControlOrMeta+a')
  await app().page.keyboard.insertText(text)
}
