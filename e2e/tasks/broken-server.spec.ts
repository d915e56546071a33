import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/scripts/outputs.mjs'
import { acts, chunksOf, startScriptedEndpoint } from '../../src-main/llm/scripted-endpoint.testkit'
import { button, expect, region, startModel, test, useApp, useClosing } from '../kit/launch-app'
import { personAt } from '../kit/person'

/** A server whose tool never answers. */
const odd = {
  command: 'node',
  args: [join(root, 'src-main/mcp/tests/odd-server.testkit.ts')],
  env: { ODD_SCRIPT: JSON.stringify({ 'tools/call': '' }) },
  timeoutMs: 500,
}
const app = useApp({
  prepare: (dataFolder) =>
    writeFileSync(join(dataFolder, '../mcp_config.json'), JSON.stringify({ mcpServers: { odd } }, null, 2)),
})
const atEnd = useClosing()

/** A model that calls the only tool it is offered, and then acts. */
async function startCaller(): Promise<string> {
  const endpoint = await startScriptedEndpoint((request, index) => {
    const [tool] = (request.tools ?? []) as readonly { readonly function: { readonly name: string } }[]
    if (index > 0 || !tool) return acts('look')
    return { kind: 'stream', chunks: chunksOf({ calls: [{ name: tool.function.name, arguments: '{}' }] }) }
  })
  atEnd(() => endpoint.close())
  return endpoint.baseUrl
}

test('a user sees which tool call failed, and opens the log and the entry of its server: 2 steps', async () => {
  const { page } = app()
  const panel = page.getByRole('dialog', { name: 'MCP servers', exact: true })
  await button(page, 'MCP servers').click()
  await panel.getByRole('button', { name: 'Test connection' }).click()
  await page.getByRole('button', { name: 'Agree and run' }).click()
  await expect(panel).toContainText('Connected: 1 tool.')
  await page.keyboard.press('Escape')
  await startModel(page, await startCaller())

  const person = personAt(page)
  const story = region(page, 'Story')
  await expect(
    page
      .getByRole('banner')
      .getByText(/^Paused/)
      .first(),
  ).toBeVisible()
  await expect(story).toContainText('No answer within 0.5 s')
  await person.click(story.getByRole('button', { name: 'Open its log' }))
  const calls = panel.getByRole('list', { name: 'Log of odd' }).locator('summary').filter({ hasText: 'tools/call' })
  await expect(calls.last()).toBeInViewport()
  await person.click(panel.getByRole('tab', { name: 'Form' }))
  await expect(panel.getByRole('textbox', { name: 'Command', exact: true })).toHaveValue('node')
  expect(person.steps).toBe(2)
  await page.keyboard.press('Escape')
  await button(page, 'Stop').click()
  expect(app().pageErrors).toEqual([])
})
