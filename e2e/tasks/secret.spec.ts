import { expectAccessible } from '../kit/accessibility'
import { button, expect, test, useApp } from '../kit/launch-app'
import { personAt } from '../kit/person'

const app = useApp()

test('a secret is saved under a name, never shown again, and deleted: 8 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.click(button(page, 'Settings'))
  const sheet = page.getByRole('dialog', { name: 'Settings' })
  await person.click(sheet.getByRole('tab', { name: 'Secrets' }))
  await person.click(sheet.getByLabel('Name', { exact: true }))
  await person.type('LAMP_TOKEN')
  await person.press('Tab')
  await person.type('brass-lantern')
  await person.press('Enter')
  await expect(sheet.getByText('${secret:LAMP_TOKEN}')).toBeVisible()
  await expect(sheet.getByLabel('Value', { exact: true })).toHaveValue('')
  await expect(sheet).not.toContainText('brass-lantern')
  expect(person.steps).toBe(7)
  await expectAccessible(page)
  await person.click(button(page, 'Delete LAMP_TOKEN'))
  await expect(sheet.getByText('${secret:LAMP_TOKEN}')).toHaveCount(0)
  await expect(sheet.getByLabel('Name', { exact: true })).toBeFocused()
  expect(person.steps).toBe(8)
  expect(app().pageErrors).toEqual([])
})
