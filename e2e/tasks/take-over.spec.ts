import {
  acts,
  chunksOf,
  type ScriptedEndpoint,
  startScriptedEndpoint,
} from '../../src-main/llm/scripted-endpoint.testkit'
import { expectAccessible } from '../kit/accessibility'
import { button, eventsOf, expect, region, startModel, test, useApp, useClosing } from '../kit/launch-app'
import { personAt } from '../kit/person'

const app = useApp()
const atEnd = useClosing()
/** The reply to the second and fourth request, which never ends. */
const stalled = { kind: 'stall', chunks: chunksOf({ content: '{"thinking": "I wonder' }).slice(0, 3) } as const
let endpoint: ScriptedEndpoint
test.beforeAll(async () => {
  endpoint = await startScriptedEndpoint((_request, index) => (index === 1 || index === 3 ? stalled : acts('look')))
  atEnd(() => endpoint.close())
})

const story = () => region(app().page, 'Story')
const turn = (number: number) => story().getByRole('article', { name: new RegExp(`^Turn ${number}\\b`) })
const line = (number: number) => story().getByRole('textbox', { name: `Your action for turn ${number}` })
const promptOf = (request: number) => JSON.stringify(endpoint.requests[request]?.messages ?? '')

test('a user plays a turn instead of the agent, and the agent continues: 3 steps', async () => {
  const { page, dataFolder } = app()
  const person = personAt(page)
  await startModel(page, endpoint.baseUrl)
  await expect(story()).toContainText('I wonder')
  await expect(line(2)).toBeVisible()

  await person.press('i')
  await person.type('take crook')
  await person.press('Enter')
  await expect(turn(2)).toContainText('take crook')
  await expect(turn(2)).toContainText('by a person')
  await endpoint.dropped(1)
  await expect(turn(3)).toContainText('look')
  expect(person.steps).toBe(3)

  await expect
    .poll(() => eventsOf(dataFolder).filter(({ event_type }) => event_type === 'action_chosen'))
    .toMatchObject([
      { turn: 1, source: 'model' },
      { turn: 2, source: 'human', action: 'take crook' },
      { turn: 3, source: 'model' },
    ])
  expect(promptOf(2)).toContain('entered this action in my place')
  await expect(region(page, 'Episodes').getByRole('link')).toContainText('helped')
})

test('a user gives the agent a hint, which is in its next prompt: 3 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  // The model is in turn 4.
  await expect.poll(() => endpoint.requests.length).toBe(4)
  await page.keyboard.press('Escape')
  await button(page, 'Pause').click()
  await button(page, 'Cancel call').click()
  await expect(page.getByRole('banner').getByText(/^Paused/)).toBeVisible()
  // The pressed button stays until the pointer leaves it.
  await page.mouse.move(0, 0)

  await person.press('t')
  await person.type('Go north, out of the fog.')
  await person.press('ControlOrMeta+Enter')
  await expect(story()).toContainText('Suggested for turn 4: “Go north, out of the fog.”')
  await expectAccessible(page)
  await button(page, 'Step turn').click()
  await expect(turn(4)).toContainText('Go north, out of the fog.')
  await expect(page.getByRole('banner').getByText('Paused after one step')).toBeVisible()
  await expect.poll(() => promptOf(4)).toContain('suggests:\\nGo north, out of the fog.')
  expect(person.steps).toBe(3)
})

test('a user requests another answer, which creates a fork and pauses the episode: 1 step', async () => {
  const { page } = app()
  const person = personAt(page)
  await expect(line(5)).toBeVisible()
  await page.keyboard.press('Escape')
  await person.press('a')
  const strip = page.getByRole('status').filter({ hasText: 'Turn 4 is answered again in a fork.' })
  await expect(strip).toContainText('The parent is paused.')
  await expect(strip.getByRole('button', { name: 'Undo fork' })).toBeVisible()
  await expect(region(page, 'Episodes').getByRole('link')).toHaveCount(2)
  await expect(turn(4)).toContainText('look')
  await expect(line(5)).toBeVisible()
  expect(person.steps).toBe(1)
})

test('earlier turns have no command line, but a link to it; at the end the story names the help', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.press('Home')
  await expect(story().getByRole('textbox', { name: /^Your action/ })).toBeHidden()
  await expect(story()).toContainText('Go to the end to enter the action for turn 5')
  await person.press('i')
  await expect(line(5)).toBeFocused()
  // Escape leaves the command line; typed letters are then keys again.
  await person.press('Escape')
  await expect(line(5)).not.toBeFocused()
  expect(person.steps).toBe(3)

  await button(page, 'Stop').click()
  await expect(story()).toContainText('help from a person (1 turn, 1 hint, 1 answer discarded)')
  await expect(story().getByRole('textbox', { name: /^Your action/ })).toBeHidden()
  expect(app().pageErrors).toEqual([])
})
