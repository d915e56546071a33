import { foldEvents, sampleEpisode } from '../../src-shared/episode/state/sample-episode.testkit'
import { expect, region, test, useApp } from '../kit/launch-app'
import { openOnly, withLog } from '../kit/looks'
import { personAt } from '../kit/person'

/** Turn 16 is much longer than the others. */
const log = sampleEpisode({ turns: 40 }).map((event) =>
  event.event_type === 'observation_made' && event.turn === 16
    ? { ...event, text: `${event.text}\n${'The walls are damp, and far below water is running. '.repeat(30)}` }
    : event,
)
const app = useApp(withLog(log))

const slider = () => region(app().page, 'Timeline').getByRole('slider')
const turn = async () => Number(await slider().getAttribute('aria-valuenow'))
const palette = () => app().page.getByRole('dialog', { name: 'Command palette' })
const chosen = () => palette().getByRole('option', { selected: true })

test('a user jumps to a turn by its number: 3 steps', async () => {
  await openOnly(app())
  const person = personAt(app().page)
  await person.press('ControlOrMeta+k')
  await person.type('@17')
  await expect(chosen()).toContainText('Turn 17')
  await person.press('Enter')
  await expect.poll(turn).toBe(17)
  expect(person.steps).toBe(3)
})

test('the turn that a user jumps to is completely in sight, whatever is above it', async () => {
  const cut = async () => {
    const story = await region(app().page, 'Story').locator('[data-first-stop]').boundingBox()
    const article = await app().page.getByRole('article', { name: 'Turn 17', exact: true }).boundingBox()
    if (!story || !article) return Infinity
    return Math.max(story.y - article.y, article.y + article.height - story.y - story.height)
  }
  await expect.poll(cut).toBeLessThanOrEqual(0)
})

test('a user jumps to the turn in which a room was first entered: 3 steps', async () => {
  const rooms = Object.values(foldEvents(log).map.locations)
  const room = rooms.findLast(({ name }) => rooms.filter((other) => other.name.startsWith(name)).length === 1)
  const person = personAt(app().page)
  await person.press('ControlOrMeta+k')
  await person.type(room?.name ?? '')
  await expect(chosen()).toContainText('first visited on turn')
  await person.press('Enter')
  await expect.poll(turn).toBe(room?.firstTurn)
  await expect(region(app().page, 'Map').locator('[data-location][data-here]')).toContainText(room?.name ?? '')
  expect(person.steps).toBe(3)
})

test('a user jumps to an event of a turn, and from there to the next event: 4 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.press('ControlOrMeta+k')
  await person.type('12.3')
  await expect(chosen()).toContainText('Turn 12, event 3')
  await person.press('Enter')
  await expect(page).toHaveURL(/\/12\.3$/)
  await person.press('.')
  await expect(page).toHaveURL(/\/12\.[4-9]$/)
  expect(person.steps).toBe(4)
})

test('a user jumps to the next change of the score by one key: 1 step', async () => {
  const gain = log.find(
    (event) => event.event_type === 'observation_made' && event.turn > 12 && event.text.includes('score has just'),
  )
  const person = personAt(app().page)
  await person.press('}')
  await expect.poll(turn).toBe(gain && 'turn' in gain ? gain.turn : -1)
  expect(person.steps).toBe(1)
})

test('a user jumps to a setting, which gets the focus, and changes and resets it: 6 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.press('ControlOrMeta+k')
  await person.type('tool call timeout')
  await expect(chosen()).toContainText('Tool call timeout')
  await person.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Settings' })
  const timeout = sheet.getByRole('textbox', { name: 'Tool call timeout' })
  await expect(timeout).toBeFocused()
  expect(person.steps).toBe(3)

  const before = await timeout.inputValue()
  await person.press('ControlOrMeta+a')
  await person.type('7')
  await person.click(sheet.getByRole('button', { name: 'Reset to default: Tool call timeout' }))
  await expect(timeout).toHaveValue(before)
  expect(person.steps).toBe(6)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('a user jumps to the text size, and changes it for the whole window: 4 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.press('ControlOrMeta+k')
  await person.type('text size')
  await person.press('Enter')
  const size = page.getByRole('dialog', { name: 'Settings' }).getByLabel('Text size')
  await person.choose(size, '200 %')
  expect(person.steps).toBe(4)
  await expect(page.locator('html')).toHaveCSS('font-size', '32px')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await size.selectOption('100')
  await page.keyboard.press('Escape')
})

test('a user jumps to a theme, which the whole window then uses: 3 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.press('ControlOrMeta+k')
  await person.type('high contrast')
  await person.press('Enter')
  await expect(page.locator('html[data-theme="contrast"]')).toBeAttached()
  expect(person.steps).toBe(3)
})

test('a user jumps to an episode by its seed: 3 steps', async () => {
  const { page } = app()
  const [started] = log
  await page.evaluate(() => {
    location.hash = ''
  })
  await expect(page.getByText('No episode open.')).toBeVisible()
  const person = personAt(page)
  await person.press('ControlOrMeta+k')
  await person.type(String(started?.event_type === 'episode_started' ? started.seed : ''))
  await expect(palette().getByRole('group', { name: 'Episodes' }).getByRole('option')).toHaveCount(1)
  await person.press('Enter')
  await expect(region(page, 'Story').getByRole('article').last()).toBeVisible()
  expect(person.steps).toBe(3)
  expect(app().pageErrors).toEqual([])
})
