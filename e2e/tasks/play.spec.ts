import { button, eventsOf, expect, region, test, useApp } from '../kit/launch-app'
import { personAt } from '../kit/person'

const app = useApp()

test('a user plays the story, action by action: 3 steps to the first prompt, 2 per action', async () => {
  const { page, dataFolder } = app()
  const person = personAt(page)
  await person.click(button(page, 'New episode'))
  const sheet = page.getByRole('dialog', { name: 'New episode' })
  await person.click(sheet.getByRole('radio', { name: /^You/ }))
  await person.click(sheet.getByRole('button', { name: 'Start', exact: true }))
  await expect(page.getByRole('textbox', { name: 'Your action' })).toBeFocused()
  expect(person.steps).toBe(3)

  const turn = (number: number) =>
    region(page, 'Story').getByRole('article', { name: new RegExp(`^Turn ${number}\\b`) })
  // An action that is entered before the game waits for input is sent when it does.
  await person.type('take crook')
  await person.press('Enter')
  await expect(turn(1)).toContainText('Taken')
  await person.type('north')
  await person.press('Enter')
  await expect(turn(2)).toContainText('north')
  await expect(page.getByRole('textbox', { name: 'Your action' })).toBeFocused()
  expect(person.steps).toBe(7)
  await expect
    .poll(() => eventsOf(dataFolder).filter(({ event_type }) => event_type === 'turn_completed'))
    .toHaveLength(2)
  await expect(region(page, 'Episodes').getByRole('link')).not.toContainText('helped')
  await button(page, 'Stop').click()
})
