import { eventsOf, expect, region, startExplorer, test } from '../kit/launch-app'
import { useStandIn } from '../kit/stand-in-app'

/** The desktop shell when its page crashes or hangs while the host continues. */
const app = useStandIn()

test.beforeAll(async () => {
  await app.start()
  await startExplorer(app.page)
})

const questions = () => app.main.ask({ questions: true })
const turnsOnDisk = () => eventsOf(app.dataFolder).filter((event) => event.event_type === 'turn_completed').length

/** Waits until the page after `happen` shows turns of the episode. */
async function pageAfter(happen: () => Promise<unknown>): Promise<void> {
  const next = app.page.context().waitForEvent('page')
  await happen()
  app.page = await next
  await expect(region(app.page, 'Story').getByRole('article', { name: /^Turn/ }).first()).toBeVisible()
}

test('a crashed page is reloaded, and shows the episode that continued', async () => {
  await expect(region(app.page, 'Story').getByRole('article', { name: /^Turn/ }).first()).toBeVisible()
  const before = turnsOnDisk()
  await pageAfter(() => app.main.ask({ crash: true }))
  await expect.poll(turnsOnDisk).toBeGreaterThan(before)
  await expect(app.page.getByRole('button', { name: 'New episode', exact: true })).toBeEnabled()
  expect(await questions()).toEqual([])
  expect(app.main.stderr()).toContain('The page crashed (crashed, 5).')
})

test('a page that crashes again within a minute is reloaded only after a question', async () => {
  await app.main.ask({ crash: true })
  await expect
    .poll(questions)
    .toEqual([{ message: 'The window has stopped working twice within a minute.', buttons: ['Reload', 'Quit'] }])
  await pageAfter(() => app.main.ask({ answer: 'Reload' }))
})

test('the app waits for a page that does not answer, until it answers or the user reloads it', async () => {
  const silence = { message: 'The window does not answer.', buttons: ['Wait', 'Reload', 'Quit'] }
  await app.main.ask({ windowEvent: 'unresponsive' })
  await expect.poll(questions).toEqual([silence])
  await app.main.ask({ windowEvent: 'responsive' })
  await expect.poll(questions).toEqual([])
  await app.main.ask({ windowEvent: 'unresponsive' })
  await expect.poll(questions).toEqual([silence])
  await pageAfter(() => app.main.ask({ answer: 'Reload' }))
})

test('quitting instead of reloading leaves the log complete', async () => {
  await app.main.ask({ crash: true })
  await expect.poll(questions).toHaveLength(1)
  await app.main.ask({ answer: 'Quit' })
  expect(await app.main.ended).toBe(0)
  expect(eventsOf(app.dataFolder).map(({ seq }) => seq)).toEqual(eventsOf(app.dataFolder).map((_event, index) => index))
})
