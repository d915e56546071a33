import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { root } from '../../build/scripts/outputs.mjs'
import { button, expect, region, test, useApp, useClosing } from '../kit/launch-app'

/** An open window while an MCP client of another process starts an episode through out/servers/zorkgpt.js. */
const app = useApp({ settings: '[mcp_server]\nenabled = true\n' })
const atEnd = useClosing()
let client: Client

test.beforeAll(async () => {
  const { dataFolder } = app()
  await expect
    .poll(() => statSync(join(dataFolder, '.mcp-endpoint.json'), { throwIfNoEntry: false })?.size ?? 0)
    .toBeGreaterThan(0)
  client = new Client({ name: 'another program', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'out/servers/zorkgpt.js'), '--data', dataFolder],
      stderr: 'ignore',
    }),
  )
  atEnd(() => client.close())
})

async function ask(name: string, parameters: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: parameters })
  if (isError) throw new Error(JSON.stringify(content))
  return structuredContent as Record<string, unknown>
}

test('an episode that an MCP client starts appears in the open window, and so does each turn when it is played', async () => {
  const { page } = app()
  const { episode } = await ask('start_episode', { story: 'glass-weather', player: 'human', seed: 1, tools: false })
  const row = region(page, 'Episodes').getByRole('link').filter({ hasText: 'Glass Weather' })
  await expect(row).toBeVisible()
  await row.click()
  await ask('say_action', { episode, action: 'examine gatepost', reasoning: 'It is the first thing here.' })
  await expect(region(page, 'Story')).toContainText('examine gatepost')
  await ask('say_action', { episode, action: 'north' })
  await expect(region(page, 'Story').getByText('north', { exact: true }).first()).toBeVisible()
  // Two turns are complete, and the third waits for its action.
  await expect(region(page, 'Timeline').getByRole('slider')).toHaveAttribute('aria-valuemax', '3')
})

test('the client sees that the window has ended its episode', async () => {
  const { page } = app()
  const { episode } = await ask('start_episode', {
    story: 'glass-weather',
    player: 'explorer',
    seed: 1,
    tools: false,
    pace: 'batch',
    paused: true,
  })
  await region(page, 'Episodes').getByRole('link').filter({ hasText: 'Explorer' }).first().click()
  await expect(button(page, 'Resume')).toBeVisible()
  await ask('step', { episode, count: 2 })
  await expect(region(page, 'Timeline').getByRole('slider')).toHaveAttribute('aria-valuemax', '2')
  await button(page, 'Stop').click()
  await expect.poll(() => ask('read_state', { episode }).then(({ status }) => status)).toBe('ended')
})

test('a fork of an episode opens with the turns that both share', async () => {
  const { page, dataFolder } = app()
  const { episodes } = (await ask('list_episodes', {})) as {
    episodes: readonly { readonly episode: string; readonly player: string }[]
  }
  const trunk = episodes.find(({ player }) => player.startsWith('Explorer'))?.episode
  const { episode } = await ask('fork_episode', {
    episode: trunk,
    turn: 1,
    player: 'random',
    tools: false,
    paused: true,
  })
  await region(page, 'Episodes').getByRole('link').filter({ hasText: 'Random' }).click()
  await expect(region(page, 'Timeline').getByRole('slider')).toHaveAttribute('aria-valuemax', '1')
  await ask('say_action', { episode, action: 'look' })
  await expect(region(page, 'Timeline').getByRole('slider')).toHaveAttribute('aria-valuemax', '2')
  expect(readFileSync(join(dataFolder, String(episode), 'events.jsonl'), 'utf8')).toContain(
    '"event_type":"episode_forked"',
  )
})
