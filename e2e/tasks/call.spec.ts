import { expectAccessible } from '../kit/accessibility'
import { button, eventsOf, expect, region, startExplorer, test, useApp } from '../kit/launch-app'
import { personAt } from '../kit/person'

const app = useApp()
const inspector = () => region(app().page, 'Turn inspector')
const again = () => app().page.getByRole('dialog', { name: 'Run think again' })
const optionOf = (beginning: string) =>
  again()
    .getByRole('option', { name: new RegExp(`^${beginning}`) })
    .innerText()
const given = () => again().getByRole('textbox', { name: 'Arguments as JSON' })

test('a call is found, read, and its arguments copied: 4 steps', async () => {
  const { page } = app()
  await startExplorer(page)
  // The explorer calls the thinking tool when its choice is close.
  const made = () => eventsOf(app().dataFolder).filter(({ event_type }) => event_type === 'mcp_tool_result').length
  await expect.poll(made).toBeGreaterThan(2)
  await button(page, 'Pause').click()
  await expect(page.getByRole('banner').getByText(/^Paused/)).toBeVisible()

  const person = personAt(page)
  await person.click(inspector().getByRole('tab', { name: 'Calls' }))
  await person.click(inspector().getByRole('button', { name: 'Whole episode' }))
  await expect(inspector().getByRole('combobox', { name: 'Server and tool' })).toContainText(
    /thoughtbox · think \(\d+\)/,
  )
  await expect(inspector()).toContainText(/^.*\d calls · median [\d.]+ m?s · longest [\d.]+ m?s/)
  await person.click(inspector().getByRole('listitem').first().getByText('thoughtbox · think'))
  await expect(inspector()).toContainText('"thoughtHistoryLength": 1')
  await person.click(inspector().getByRole('button', { name: 'Copy arguments' }))
  await expect(inspector().getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(person.steps).toBe(4)
  await expectAccessible(page)
})

test('the turn of a call is one step away', async () => {
  const person = personAt(app().page)
  const turn = await inspector().getByRole('listitem').first().getByRole('button').first().innerText()
  await person.click(
    inspector()
      .getByRole('button', { name: `Go to turn ${turn}` })
      .first(),
  )
  await expect(region(app().page, 'Timeline').getByRole('slider')).toHaveAttribute('aria-valuenow', turn)
  expect(person.steps).toBe(1)
})

test('the call is repeated outside of the episode: 2 steps, 4 more with other arguments, 2 more to compare it', async () => {
  const { page, dataFolder } = app()
  const logged = eventsOf(dataFolder).length
  const person = personAt(page)
  await person.click(inspector().getByRole('button', { name: 'Run again…' }))
  await expect(again().getByRole('button', { name: 'Call think' })).toBeFocused()
  await person.press('Enter')
  const answer = again().getByRole('region', { name: 'Result of think' })
  await expect(answer).toContainText('"thoughtNumber": 1')
  await expect(again()).toContainText('Both results are the same.')
  await expectAccessible(page)
  expect(person.steps).toBe(2)

  // The copied text equals the field.
  const before = await given().inputValue()
  await given().press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+v')
  await expect(given()).toHaveValue(before)

  await person.click(given())
  await person.press('ControlOrMeta+a')
  await person.type('{ "thought": "Up?", "thoughtNumber": 2, "totalThoughts": 2, "nextThoughtNeeded": false }')
  await person.click(again().getByRole('button', { name: 'Call think' }))
  await expect(answer).toContainText('"thoughtNumber": 2')
  await expect(again()).toContainText('The results differ.')
  expect(person.steps).toBe(6)

  // Both calls by hand remain, and can be compared with each other.
  await expect(again().getByRole('region', { name: 'Changes' })).toContainText('+   "thoughtNumber": 2')
  await person.choose(again().getByRole('combobox', { name: 'Compare with' }), await optionOf('Call 1 by hand'))
  await expect(again().getByRole('region', { name: /^Call 1 by hand/ })).toContainText('"thoughtNumber": 1')
  await person.click(again().getByRole('button', { name: 'Show call 1' }))
  await expect(again()).toContainText('Both results are the same.')
  await expectAccessible(page)
  expect(person.steps).toBe(8)

  await page.keyboard.press('Escape')
  await expect(again()).toBeHidden()
  expect(eventsOf(dataFolder)).toHaveLength(logged)
  expect(app().pageErrors).toEqual([])
})
