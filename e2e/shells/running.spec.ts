import { readdirSync, readFileSync } from 'node:fs'
import { eventsOf, expect, region, startExplorer, test } from '../kit/launch-app'
import { useStandIn } from '../kit/stand-in-app'

/** The desktop shell during an episode: it informs the system and asks before quitting. */
const app = useStandIn()

test.beforeAll(() => app.start())

interface Signs {
  readonly focused: boolean
  readonly flashing: boolean
  readonly progress: number
  readonly awake: readonly string[]
  readonly notifications: readonly string[]
}
const signs = async () => (await app.main.ask({ signs: true })) as Signs
const questions = () => app.main.ask({ questions: true })
const question = { message: 'An episode is running.', buttons: ['Quit', 'Cancel'] }
const press = (name: string) => app.page.getByRole('button', { name, exact: true }).first().click()

test('while an episode runs, the system stays awake and shows the progress', async () => {
  expect(await signs()).toEqual({ focused: true, flashing: false, progress: -1, awake: [], notifications: [] })
  await startExplorer(app.page)
  await expect(region(app.page, 'Story').getByRole('article', { name: /^Turn/ }).first()).toBeVisible()
  await expect.poll(async () => (await signs()).progress).toBeGreaterThan(0)
  expect((await signs()).awake).toEqual(['prevent-app-suspension'])
})

test('a pause lets the system sleep, hides the progress, and causes a notification if the window has no focus', async () => {
  await press('Pause')
  await expect.poll(signs).toEqual({ focused: true, flashing: false, progress: -1, awake: [], notifications: [] })
  await press('Resume')
  await expect.poll(async () => (await signs()).awake).toHaveLength(1)
  await app.main.ask({ blur: true })
  await press('Pause')
  await expect.poll(signs).toMatchObject({ focused: false, awake: [] })
  await expect
    .poll(async () => (await signs()).notifications)
    .toEqual([expect.stringMatching(/: The episode is paused, after \d+ turns?\.$/)])
  await app.main.ask({ clickNotification: true })
  await expect.poll(async () => (await signs()).focused).toBe(true)
})

test('an open menu is not replaced when an action becomes possible', async () => {
  await expect.poll(() => app.main.ask({ isEnabled: ['File', 'Resume'] })).toBe(true)
  const replaced = await app.main.ask({ menus: true })
  await press('Resume')
  await expect.poll(() => app.main.ask({ isEnabled: ['File', 'Resume'] })).toBe(false)
  await press('Pause')
  expect(await app.main.ask({ menus: true })).toBe(replaced)
})

test('a link opens its turn, and a foreign link is ignored', async () => {
  const [episode = ''] = readdirSync(app.dataFolder).filter((name) => !name.startsWith('.'))
  const turn = region(app.page, 'Timeline').getByRole('slider')
  await app.main.ask({ emit: ['open-url', 'zorkgpt://episode/../1'] })
  await expect.poll(() => app.main.stderr()).toContain('A link was ignored')
  await expect(turn).not.toHaveAttribute('aria-valuenow', '1')
  await app.main.ask({ emit: ['open-url', `zorkgpt://episode/${episode}/1`] })
  await expect(turn).toHaveAttribute('aria-valuenow', '1')
})

test('the menu opens the log file of the app', async () => {
  await app.main.ask({ click: ['help', 'Reveal logs'] })
  const [file = ''] = (await app.main.ask({ revealed: true })) as readonly string[]
  expect(readFileSync(file, 'utf8')).toMatch(/^\S+Z ZorkGPT \d+\.\d+\.\d+ starts on /)
})

test('closing the window of a running episode asks first, and can be cancelled', async () => {
  await press('Resume')
  await expect.poll(async () => (await signs()).awake).toHaveLength(1)
  await app.main.ask({ close: true })
  await expect.poll(questions).toEqual([question])
  await app.main.ask({ answer: 'Cancel' })
  await expect.poll(questions).toEqual([])
  await expect(region(app.page, 'Story').getByRole('article', { name: /^Turn/ }).first()).toBeVisible()
})

test('a user who quits anyway is asked once, and the log is complete', async () => {
  await app.main.ask({ close: true })
  await expect.poll(questions).toEqual([question])
  await app.main.ask({ answer: 'Quit' })
  expect(await app.main.ended).toBe(0)
  expect(eventsOf(app.dataFolder).map(({ seq }) => seq)).toEqual(eventsOf(app.dataFolder).map((_event, index) => index))
})

test('a system that shuts down waits for the end of the app', async () => {
  await app.start()
  expect(await app.main.ask({ shutDown: true })).toBe(true)
  expect(await app.main.ended).toBe(0)
})
