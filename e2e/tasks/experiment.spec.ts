import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode24 } from '../../build/scripts/node24.mjs'
import { root } from '../../build/scripts/outputs.mjs'
import { expectAccessible } from '../kit/accessibility'
import { expect, region, test, useApp } from '../kit/launch-app'
import { personAt } from '../kit/person'

const FILE = `
[experiment]
name = "two-arms"
seeds = "1..4"
[orchestrator]
max_turns_per_episode = 12
[[arm]]
name = "random"
run.player = "random"
[[arm]]
name = "explorer"
run.player = "explorer"
`

/** An experiment with all but two of its episodes played. */
function playMost(dataFolder: string): void {
  mkdirSync(dataFolder, { recursive: true })
  const file = join(dataFolder, '..', 'two-arms.experiment.toml')
  writeFileSync(file, FILE)
  const cli = join(root, 'out/main/cli.js')
  execFileSync(findNode24(), [cli, 'experiment', 'run', file, '--data', dataFolder, '--limit', '6'], {
    stdio: 'ignore',
  })
}

const app = useApp({ prepare: playMost })

test('a user reads the results of an experiment, and opens one of its episodes: 3 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.press('E')
  await person.click(page.getByRole('button', { name: /^two-arms/ }))
  await expect(page.getByRole('status').filter({ hasText: '6 of 8 played' })).toBeVisible()
  await expect(
    page.getByText(/^(?:No clear difference|explorer is ahead|random is ahead|explorer and random are equal)/),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: /^explorer explorer/ })).toContainText('%')
  await expect(page.getByRole('img', { name: /not started/ })).toHaveCount(2)
  await expect(page.getByRole('img', { name: 'score by turn' })).toBeVisible()
  // The stories form a column beside the arms, whose names are not equally long.
  const stories = page.getByTitle('Glass Weather', { exact: true })
  const lefts = (await stories.all()).map(async (name) => (await name.boundingBox())?.x)
  expect(lefts).toHaveLength(2)
  expect(new Set(await Promise.all(lefts)).size).toBe(1)
  await expectAccessible(page)
  await person.click(page.getByRole('link', { name: /^seed 1: .* turns$/ }).last())
  await expect(region(page, 'Story').locator('article[data-turn="12"]')).toBeVisible()
  // The separator before the link keeps its spaces.
  await expect(page.getByRole('link', { name: 'experiment two-arms' }).locator('..')).toHaveCSS('white-space', 'pre')
  expect(person.steps).toBe(3)
})

test('a user compares the two episodes of a seed: 3 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.press('E')
  await person.click(page.getByRole('button', { name: /^two-arms/ }))
  await expect(page.locator('[data-first-stop]')).toBeFocused()
  // Both choices are side by side.
  const arm = await page.getByRole('combobox', { name: 'Arm' }).boundingBox()
  const other = await page.getByText(/^compared with/).boundingBox()
  expect((other?.x ?? 0) - (arm?.x ?? 0) - (arm?.width ?? 0)).toBeLessThan(40)
  await person.click(page.getByRole('link', { name: 'Compare' }).first())
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/compar/i)
  expect(person.steps).toBe(3)
})

test('a user starts an experiment from the form, after a dry run, and repeats it: 7 steps', async () => {
  const { page } = app()
  // At this height no check box is half below the edge, which axe would measure as a smaller target.
  await page.setViewportSize({ width: 800, height: 640 })
  await page.goto(`${page.url().split('#')[0]}#/`)
  const person = personAt(page)
  await person.press('E')
  await person.click(page.getByRole('button', { name: 'New experiment…' }))
  const sheet = page.getByRole('dialog', { name: 'New experiment' })
  await expectAccessible(page)
  await person.click(sheet.getByRole('textbox', { name: 'Seeds' }))
  await sheet.getByRole('textbox', { name: 'Seeds' }).fill('1..2')
  await sheet.getByRole('textbox', { name: 'Turns per episode' }).fill('5')
  await person.click(sheet.getByRole('button', { name: 'Dry run' }))
  await expect(sheet.getByRole('status')).toContainText('experiment-1: 4 episodes (2 arms × 1 story × 1 handicap')
  await expect(sheet.getByRole('status')).toBeFocused()
  await expect(sheet.getByRole('status')).toBeInViewport({ ratio: 0.99 })
  await person.click(sheet.getByRole('button', { name: 'Start 4 episodes' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('experiment-1')
  await expect(page.getByRole('status').filter({ hasText: 'Ended · 4 of 4 played' })).toBeVisible()
  await expect(page.getByText(/^(?:No clear difference|explorer|random).*\b2 pairs/)).toBeVisible()

  await person.click(page.getByRole('button', { name: 'Repeat…' }))
  await expect(sheet.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('experiment-2')
  await expect(sheet.getByRole('textbox', { name: 'Seeds' })).toHaveValue('1..2')
  await expect(sheet.getByRole('textbox', { name: 'Turns per episode' })).toHaveValue('5')
  await person.press('Escape')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export report' }).click()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('experiment-1.csv')
  expect(person.steps).toBe(7)
})

test('each invalid field of the form names the valid values, until it is corrected', async () => {
  const { page } = app()
  await page.goto(`${page.url().split('#')[0]}#/`)
  // If the page of experiments is open, it closes a moment later.
  await expect(page.getByText('No episode open.')).toBeVisible()
  await page.keyboard.press('E')
  await page.getByRole('button', { name: 'New experiment…' }).click()
  const sheet = page.getByRole('dialog', { name: 'New experiment' })
  const [seeds, handicaps] = [
    sheet.getByRole('textbox', { name: 'Seeds' }),
    sheet.getByRole('textbox', { name: 'Handicaps' }),
  ]
  await handicaps.fill('L2, L9')
  await seeds.fill('abc')
  await sheet.getByRole('button', { name: 'Dry run' }).click()
  await expect(seeds).toBeFocused()
  await expect(sheet.getByRole('alert')).toHaveText([
    'Seeds are numbers and ranges, such as 1..20 or 1, 5, 9.',
    'Handicaps are L0 to L5, such as L2, L4.',
  ])
  await expect(handicaps).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await handicaps.fill('L2, L4')
  await seeds.fill('1..2')
  await expect(sheet.getByRole('alert')).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Discard changes' }).click()
  await page.keyboard.press('Escape')
})

test('a click on a story is not lost when an invalid field is left', async () => {
  const { page } = app()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${page.url().split('#')[0]}#/`)
  // If the page of experiments is open, it closes a moment later.
  await expect(page.getByText('No episode open.')).toBeVisible()
  await page.keyboard.press('E')
  await page.getByRole('button', { name: 'New experiment…' }).click()
  const sheet = page.getByRole('dialog', { name: 'New experiment' })
  const box = sheet.getByRole('checkbox').first()
  for (const [field, typed] of [
    ['Handicaps', 'L9'],
    ['Name', '-'],
  ] as const) {
    await sheet.getByRole('textbox', { name: field }).first().fill(typed)
    const before = await box.boundingBox()
    const wasChecked = await box.isChecked()
    await box.click()
    await expect(box).toBeChecked({ checked: !wasChecked })
    await expect(sheet.getByRole('alert').first()).toBeVisible()
    expect(await box.boundingBox()).toEqual(before)
  }
  await sheet.getByRole('button', { name: 'Discard changes' }).click()
  await page.keyboard.press('Escape')
})

test('a user distinguishes experiments in the list, and deletes one: 3 steps', async () => {
  const { page, dataFolder } = app()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${page.url().split('#')[0]}#/`)
  // If the page of experiments is open, it closes a moment later.
  await expect(page.getByText('No episode open.')).toBeVisible()
  const person = personAt(page)
  await person.press('E')
  const list = page.getByRole('list').filter({ hasText: 'two-arms' })
  await expect(list.getByRole('button', { name: /^two-arms/ })).toHaveText(
    /^two-arms\d\d:\d\dStopped at the limit · 6 of 8 played · random, explorer$/,
  )
  const episodes = readdirSync(dataFolder).filter((name) => name.startsWith('two-arms'))
  await person.click(list.getByRole('button', { name: 'Delete two-arms…' }))
  const sheet = page.getByRole('dialog', { name: 'Delete experiment' })
  await expect(sheet).toContainText('Its episodes stay in the library.')
  await expectAccessible(page)
  await person.click(sheet.getByRole('button', { name: 'Delete' }))
  await expect(list).toHaveCount(0)
  await page.getByRole('button', { name: 'New experiment…' }).click()
  // The name "experiment" is taken by the previous experiment.
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('experiment-2')
  await page.keyboard.press('Escape')
  expect(existsSync(join(dataFolder, '.experiments/two-arms'))).toBe(false)
  expect(readdirSync(dataFolder).filter((name) => name.startsWith('two-arms'))).toEqual(episodes)
  expect(person.steps).toBe(3)
})
