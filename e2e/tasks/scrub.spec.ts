import { button, eventsOf, expect, region, startExplorer, test, useApp } from '../kit/launch-app'
import { personAt } from '../kit/person'

const app = useApp({ wordsPerSecond: 200 })
const completed = () => eventsOf(app().dataFolder).filter((event) => event.event_type === 'turn_completed').length

test('a user looks back while the agent plays on, and returns to it: 4 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  const timeline = page.getByRole('slider', { name: 'Playhead' })
  const here = async () => Number(await timeline.getAttribute('aria-valuenow'))
  await startExplorer(page)
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 6' })).toBeVisible()
  const width = (await timeline.boundingBox())?.width ?? 0
  await person.click(timeline, { position: { x: width / 2, y: 20 } })
  const turn = await here()
  const before = completed()
  expect(turn).toBeGreaterThan(0)
  expect(turn).toBeLessThan(before)
  await expect(page.getByRole('banner').getByText(new RegExp(`^Viewing ${turn}, live`))).toBeVisible()
  await expect(region(page, 'Turn inspector')).toContainText(`Turn ${turn}`)
  await expect.poll(completed, { message: 'it plays on' }).toBeGreaterThan(before + 1)
  expect(await here(), 'and the reader stays').toBe(turn)
  await person.press('ArrowLeft')
  await expect.poll(here).toBe(turn - 1)
  await person.press('ArrowRight')
  await expect.poll(here).toBe(turn)
  await person.click(button(page, 'Live'))
  await expect(page.getByRole('banner').getByText(/^Live · turn/)).toBeVisible()
  await expect.poll(here).toBeGreaterThan(turn)
  expect(person.steps).toBe(4)
})
