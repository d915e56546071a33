import {
  acts,
  chunksOf,
  type ScriptedEndpoint,
  startScriptedEndpoint,
} from '../../src-main/llm/scripted-endpoint.testkit'
import { button, eventsOf, expect, region, startModel, test, useApp, useClosing } from '../kit/launch-app'

const app = useApp()
const atEnd = useClosing()
let endpoint: ScriptedEndpoint
test.beforeAll(async () => {
  endpoint = await startScriptedEndpoint((_request, index) =>
    index === 0
      ? { kind: 'stall', chunks: chunksOf({ content: '{"thinking": "I wonder' }).slice(0, 3) }
      : acts(index === 1 ? 'north' : 'look'),
  )
  atEnd(() => endpoint.close())
})

test('a call that takes too long is cancelled by a pause, and repeated when the episode continues', async () => {
  const { page, dataFolder } = app()
  const badge = (word: string | RegExp) => page.getByRole('banner').getByText(word)
  await startModel(page, endpoint.baseUrl)
  await expect(region(page, 'Story')).toContainText('I wonder')
  await expect(button(page, 'Cancel call')).toBeHidden()
  await button(page, 'Pause').click()
  await expect(badge('Pausing after this call')).toBeVisible()
  await button(page, 'Cancel call').click()
  await endpoint.dropped(0)
  await expect(badge(/^Paused/)).toBeVisible()
  await expect(region(page, 'Story')).not.toContainText('I wonder')
  // No other button moves under the pointer.
  await expect(button(page, 'Step turn')).toBeHidden()
  await page.mouse.move(0, 0)
  await expect(button(page, 'Cancel call')).toBeHidden()

  await button(page, 'Step turn').click()
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 1' })).toContainText('north')
  expect(endpoint.requests[1]?.messages).toEqual(endpoint.requests[0]?.messages)
  expect(
    eventsOf(dataFolder).filter(({ event_type, code }) => event_type === 'llm_error' && code === 'canceled'),
  ).toHaveLength(1)
  // A cancellation is not an error.
  await expect(region(page, 'Status')).toContainText('0 errors')
  await button(page, 'Stop').click()
  expect(app().pageErrors).toEqual([])
})
