import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../build/scripts/outputs.mjs'
import { expect, region, test, useApp } from '../kit/launch-app'
import { personAt } from '../kit/person'

const app = useApp({
  prepare: (dataFolder) =>
    void execFileSync(process.execPath, [
      join(root, 'out/main/cli.js'),
      ...'play --game glass-weather --player explorer --seed 1 --turns 60 --no-mcp --data'.split(' '),
      dataFolder,
      '--json',
    ]),
})
test.describe.configure({ timeout: 120_000 })

test('a user asks the map for the route between two rooms and copies its commands: 4 steps', async () => {
  const { page } = app()
  await region(page, 'Episodes').getByRole('link').first().click()
  const map = region(page, 'Map')
  const person = personAt(page)
  await person.click(map.getByRole('button', { name: 'Route', exact: true }))
  const way = map.getByRole('region', { name: 'Route' })
  await expect(way).toContainText('Select the room where the route starts.')
  const rooms = map.locator('[data-location]')
  const [from, to] = [rooms.first(), rooms.nth(4)]
  await person.click(from)
  await person.click(to)
  await expect(from).toContainText('A')
  await expect(to).toContainText('B')
  await expect(way).toContainText(/\d+ moves? over known exits/)
  await expect(map.locator('path[class*="way"]').first()).toBeAttached()
  const moves = await way
    .getByRole('list', { name: 'Moves' })
    .getByRole('listitem')
    .locator('[class*="exit"]')
    .allTextContents()
  await page
    .context()
    .grantPermissions(['clipboard-read', 'clipboard-write'])
    .catch(() => {})
  await person.click(way.getByRole('button', { name: 'Copy commands' }))
  await expect(way.getByRole('button', { name: 'Copied' })).toHaveAttribute('title', moves.join('. '))
  expect(person.steps).toBe(4)
})

test('a user asks for the route by keyboard alone: 7 steps', async () => {
  const { page } = app()
  const map = region(page, 'Map')
  await page.reload()
  await expect(map.locator('[data-location][data-here]')).toBeVisible()
  await map.focus()
  const person = personAt(page)
  await person.press('W')
  const way = map.getByRole('region', { name: 'Route' })
  await expect(way).toBeVisible()
  await person.press('/')
  await person.type('fell')
  await person.press('Enter')
  await expect(way).toContainText('From Fell Gate: select the destination.')
  const first = map.locator('[data-location][data-end="from"]')
  await expect(first).toBeFocused()
  await person.press('ArrowUp')
  await person.press('Enter')
  await expect(way).toContainText(/over known exits|No known route/)
  await person.press('Escape')
  await expect(way).toBeHidden()
  expect(person.steps).toBe(7)
})

test('Escape first removes the route and then closes the maximized map, wherever the focus is', async () => {
  const { page } = app()
  const map = region(page, 'Map')
  const way = map.getByRole('region', { name: 'Route' })
  const story = region(page, 'Story')
  await page.keyboard.press('M')
  await expect(story).toBeHidden()
  await page.keyboard.press('W')
  await expect(way).toBeVisible()
  await map.focus()
  await page.keyboard.press('Escape')
  await expect(way).toBeHidden()
  await expect(story).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(story).toBeVisible()
})
