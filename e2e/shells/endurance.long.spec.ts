import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { button, eventsOf, expect, region, test } from '../kit/launch-app'
import { useStandIn } from '../kit/stand-in-app'

/** One long run of the desktop shell, during which everything happens that must not end it. */
const app = useStandIn()

const TURNS = 200
/** Longer than two heartbeats of a lease, after which another process could take the episode over. */
const SLEEP_MS = 12_000

const ask = (message: Readonly<Record<string, unknown>>) => app.main.ask(message)
const completed = () => eventsOf(app.dataFolder).filter((event) => event.event_type === 'turn_completed')
const firstTurn = () => region(app.page, 'Story').getByRole('article', { name: /^Turn/ }).first()

async function start(): Promise<void> {
  const config = join(app.home, 'long.toml')
  writeFileSync(
    config,
    `[mcp]\nenabled = true\n\n[gameplay]\nexplorer_words_per_second = 2000\nturn_delay_seconds = 0.1\n\n[orchestrator]\nmax_turns_per_episode = ${TURNS}\n`,
  )
  await app.start({}, '--config', config)
}

/** Waits until the run has advanced by some turns. */
async function goesOn(): Promise<void> {
  const before = completed().length
  await expect.poll(() => completed().length).toBeGreaterThan(before + 2)
}

test('a run of 200 turns continues, whatever happens to window, page, terminal, machine and process', async () => {
  test.setTimeout(1_200_000)
  await start()
  // Another story, because the bundled one is won in fewer turns.
  await button(app.page, 'New episode').click()
  const sheet = app.page.getByRole('dialog', { name: 'New episode' })
  await sheet.getByLabel('Story', { exact: true }).selectOption('zork1')
  await sheet.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(firstTurn()).toBeVisible()

  await test.step('an error is shown and not closed', async () => {
    await ask({ emit: ['open-file', '/gone.zorkgpt'] })
    await expect.poll(() => ask({ questions: true })).toHaveLength(1)
    await goesOn()
    expect(await ask({ questions: true })).toHaveLength(1)
    await ask({ answer: 'OK' })
  })

  await test.step('the window is hidden, and its page gets no time', async () => {
    const session = await app.page.context().newCDPSession(app.page)
    await ask({ windowEvent: 'hide' })
    await session.send('Page.setWebLifecycleState', { state: 'frozen' })
    await goesOn()
    await session.send('Page.setWebLifecycleState', { state: 'active' })
    await session.detach()
  })

  await test.step('the page is killed', async () => {
    const next = app.page.context().waitForEvent('page')
    await ask({ crash: true })
    await goesOn()
    app.page = await next
    await expect(firstTurn()).toBeVisible()
  })

  await test.step('standard output and standard error are closed', async () => {
    app.main.closeOutputs()
    // More than the number of uncaught errors per minute that ends the app.
    for (let time = 0; time < 30; time++) await ask({ emit: ['open-url', 'zorkgpt://nowhere'] })
    await goesOn()
  })

  await test.step('the machine sleeps', async () => {
    process.kill(app.main.pid, 'SIGSTOP')
    const before = completed().length
    await sleep(SLEEP_MS)
    expect(completed().length).toBe(before)
    process.kill(app.main.pid, 'SIGCONT')
    await goesOn()
  })

  await test.step('the process is killed, and resumed with one click', async () => {
    await app.main.stop('SIGKILL')
    const before = completed().length
    await start()
    await app.page.getByRole('button', { name: 'Resume it' }).click()
    await expect.poll(() => completed().length).toBeGreaterThan(before)
  })

  await expect
    .poll(() => eventsOf(app.dataFolder).at(-1), { timeout: 900_000 })
    .toMatchObject({ event_type: 'episode_ended', ended: 'turn_limit' })
  const events = eventsOf(app.dataFolder)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index))
  expect([...new Set(completed().map(({ turn }) => turn))]).toEqual(
    Array.from({ length: TURNS }, (_, index) => index + 1),
  )
})
