import type { LoggedEvent } from '../../src-shared/episode/log/event'
import { sampleEpisode } from '../../src-shared/episode/state/sample-episode.testkit'
import { expectAccessible } from '../kit/accessibility'
import { button, expect, test, useApp } from '../kit/launch-app'
import { withLog } from '../kit/looks'

/** An episode in which every third call of a server had no answer. */
let answers = 0
const log = sampleEpisode({ turns: 20 }).map((event) =>
  event.event_type === 'mcp_tool_result' && answers++ % 3 === 0
    ? ({ ...event, event_type: 'mcp_tool_timeout', timeout_seconds: 30, duration_ms: 30_000 } as LoggedEvent)
    : event,
)
const failed = log.find(({ event_type }) => event_type === 'mcp_tool_timeout') as { readonly turn: number } | undefined
const app = useApp(withLog(log))

test('a server that fails often is named, with links to the turns', async () => {
  const { page } = app()
  await button(page, 'MCP servers').click()
  const panel = page.getByRole('dialog', { name: 'MCP servers', exact: true })
  await expect(panel.getByRole('button', { name: /^thoughtbox/ })).toContainText('fails often')
  await panel.getByRole('tab', { name: 'Log' }).click()
  await expect(panel).toContainText('It fails often.')
  await expectAccessible(page)
  await panel.getByRole('link', { name: new RegExp(`^Turn ${failed?.turn} of`) }).focus()
  await page.keyboard.press('Enter')
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`#/episode/[^/]+/trunk/${failed?.turn}$`))
})
