import { dirname } from 'node:path'
import { processesOf } from '../drivers/process'
import { eventsOf, expect, launchApp, region, startExplorer, test } from '../kit/launch-app'

test('quitting in the middle of a turn keeps the log whole and leaves no process behind', async ({ driver }) => {
  test.skip(process.platform !== 'linux', 'processes are found through /proc')
  const app = await launchApp(driver, { wordsPerSecond: 20 })
  await startExplorer(app.page)
  await expect(region(app.page, 'Story').getByRole('article', { name: /^Turn/ }).first()).toBeVisible()
  const home = dirname(app.dataFolder)
  expect(processesOf(home).length).toBeGreaterThan(0)

  await app.quit()
  await expect.poll(() => processesOf(home)).toEqual([])
  expect(eventsOf(app.dataFolder).map(({ seq }) => seq)).toEqual(eventsOf(app.dataFolder).map((_event, index) => index))
  await app.close()
})
