import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/scripts/outputs.mjs'
import { button, expect, region, test, useApp } from '../kit/launch-app'
import { personAt } from '../kit/person'

const app = useApp()
const manor = join(root, 'src-main/story/fixtures/standalone/manor.z3')
const stories = () => app().page.getByRole('dialog', { name: 'Stories' })
const start = () =>
  app().page.getByRole('dialog', { name: 'New episode' }).getByRole('button', { name: 'Start', exact: true })

test('a story on this computer is played, by its path: 6 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.click(button(page, 'Stories'))
  await person.click(stories().getByRole('textbox', { name: 'Path of a story file' }))
  await person.type(manor)
  await person.press('Enter')
  await expect(stories().getByRole('status').filter({ hasText: '“manor” is in the library.' })).toBeVisible()
  await person.click(button(page, 'Play manor'))
  await person.click(start())
  await expect(region(page, 'Episodes').getByRole('link').first()).toContainText('manor')
  await expect(region(page, 'Story').getByRole('article').first()).toBeVisible()
  expect(person.steps).toBe(6)
})

test('a story that is dropped on the window is played: 3 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.drop({ name: 'Another house.z4', bytes: readFileSync(manor.replace('z3', 'z4')) })
  await expect(stories().getByRole('heading', { name: 'Another house' })).toBeVisible()
  await person.click(button(page, 'Play Another house'))
  await person.click(start())
  await expect(region(page, 'Episodes').getByRole('link').first()).toContainText('Another house')
  expect(person.steps).toBe(3)
  expect(app().pageErrors).toEqual([])
})
