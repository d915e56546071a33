import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { idOfVaried, variedEpisode } from '../../src-shared/episode/state/varied-episodes.testkit'
import { expectAccessible } from '../kit/accessibility'
import { expect, region, test, useApp } from '../kit/launch-app'
import { personAt } from '../kit/person'

const EPISODES = 30
const DAMAGED = 6

const app = useApp({
  prepare(dataFolder) {
    for (let index = 0; index < EPISODES; index++) {
      mkdirSync(join(dataFolder, idOfVaried(index)), { recursive: true })
      const lines = variedEpisode(index).map((event) => JSON.stringify(event))
      if (index === DAMAGED) lines.splice(9, 0, 'no line of a log')
      writeFileSync(join(dataFolder, idOfVaried(index), 'events.jsonl'), lines.map((line) => `${line}\n`).join(''))
    }
  },
})
const library = () => region(app().page, 'Episodes')
const links = () => library().getByRole('link')
const dialog = (name: string) => app().page.getByRole('dialog', { name })

test('a user finds the longest of thirty episodes in which one model died, and saves the filter: 7 steps', async () => {
  const { page } = app()
  await expect(library().getByRole('row')).not.toHaveCount(0)
  const person = personAt(page)
  await person.click(library().getByLabel('Filter episodes'))
  await person.type('player:lantern turns>10')
  await person.choose(library().getByLabel('Which episodes'), 'Died')
  await person.choose(library().getByLabel('Sort episodes'), 'By turns')
  await expect(links()).toHaveCount(1)
  await expect(links()).toContainText('lantern-2')
  await expect(links()).toContainText('seed 116')
  await person.click(library().getByRole('button', { name: 'Save this filter' }))
  await person.type('Long lanterns that died')
  await person.press('Enter')
  await expect(library().getByLabel('Which episodes').locator('option:checked')).toHaveText('Long lanterns that died')
  expect(person.steps).toBe(7)
  // Leaving the filter also removes the text that it put into the field.
  await library().getByLabel('Which episodes').selectOption('all')
  await expect(library().getByLabel('Filter episodes')).toHaveValue('')
  await library().getByLabel('Sort episodes').selectOption('newest')
})

test('several episodes are selected by key and tagged, and found again by the tag: 8 steps', async () => {
  const { page, dataFolder } = app()
  const person = personAt(page)
  await person.click(library().getByRole('checkbox').first())
  await person.press('Shift+ArrowDown')
  await person.press('Shift+ArrowDown')
  await expect(library().getByRole('status').filter({ hasText: 'selected' })).toHaveText('3 selected')
  await expect(library().getByRole('row', { selected: true })).toHaveCount(3)
  await person.press('#')
  await expect(dialog('Tags of 3 episodes').getByLabel('New tag')).toBeFocused()
  await expectAccessible(page)
  await person.type('to show, best')
  await person.press('Enter')
  await expect(links().filter({ hasText: '#to show' })).toHaveCount(3)
  expect(
    JSON.parse(readFileSync(join(dataFolder, idOfVaried(EPISODES - 2), 'annotations.json'), 'utf8')),
  ).toMatchObject({ tags: ['best', 'to show'] })
  await person.press('Escape')
  await expect(library().getByRole('row', { selected: true })).toHaveCount(0)
  await person.choose(library().getByLabel('Which episodes'), '#to show')
  await expect(links()).toHaveCount(3)
  expect(person.steps).toBe(8)
})

test('the open episode and the selected ones differ by more than a color', async () => {
  const { page } = app()
  await links().nth(1).click()
  // The story takes the focus when it opens.
  await expect(page.locator('[data-region="story"]:focus-within')).toBeVisible()
  await links().nth(2).focus()
  await page.keyboard.press('Space')
  const edges = library().locator('[data-episode]')
  const edge = (index: number) => edges.nth(index).evaluate((row) => getComputedStyle(row).boxShadow)
  await expect(links().nth(1)).toHaveAttribute('aria-current', 'page')
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors })
    expect(await edge(1)).toContain('inset')
    expect(await edge(2)).toBe('none')
    await expect(edges.nth(1).getByRole('checkbox').locator('svg')).toHaveCount(0)
    await expect(edges.nth(2).getByRole('checkbox').locator('svg')).toBeVisible()
  }
  await page.emulateMedia({ forcedColors: null })
  await page.keyboard.press('Escape')
})

test('the menu of an episode forks it without opening it first', async () => {
  const { page } = app()
  await links().nth(2).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Fork…' }).click()
  await expect(dialog('Fork').getByRole('spinbutton', { name: /^Turn, / })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(links().nth(2)).toHaveAttribute('aria-current', 'page')
})

test('the palette acts on the selected episodes, as the keys do', async () => {
  const { page } = app()
  await links().first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('tag episode')
  await page.keyboard.press('Enter')
  await expect(dialog('Tags of 2 episodes')).toBeVisible()
  await page.keyboard.press('Escape')
  // A selection need not include the open episode.
  await page.keyboard.press('Shift+ArrowUp')
  await expect(library().getByRole('row', { selected: true })).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(dialog('Export 1 episode')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(library().getByRole('row', { selected: true })).toHaveCount(0)
})

test('the selected episodes are exported into one archive, from the menu: 4 steps', async ({ driver }) => {
  test.skip(driver === 'stand-in', 'the stand-in saves no downloads')
  const { page } = app()
  const person = personAt(page)
  await links().first().focus()
  await person.press('ControlOrMeta+a')
  await person.press('Shift+F10')
  await expect(page.getByRole('menu', { name: 'Actions for 3 episodes' })).toBeVisible()
  await expectAccessible(page)
  await person.click(page.getByRole('menuitem', { name: 'Export…' }))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    person.click(dialog('Export 3 episodes').getByRole('button', { name: 'Save' })),
  ])
  expect(download.suggestedFilename()).toBe('zorkgpt-3-episodes.zip')
  expect(
    readFileSync(await download.path())
      .subarray(0, 4)
      .toString('latin1'),
  ).toBe('PK\x03\x04')
  expect(person.steps).toBe(4)
})

test('one of many episodes that cannot be exported is reported by name, and the others are exported', async ({
  driver,
}) => {
  test.skip(driver === 'stand-in', 'the stand-in saves no downloads')
  const { page } = app()
  // Opening by the menu keeps the position.
  await expect(links().first()).toBeFocused()
  await page.keyboard.press('Escape')
  await library().getByLabel('Which episodes').selectOption('all')
  await library().getByLabel('Filter episodes').fill('2026-03-000')
  await expect(links()).toHaveCount(10)
  await links().last().focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+s')
  await dialog('Export 10 episodes').getByRole('radio', { name: /^Log/ }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog('Export 10 episodes').getByRole('button', { name: 'Save' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('zorkgpt-9-episodes.zip')
  await expect(library()).toContainText('9 of 10 episodes were exported.')
  await expect(library().getByRole('alert')).toContainText(`${idOfVaried(DAMAGED)}: `)
  await library().getByRole('button', { name: 'Dismiss' }).click()
  await library().getByLabel('Filter episodes').fill('')
})

test('the table of episodes is sorted by a column, and shows the chosen columns', async () => {
  const { page } = app()
  await links().first().focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('L')
  const turns = library().getByRole('columnheader', { name: 'Turns' })
  await turns.getByRole('button').click()
  await expect(turns).toHaveAttribute('aria-sort', 'descending')
  await expect(library().getByRole('row').nth(1)).toContainText('26')
  await turns.getByRole('button').click()
  await expect(turns).toHaveAttribute('aria-sort', 'ascending')
  await expect(library().getByLabel('Sort episodes').locator('option:checked')).toHaveText('By turns, reversed')
  await library().getByRole('button', { name: 'Columns' }).click()
  await library().getByRole('checkbox', { name: 'Deaths' }).check()
  await page.keyboard.press('Escape')
  await expect(library().getByRole('columnheader', { name: 'Deaths' })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(region(page, 'Story')).toBeVisible()
  await library().getByRole('button', { name: 'Table' }).click()
  await expect(library().getByRole('columnheader', { name: 'Deaths' })).toBeVisible()
  await links().first().press('Enter')
  await expect(region(page, 'Story').getByRole('article').first()).toBeVisible()
  await expect(library().getByRole('columnheader')).toHaveCount(0)
})

test('all episodes but three are deleted, after a question that names their number, and restored: 8 steps', async () => {
  const { page, dataFolder } = app()
  await library().getByLabel('Sort episodes').selectOption('newest')
  const person = personAt(page)
  await person.click(library().getByLabel('Filter episodes'))
  await person.type('-tag:show')
  await expect(library().getByRole('grid')).toHaveAttribute('aria-rowcount', '27')
  await person.press('Enter')
  await expect(links().and(page.locator(':focus'))).toBeVisible()
  await person.press('ControlOrMeta+a')
  await person.press('Delete')
  await expect(dialog('Delete episodes')).toContainText('Delete 27 episodes?')
  await expect(dialog('Delete episodes')).toContainText('and 22 more')
  await expect(dialog('Delete episodes')).toContainText('names, tags and notes')
  await expectAccessible(page)
  await person.press('Enter')
  await expect(library()).toContainText('Deleted 27 episodes.')
  await expect(library().getByRole('button', { name: 'Undo' })).toBeFocused()
  expect(existsSync(join(dataFolder, '.trash', idOfVaried(3), 'events.jsonl'))).toBe(true)
  await person.press('Enter')
  await expect.poll(() => existsSync(join(dataFolder, '.trash', idOfVaried(3)))).toBe(false)
  await expect(library()).not.toContainText('Deleted 27 episodes')
  await expect(library().getByRole('grid')).toHaveAttribute('aria-rowcount', '27')
  await person.click(library().getByLabel('Filter episodes'))
  await library().getByLabel('Filter episodes').fill('')
  await expect(library().getByRole('grid')).toHaveAttribute('aria-rowcount', '30')
  expect(person.steps).toBe(8)
  expect(app().pageErrors).toEqual([])
})
