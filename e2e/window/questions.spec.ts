import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/scripts/outputs.mjs'
import {
  acts,
  calls,
  says,
  type ScriptedEndpoint,
  type ScriptedReply,
  startScriptedEndpoint,
} from '../../src-main/llm/scripted-endpoint.testkit'
import { expectAccessible } from '../kit/accessibility'
import { button, expect, region, test, useApp, useClosing } from '../kit/launch-app'

/**
 * Questions of MCP servers: tools of the reference server ask for a form with every kind of field, and for the model.
 */
const LAMP = {
  command: 'node',
  args: [join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
  allowElicitation: true,
  allowSampling: true,
}
const app = useApp({ settings: '[orchestrator]\nmax_turns_per_episode = 1\n' })
const atEnd = useClosing()
const sheet = (name: string) => app().page.getByRole('dialog', { name, exact: true })
const form = () => sheet('Question from a server')
const press = (name: string) => app().page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click()

/** The next answers of the model; after them it looks around. */
const script: ScriptedReply[] = []
let endpoint: ScriptedEndpoint
test.beforeAll(async () => {
  endpoint = await startScriptedEndpoint(() => script.shift() ?? acts('look'))
  atEnd(() => endpoint.close())
  writeFileSync(app().mcpConfig, JSON.stringify({ mcpServers: { lamp: LAMP } }))
})

/** Starts an episode of a model with these replies. `isFirst`: whether the app asks about the new program. */
async function play(isFirst: boolean, ...replies: readonly ScriptedReply[]) {
  script.splice(0, script.length, ...replies)
  const { page } = app()
  await button(page, 'New episode').click()
  await sheet('New episode')
    .getByRole('radio', { name: /^AI model/ })
    .check()
  await sheet('New episode').getByRole('button', { name: 'Change', exact: true }).click()
  await sheet('New episode').getByLabel('Address').fill(endpoint.baseUrl)
  await sheet('New episode').getByLabel('Model', { exact: true }).fill('gpt-4.1')
  await sheet('New episode').getByRole('button', { name: 'Start', exact: true }).click()
  if (isFirst) await press('Agree and start')
  await expect(sheet('New episode')).toBeHidden()
}

/** Waits for the end of the only turn, because until then it takes the scripted answers of the next test. */
const end = () => expect(app().page.getByRole('banner').getByText('Turn limit')).toBeVisible()

/** The server's questions in the log of the latest episode. */
const asked = () => {
  const [latest = ''] = readdirSync(app().dataFolder)
    .filter((name) => !name.startsWith('.'))
    .toSorted()
    .toReversed()
  const lines = readFileSync(join(app().dataFolder, latest, 'events.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)
  return lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find(({ event_type }) => event_type === 'mcp_server_request')
}

test('a form names its server, and is not sent with an invalid field', async () => {
  const { page } = app()
  await play(true, calls({ name: 'lamp__trigger-elicitation-request', arguments: '{}' }))
  await expect(form()).toContainText('“lamp” asks in turn 1')
  await expect(form()).toContainText('Please provide inputs for the following fields:')
  await expect(form()).toContainText('Do not enter passwords')
  await expect(
    form()
      .getByLabel(/^String/)
      .first(),
  ).toBeFocused()
  await expect(form().getByLabel(/^String with default/)).toHaveValue('It was a dark and stormy night.')
  await expect(form().getByLabel(/^Integer/)).toHaveValue('42')
  await expect(form().getByRole('checkbox', { name: 'Guitar' })).toBeChecked()
  await expectAccessible(page)

  // Enter in a field sends nothing, because the sheet may have opened while the user typed.
  await form()
    .getByLabel(/^String/)
    .first()
    .fill('Ann')
  await page.keyboard.press('Enter')
  await expect(form()).toBeVisible()
  await form()
    .getByLabel(/^Integer/)
    .fill('500')
  await form()
    .getByLabel(/^String with email format/)
    .fill('nobody')
  await press('Send answer')
  await expect(form()).toContainText('Integer must be at most 100.')
  await expect(form()).toContainText('String with email format must be an email address.')
  await expect(form().getByLabel(/^String with email format/)).toBeFocused()
  await form()
    .getByLabel(/^Integer/)
    .fill('7')
  await form()
    .getByLabel(/^String with email format/)
    .fill('ann@example.org')
  await form()
    .getByLabel(/^Titled Single Select Enum/)
    .selectOption('Green Lantern')
  await form().getByRole('checkbox', { name: 'Drums' }).check()
  await press('Send answer')
  await expect(form()).toBeHidden()
  await expect.poll(asked).toMatchObject({ method: 'elicitation/create', outcome: 'answered' })
  expect(JSON.parse(String(asked()?.answer))).toMatchObject({
    name: 'Ann',
    email: 'ann@example.org',
    integer: 7,
    titledSingleSelectEnum: 'hero-2',
    untitledMultipleSelectEnum: ['Guitar', 'Drums'],
  })
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 1', exact: true })).toBeVisible()
  await end()
})

test('a prompt for the model and its reply are shown, edited and sent, or refused', async () => {
  const { page } = app()
  const sampling = calls({
    name: 'lamp__trigger-sampling-request',
    arguments: '{"prompt":"Who goes there?","maxTokens":50}',
  })
  await play(false, sampling, says('A thief.'))
  const prompt = sheet('Model request from a server')
  await expect(prompt.getByLabel(/^System prompt/)).toHaveValue('You are a helpful test server.')
  await expect(prompt.getByLabel(/^As the user/)).toHaveValue(/Who goes there\?$/)
  await expect(prompt.getByRole('button', { name: 'Refuse' })).toBeFocused()
  await expectAccessible(page)
  await prompt.getByLabel(/^As the user/).fill('Who is it?')
  await press('Ask model')
  const reply = sheet('Model reply for a server')
  await expect(reply.getByLabel(/^Reply/)).toHaveValue('A thief.')
  await reply.getByLabel(/^Reply/).fill('Nobody.')
  await press('Send reply')
  await expect
    .poll(asked)
    .toMatchObject({ outcome: 'answered', request: expect.stringContaining('Who is it?'), answer: 'Nobody.' })
  await end()

  await play(false, sampling)
  await expect(prompt).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(prompt).toBeHidden()
  await expect.poll(asked).toMatchObject({ outcome: 'declined', usage: null })
  // The failed tool pauses the episode after the turn.
  await expect(page.getByRole('banner')).toContainText('Paused: ')
})

test('a form is declined by its button and cancelled by Escape, and the turn continues', async () => {
  const { page } = app()
  const elicitation = calls({ name: 'lamp__trigger-elicitation-request', arguments: '{}' })
  await play(false, elicitation)
  await form().getByRole('button', { name: 'Decline' }).click()
  await expect(form()).toBeHidden()
  await expect.poll(asked).toMatchObject({ outcome: 'declined', answer: 'The user has declined it.' })
  await end()

  await play(false, elicitation)
  await expect(form()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form()).toBeHidden()
  await expect.poll(asked).toMatchObject({ outcome: 'declined', answer: 'The user has cancelled it.' })
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 1', exact: true })).toBeVisible()
  expect(app().pageErrors).toEqual([])
})
