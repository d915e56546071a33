import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/scripts/outputs.mjs'
import { sampleEpisode } from '../../src-shared/episode/state/sample-episode.testkit'
import { expectAccessible } from '../kit/accessibility'
import { button, expect, region, test, useApp } from '../kit/launch-app'

const cli = (dataFolder: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(root, 'out/main/cli.js'), ...args, '--data', dataFolder], { stdio: 'ignore' })

const app = useApp({
  prepare(dataFolder) {
    cli(dataFolder, 'play', '--game', 'glass-weather', '--player', 'explorer', '--turns', '12', '--no-mcp')
    mkdirSync(join(dataFolder, 'aa-sample'))
    writeFileSync(
      join(dataFolder, 'aa-sample', 'events.jsonl'),
      sampleEpisode({ turns: 30 })
        .map((event) => `${JSON.stringify(event)}\n`)
        .join(''),
    )
  },
})
const library = () => region(app().page, 'Episodes')
const links = () => library().getByRole('link')
const dialog = (name: string) => app().page.getByRole('dialog', { name })

test('an episode is renamed by keyboard, and its log does not change', async () => {
  const { page, dataFolder } = app()
  const log = readFileSync(join(dataFolder, 'aa-sample', 'events.jsonl'), 'utf8')
  await links().filter({ hasText: 'The Sample' }).focus()
  await page.keyboard.press('F2')
  await expect(dialog('Rename episode').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('A walk on the grid')
  await page.keyboard.press('Enter')
  await expect(links().filter({ hasText: 'A walk on the grid' })).toBeVisible()
  expect(readFileSync(join(dataFolder, 'aa-sample', 'events.jsonl'), 'utf8')).toBe(log)
})

test('the list is sorted and filtered', async () => {
  await library().getByLabel('Sort episodes').selectOption('turns')
  await expect(links().first()).toContainText('A walk on the grid')
  await links().first().focus()
  await app().page.keyboard.press('ArrowDown')
  await expect(links().nth(1)).toBeFocused()
  await library().getByLabel('Filter episodes').fill('glass')
  await expect(links()).toHaveCount(1)
  await links().hover()
  await expect(links().getByText(/\/100$/), 'the button of the menu leaves the score visible').toBeVisible()
  await library().getByLabel('Filter episodes').fill('x'.repeat(10_000))
  const answer = library().getByText(/^No episode matches/)
  expect(await answer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await library().getByLabel('Filter episodes').fill('')
  await library().getByLabel('Which episodes').selectOption('noted')
  await expect(library()).toContainText('No matching episodes.')
  await library().getByLabel('Which episodes').selectOption('all')
})

test('bookmarks and notes are made by key, and shown in story, timeline and list', async () => {
  const { page, dataFolder } = app()
  await links().filter({ hasText: 'A walk on the grid' }).click()
  await expect(region(page, 'Timeline').getByRole('slider')).toHaveAttribute('aria-valuemax', '30')
  await button(page, 'First turn').click()
  await button(page, 'Next turn').click()
  await page.keyboard.press('m')
  await page.keyboard.press('n')
  await expect(dialog('Note on turn 1').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Here it begins.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(region(page, 'Story').getByRole('note')).toHaveText('Here it begins.')
  const marks = library().getByRole('region', { name: 'Your marks' })
  await expect(marks.getByRole('button')).toHaveAccessibleName(/Turn 1 Here it begins\. Bookmark/)
  await button(page, 'Last turn').click()
  await marks.getByRole('button').click()
  await expect(region(page, 'Timeline').getByRole('slider')).toHaveAttribute('aria-valuenow', '1')
  await expect(region(page, 'Timeline').locator('[data-mark]')).toHaveCount(1)
  expect(readdirSync(join(dataFolder, 'aa-sample'))).toContain('annotations.json')
  await expectAccessible(page)
})

test('a breakpoint and a pause rule stop the playback', async () => {
  const { page } = app()
  await button(page, 'Next turn').click()
  await page.keyboard.press('b')
  await expect(region(page, 'Story').getByRole('img', { name: 'Breakpoint' })).toBeVisible()
  await button(page, 'First turn').click()
  await button(page, 'Play turns').click()
  await expect(page.getByRole('banner')).toContainText('Stopped at a breakpoint')
  await page.keyboard.press('p')
  await dialog('Pause rules').getByLabel('New room').check()
  await dialog('Pause rules').getByRole('button', { name: 'Done' }).click()
  await button(page, 'First turn').click()
  await button(page, 'Play turns').click()
  await expect(page.getByRole('banner')).toContainText(/Paused: new room|Stopped at a breakpoint/)
})

test('a deleted episode is in the trash until it is restored', async () => {
  const { page, dataFolder } = app()
  await links().filter({ hasText: 'A walk on the grid' }).focus()
  await page.keyboard.press('Delete')
  await expect(dialog('Delete episode')).toContainText('“A walk on the grid” with 30 turns')
  await page.keyboard.press('Enter')
  await expect(links()).toHaveCount(1)
  expect(existsSync(join(dataFolder, '.trash', 'aa-sample', 'events.jsonl'))).toBe(true)
  await expect(page.getByText('Undo', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(links()).toHaveCount(2)
  expect(existsSync(join(dataFolder, 'aa-sample', 'annotations.json'))).toBe(true)
})

test('the trash names its content, and is emptied after a confirmation', async () => {
  const { page, dataFolder } = app()
  await links().filter({ hasText: 'A walk on the grid' }).focus()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(links()).toHaveCount(1)
  await button(page, 'Trash').click()
  await expect(dialog('Trash')).toContainText('A walk on the grid')
  await dialog('Trash').getByRole('button', { name: 'Empty the trash' }).click()
  await expect(dialog('Trash').getByRole('alert')).toContainText('Permanently delete this episode')
  await expect(dialog('Trash').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await dialog('Trash').getByRole('button', { name: 'Delete 1 episode' }).click()
  await expect.poll(() => existsSync(join(dataFolder, '.trash', 'aa-sample'))).toBe(false)
  await expect(button(page, 'Undo')).toBeHidden()
  await button(page, 'Trash').click()
  await expect(dialog('Trash')).toContainText('Deleted episodes appear here')
  await page.keyboard.press('Escape')
})

const logOf = (events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')

test('a dropped log is opened read-only, with a label', async () => {
  const { page } = app()
  // The dropped log is opened after the story was scrolled up.
  await links().first().click()
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 12' })).toBeInViewport()
  await region(page, 'Story').hover()
  await page.mouse.wheel(0, -2000)
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 12' })).not.toBeInViewport()
  await drop(logOf(sampleEpisode({ turns: 45, seed: 9 })), 'from-a-friend.jsonl')
  await expect(page.getByText('Read-only: from-a-friend.jsonl.')).toBeVisible()
  await expect(links().filter({ hasText: 'From a file, read-only' })).toHaveCount(1)
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 45' })).toBeInViewport()
  await expect(button(page, 'Resume')).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
  await expect(links()).toHaveCount(1)
})

test('a dropped log can be added to the library', async () => {
  const { page } = app()
  await drop(logOf(sampleEpisode({ turns: 8, seed: 9 })), 'to-keep.jsonl')
  await button(page, 'Add to the library').click()
  await expect(page.getByText('Read-only: to-keep.jsonl.')).toBeHidden()
  await expect(links().filter({ hasText: 'From a file, read-only' })).toHaveCount(0)
  await expect(links()).toHaveCount(2)
  // The address follows the open episode a moment later.
  await expect(page).toHaveURL(/#\/episode\/[^/]*-the-sample/)
  await page.reload()
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 8' })).toBeInViewport()
})

test('a dropped file that is not a log is refused, with the number of the invalid line', async () => {
  for (const [name, why] of [
    ['package.jsonl', 'package.jsonl cannot be opened: line 1'],
    ['package.json', 'package.json cannot be opened as an episode: it is neither'],
  ] as const) {
    await drop('{"name":"package"}\n', name)
    await expect(app().page.getByRole('alert')).toContainText(why)
    await button(app().page, 'Dismiss').click()
  }
  expect(app().pageErrors).toEqual([])
})

test('a dropped recording of another program is shown, with a list of what it lacks', async () => {
  const { page } = app()
  const step = { Observation: 'West of House', Action: 'open mailbox', Feedback: 'You see a leaflet.', Score: 5 }
  await drop(JSON.stringify(step), 'a0_s1_steps9.jsonl')
  await expect(page.getByText('Read-only: a0_s1_steps9.jsonl.')).toBeVisible()
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 1' })).toContainText('You see a leaflet.')
  await expect(page.getByText('Another program recorded this. It lacks the file of the story')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
})

async function drop(text: string, name: string): Promise<void> {
  const { page } = app()
  const transfer = await page.evaluateHandle(
    ([content, fileName]) => {
      const data = new DataTransfer()
      data.items.add(new File([content ?? ''], fileName ?? ''))
      return data
    },
    [text, name],
  )
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer })
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}
