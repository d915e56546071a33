import { acts, type ScriptedEndpoint, startScriptedEndpoint } from '../../src-main/llm/scripted-endpoint.testkit'
import { expectAccessible } from '../kit/accessibility'
import { button, expect, region, startModel, test, useApp, useClosing } from '../kit/launch-app'
import { personAt } from '../kit/person'

const app = useApp()
const atEnd = useClosing()
let endpoint: ScriptedEndpoint
test.beforeAll(async () => {
  endpoint = await startScriptedEndpoint(() => acts('look'))
  atEnd(() => endpoint.close())
})

const place = () => region(app().page, 'Map')
const noted = (text: string) => place().getByRole('listitem').filter({ hasText: text })
const newestPrompt = () => JSON.stringify(endpoint.requests.at(-1)?.messages ?? '')

test('a user writes a note for the player, which reads it with its next prompt: 4 steps', async () => {
  const { page } = app()
  await startModel(page, endpoint.baseUrl, { mind: 'full' })
  await button(page, 'Pause').click()
  await expect(button(page, 'Resume')).toBeVisible()
  const person = personAt(page)
  await person.press('N')
  await person.click(place().getByRole('button', { name: 'Note for the player' }))
  await person.type('The fog lifts at noon.')
  await expectAccessible(page)
  await person.press('Enter')
  await expect(noted('The fog lifts at noon.')).toContainText('Person')
  expect(person.steps).toBe(4)
  const asked = endpoint.requests.length
  await button(page, 'Step turn').click()
  await expect.poll(() => endpoint.requests.length).toBeGreaterThan(asked)
  expect(newestPrompt()).toContain('The fog lifts at noon.')
  await expect(region(page, 'Episodes').getByRole('link')).toContainText('helped')
})

test('a user edits a note, and retracts it: 4 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  await expect(button(page, 'Resume')).toBeVisible()
  await person.click(place().getByRole('button', { name: 'Edit: The fog lifts at noon.' }))
  await person.type(' Or later.')
  await person.press('Enter')
  await expect(noted('The fog lifts at noon. Or later.')).toBeVisible()
  await person.click(place().getByRole('button', { name: /^Retract: The fog/ }))
  await expect(place().getByText('2 closed notes')).toBeVisible()
  await expect(place().getByRole('button', { name: /^Take back/ })).toBeHidden()
  expect(person.steps).toBe(4)
})

test('a user sets an objective by the palette, and closes it: 6 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.press('ControlOrMeta+k')
  await person.type('add objective')
  await person.press('Enter')
  await person.type('Find the tower')
  await person.press('Enter')
  await expect(noted('Find the tower')).toContainText('Person')
  await person.click(place().getByRole('button', { name: 'Close: Find the tower' }))
  await expect(place().getByText('1 closed objective')).toBeVisible()
  expect(person.steps).toBe(6)
  expect(app().pageErrors).toEqual([])
})
