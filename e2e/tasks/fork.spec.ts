import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acts, type ScriptedEndpoint, startScriptedEndpoint } from '../../src-main/llm/scripted-endpoint.testkit'
import { expectAccessible } from '../kit/accessibility'
import { button, expect, region, startExplorer, test, useApp, useClosing } from '../kit/launch-app'
import { personAt } from '../kit/person'

const app = useApp()
const atEnd = useClosing()
const sheet = () => app().page.getByRole('dialog', { name: 'Fork', exact: true })
const inSheet = (name: string) => sheet().getByRole('button', { name, exact: true })
const banner = () => app().page.getByRole('banner')
const story = () => region(app().page, 'Story')
const rows = () => region(app().page, 'Episodes').locator('[data-episode]')
const origin = () => banner().getByRole('link', { name: /^from / })
const folders = () =>
  readdirSync(app().dataFolder)
    .filter((name) => !name.startsWith('.'))
    .toSorted()
/** The newest fork in the folder, once its log diverges. */
const forkEvent = () => {
  const log = readFileSync(join(app().dataFolder, folders().at(-1) ?? '', 'events.jsonl'), 'utf8')
  const line = log.split('\n').find((each) => each.includes('"event_type":"episode_forked"'))
  return JSON.parse(line ?? '{}') as Readonly<Record<string, unknown>>
}

let endpoint: ScriptedEndpoint
test.beforeAll(async () => {
  endpoint = await startScriptedEndpoint(() => acts('look'))
  atEnd(() => endpoint.close())
})

test('a user lets another model continue from a turn of an agent: 9 steps', async () => {
  const { page } = app()
  await startExplorer(page)
  await expect(story().getByRole('article', { name: 'Turn 3' })).toBeVisible()
  await button(page, 'Stop').click()
  await expect(banner().getByText('Stopped')).toBeVisible()
  await button(page, 'First turn').click()
  await button(page, 'Next turn').click()

  const person = personAt(page)
  await person.press('f')
  await expect(sheet().getByRole('spinbutton', { name: /^Turn, / })).toHaveValue('1')
  await person.choose(sheet().getByLabel('Player'), 'AI model')
  await person.click(inSheet('Change'))
  await person.type('tiny-1')
  await person.press('Shift+Tab')
  await person.type(endpoint.baseUrl)
  await expectAccessible(page)
  await person.click(sheet().getByLabel('Name', { exact: true }))
  await person.type('Tiny')
  await person.press('Enter')
  await expect(sheet()).toBeHidden()

  await expect(origin()).toHaveText(/^from Explorer .*@1$/)
  await expect(banner()).toContainText('Paused')
  await expect(page).toHaveTitle(/↳ @1/)
  // The fork is below its parent, although it is newer.
  await expect(rows()).toHaveText([/Stopped/, /↳ from Explorer @1/])
  await expect(region(page, 'Timeline').getByRole('link', { name: /^This fork begins here/ })).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Step turn').click()
  await expect(story().getByRole('article', { name: 'Turn 2' })).toContainText('look')
  expect(forkEvent()).toMatchObject({
    parent_turn: 1,
    player: { kind: 'llm', model: 'tiny-1', base_url: endpoint.baseUrl },
  })
  expect(person.steps).toBe(9)
})

test('parent and fork have a mark at the turn of the fork, with a link to each other', async () => {
  const { page } = app()
  await origin().click()
  await expect(origin()).toBeHidden()
  const mark = region(page, 'Timeline').getByRole('link', { name: 'Fork from turn 1: Tiny' })
  await mark.focus()
  await page.keyboard.press('Enter')
  await expect(origin()).toBeVisible()
  await region(page, 'Timeline')
    .getByRole('link', { name: /^This fork begins here/ })
    .click()
  await expect(origin()).toBeHidden()
})

test('one key forks with the same player, once even if it is pressed twice, and the fork can be undone: 3 steps', async () => {
  const { page } = app()
  await button(page, 'First turn').click()
  await button(page, 'Next turn').click()
  await button(page, 'Next turn').click()
  const before = folders()
  const slider = region(page, 'Timeline').getByRole('slider')
  await expect(slider).toHaveAttribute('aria-valuenow', '2')

  const person = personAt(page)
  await person.press('Shift+F')
  await person.press('Shift+F')
  await expect(origin()).toHaveText(/^from Explorer .*@2$/)
  await expect(page.getByText('Forked from turn 2.')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  const second = banner().locator('p', { has: page.getByRole('link', { name: /^from / }) })
  const cut = () =>
    second.evaluate((line) =>
      [...line.querySelectorAll('*')]
        .filter((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth)
        .map(({ textContent }) => textContent),
    )
  await expect(second).toContainText('not an AI model')
  await expect.poll(cut).toEqual([])
  // The fork exists but has not played yet, which the notice reports.
  await expect(banner()).toContainText('Paused')
  await page.keyboard.press('Shift+F')
  await expect(page.getByText('This fork has not played a turn yet')).toBeVisible()
  expect(folders()).toHaveLength(before.length + 1)
  expect(forkEvent()).toMatchObject({ parent_turn: 2, player: { kind: 'explorer' } })

  await person.click(button(page, 'Undo fork'))
  await expect(origin()).toBeHidden()
  await expect(slider).toHaveAttribute('aria-valuenow', '2')
  await expect.poll(folders).toEqual(before)
  await expect(rows()).toHaveCount(before.length)
  await expect(page.getByText('Moved the fork to the trash.')).toBeVisible()
  expect(person.steps).toBe(3)
})

test('a fork that is not possible is refused in the sheet, which keeps the choices', async () => {
  const { page } = app()
  await page.keyboard.press('f')
  await expect(sheet()).toBeVisible()
  await sheet()
    .getByLabel('Name', { exact: true })
    .fill(`${'long '.repeat(2000)}`)
  expect((await sheet().getByLabel('Name', { exact: true }).inputValue()).length).toBeLessThanOrEqual(200)
  await sheet().getByLabel('Seed').fill('-4')
  await inSheet('Fork').click()
  await expect(sheet()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Your changes for the fork are kept. Nothing was forked yet.')).toBeVisible()
})
