import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { NodeProcess } from './drivers/process'
import { startStandIn } from './drivers/stand-in'
import { eventsOf, expect, region, startExplorer, test } from './launch-app'

/** What the desktop shell does when its page ends or no longer answers, while the host plays on. */
test.describe.configure({ mode: 'serial' })

const home = mkdtempSync(join(tmpdir(), 'zorkgpt-recovery-'))
const dataFolder = join(home, 'episodes')
let page: Page
let main: NodeProcess

test.beforeAll(async () => {
  const { OPENAI_API_KEY: _noKey, ...env } = process.env
  const args = ['--data', dataFolder]
  ;({ page, main } = await startStandIn({ args, env: { ...env, ZORKGPT_HOME: home }, scratch: home }))
  await startExplorer(page)
})
test.afterAll(async () => {
  await main.stop()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

const questions = () => main.ask({ questions: true })
const turnsOnDisk = () => eventsOf(dataFolder).filter((event) => event.event_type === 'turn_completed').length

/** Until the page that comes after `happen` shows turns of the episode. */
async function pageAfter(happen: () => Promise<unknown>): Promise<void> {
  const next = page.context().waitForEvent('page')
  await happen()
  page = await next
  await expect(region(page, 'Story').getByRole('article', { name: /^Turn/ }).first()).toBeVisible()
}

test('a page that has crashed is loaded again, and shows the episode that went on', async () => {
  await expect(region(page, 'Story').getByRole('article', { name: /^Turn/ }).first()).toBeVisible()
  const before = turnsOnDisk()
  await pageAfter(() => main.ask({ crash: true }))
  await expect.poll(turnsOnDisk).toBeGreaterThan(before)
  await expect(page.getByRole('button', { name: 'New episode', exact: true })).toBeEnabled()
  expect(await questions()).toEqual([])
  expect(main.stderr()).toContain('The page has ended (crashed, 5).')
})

test('one that crashes again within a minute asks first', async () => {
  await main.ask({ crash: true })
  await expect
    .poll(questions)
    .toEqual([{ message: 'The window has stopped working twice within a minute.', buttons: ['Reload', 'Quit'] }])
  await pageAfter(() => main.ask({ answer: 'Reload' }))
})

test('one that does not answer is waited for, until it answers or the reader has had enough', async () => {
  const silence = { message: 'The window does not answer.', buttons: ['Wait', 'Reload', 'Quit'] }
  await main.ask({ windowEvent: 'unresponsive' })
  await expect.poll(questions).toEqual([silence])
  await main.ask({ windowEvent: 'responsive' })
  await expect.poll(questions).toEqual([])
  await main.ask({ windowEvent: 'unresponsive' })
  await expect.poll(questions).toEqual([silence])
  await pageAfter(() => main.ask({ answer: 'Reload' }))
})

test('quitting instead leaves the log whole', async () => {
  await main.ask({ crash: true })
  await expect.poll(questions).toHaveLength(1)
  await main.ask({ answer: 'Quit' })
  expect(await main.ended).toBe(0)
  expect(eventsOf(dataFolder).map(({ seq }) => seq)).toEqual(eventsOf(dataFolder).map((_event, index) => index))
})
