import { sampleEpisode } from '../../src-shared/episode/state/sample-episode.testkit'
import { expect, region, test, useApp } from '../kit/launch-app'
import { openOnly, withLog } from '../kit/looks'
import { personAt } from '../kit/person'

const log = sampleEpisode({ turns: 40 })
const app = useApp(withLog(log))

const WORD = 'gone up'
/** Turns whose text contains the word. */
const turns = log.flatMap((event) =>
  event.event_type === 'observation_made' && event.text.includes(WORD) ? [event.turn] : [],
)

const slider = () => region(app().page, 'Timeline').getByRole('slider')
const turn = async () => Number(await slider().getAttribute('aria-valuenow'))
const bar = () => app().page.getByRole('search', { name: 'Find in the story' })
const rows = () => region(app().page, 'Story').getByRole('article')
/** Highlighted text on the page. */
const marked = (name: 'found' | 'found-here') =>
  app().page.evaluate(
    (mark) => Array.from(CSS.highlights.get(mark) ?? [], (place) => (place as Range).toString().toLowerCase()),
    name,
  )

test('a user finds the second turn with a word, and the other turns stay visible: 4 steps', async () => {
  await openOnly(app())
  const { page } = app()
  const person = personAt(page)
  await person.press('ControlOrMeta+f')
  await person.type(WORD)
  await expect(bar().getByText(String(turns.length), { exact: true })).toBeVisible()
  expect(await turn()).toBe(40)
  await person.press('Enter')
  await expect.poll(turn).toBe(turns[0])
  await person.press('Enter')
  await expect.poll(turn).toBe(turns[1])
  await expect(bar().getByText(`2/${turns.length}`, { exact: true })).toBeVisible()
  await expect(bar().getByRole('status')).toHaveText(`Hit 2 of ${turns.length} hits`)
  await expect.poll(() => marked('found-here')).toEqual([WORD])
  await expect(
    rows()
      .filter({ hasNot: page.getByText(WORD) })
      .first(),
  ).toBeVisible()
  expect(person.steps).toBe(4)
})

test('a separate switch hides the other turns, and closing the bar shows them again: 2 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  const here = await turn()
  await person.click(bar().getByRole('switch', { name: 'Only turns with hits' }))
  await expect(region(page, 'Story')).toContainText(`${turns.length} of 40 shown`)
  for (const row of await rows().all()) await expect(row).toContainText(WORD)
  await person.press('Escape')
  await expect(bar()).toBeHidden()
  await expect(rows().filter({ has: page.getByRole('link', { name: String(here), exact: true }) })).toBeInViewport()
  await expect(region(page, 'Story')).not.toContainText('shown')
  expect(await turn()).toBe(here)
  expect(await marked('found')).toEqual([])
  expect(person.steps).toBe(2)
})

test('the arguments of a call are found, and the call opens: 4 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  const name = 'totalThoughts'
  await person.press('ControlOrMeta+f')
  await person.type(name)
  await expect(bar().getByRole('status')).toHaveText('No hits')
  await person.click(bar().getByRole('button', { name: 'Calls' }))
  await expect(bar().getByRole('status')).toHaveText(/^[1-9]\d* hits$/)
  await person.press('F3')
  await expect.poll(() => marked('found-here')).toEqual([name.toLowerCase()])
  await expect(rows().locator('details[open]')).toContainText(name)
  expect(person.steps).toBe(4)
  expect(app().pageErrors).toEqual([])
})
