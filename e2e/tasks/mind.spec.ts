import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { browserArgs, findBrowser } from '../../build/scripts/find-browser.mjs'
import { root } from '../../build/scripts/outputs.mjs'
import { MIND_TURNS, mindEpisode } from '../../src-shared/episode/state/mind-episode.testkit'
import { expectAccessible } from '../kit/accessibility'
import { expect, region, test, useApp, useClosing } from '../kit/launch-app'
import { openOnly, withLog } from '../kit/looks'
import { personAt } from '../kit/person'

const app = useApp(withLog(mindEpisode()))
const atEnd = useClosing()
const place = () => region(app().page, 'Map')
const slider = () => region(app().page, 'Timeline').getByRole('slider')
const turn = async () => Number(await slider().getAttribute('aria-valuenow'))

test('a user sees what the player believes and whether it is true, at the end and before: 2 steps', async () => {
  await openOnly(app())
  const person = personAt(app().page)
  await person.press('N')
  await expect(place().getByRole('tab', { name: 'Mind' })).toHaveAttribute('aria-selected', 'true')
  await expect(place().getByRole('listitem').filter({ hasText: 'North is a wall' })).toContainText('Right')
  await person.click(place().getByText('4 closed notes'))
  const lantern = place().getByRole('listitem').filter({ hasText: 'The brass lantern lies here.' })
  await expect(lantern).toContainText('Contradicted in')
  await expect(lantern).toContainText('Stale')
  expect(person.steps).toBe(2)
  await expectAccessible(app().page)
})

test('a user finds where the player was stuck, and why: 4 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.press('Home')
  await person.press('ControlOrMeta+k')
  await person.type('next stuck')
  await person.press('Enter')
  await expect.poll(turn).toBe(MIND_TURNS.stuck)
  await expect(place().getByRole('region', { name: 'Progress of the player' })).toContainText('Stuck, level 1')
  await expect(slider()).toHaveAttribute('aria-valuetext', /stuck, level 1$/)
  expect(person.steps).toBe(4)
})

test('a user sees why an action was rejected, and which action was played instead: 4 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.press(':')
  await person.type(String(MIND_TURNS.rejected))
  await person.press('Enter')
  await expect.poll(turn).toBe(MIND_TURNS.rejected)
  const played = region(page, 'Story').locator(`article[data-turn="${MIND_TURNS.rejected}"]`)
  await person.click(played.getByText('1 action rejected'))
  await expect(played).toContainText('did nothing here.')
  await expect(played.getByRole('listitem').last()).toContainText('played')
  expect(person.steps).toBe(4)
})

test('a user finds a word in notes and verdicts, which the page then shows: 4 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  const bar = page.getByRole('search', { name: 'Find in the story' })
  await person.press('ControlOrMeta+f')
  await person.type('trapdoor')
  await expect(bar.getByRole('status')).toHaveText('No hits')
  await person.click(bar.getByRole('button', { name: 'Mind' }))
  await expect(bar.getByRole('status')).toHaveText('2 hits')
  await person.press('F3')
  await expect
    .poll(() =>
      page.evaluate(() =>
        Array.from(CSS.highlights.get('found-here') ?? [], (found) => (found as Range).toString().toLowerCase()),
      ),
    )
    .toEqual(['trapdoor'])
  expect(person.steps).toBe(4)
  await page.keyboard.press('Escape')
})

test('the exported page of the episode shows the same without the app', async () => {
  const { page, dataFolder } = app()
  const file = join(dataFolder, 'mind.html')
  const cli = join(root, 'out/main/cli.js')
  const [, episode = ''] = /episode\/([^/]+)/.exec(page.url()) ?? []
  execFileSync(process.execPath, [cli, 'export', episode, '--format', 'html', '--out', file, '--data', dataFolder])
  const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: browserArgs })
  atEnd(() => browser.close())
  const context = await browser.newContext({ offline: true, viewport: { width: 1440, height: 900 } })
  const replay = await context.newPage()
  await replay.goto(pathToFileURL(file).href)
  await replay.keyboard.press('End')
  await replay.keyboard.press('N')
  await expect(region(replay, 'Map')).toContainText('North is a wall: the cellar lies east.')
  await expect(region(replay, 'Timeline')).toContainText('Stuck')
  await replay.keyboard.press('Home')
  for (let step = 0; step < MIND_TURNS.rejected; step++) await replay.keyboard.press('j')
  await expect(region(replay, 'Story')).toContainText('1 action rejected')
  await expectAccessible(replay)
  expect(app().pageErrors).toEqual([])
})
