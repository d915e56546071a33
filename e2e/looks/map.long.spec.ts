import { expect } from '../kit/launch-app'
import { useLooks } from '../kit/looks'
import { map, openPlayed, playedByExplorer, room } from '../kit/played-map'

/** Checks the parts that open in the map. */
const { view } = useLooks()

view('map drawing', playedByExplorer, ({ page }) => openPlayed(page))

view('map search', playedByExplorer, async ({ page }) => {
  await openPlayed(page)
  await map(page).focus()
  await page.keyboard.press('/')
  await page.keyboard.type('fell')
  await expect(map(page).getByRole('listbox').getByRole('option').first()).toHaveText('Fell Gate')
})

view('map levels', playedByExplorer, async ({ page }) => {
  await openPlayed(page)
  await map(page).getByRole('combobox', { name: 'Levels of the map' }).selectOption('agent')
  const rail = map(page).getByRole('navigation', { name: 'Levels of the map' })
  await rail
    .getByRole('button', { name: /to the levels below$/ })
    .first()
    .click()
  await expect(page.getByRole('group', { name: /to the levels below$/ }).first()).toBeVisible()
})

view('map legend', playedByExplorer, async ({ page }) => {
  await openPlayed(page)
  await map(page).getByText('Legend', { exact: true }).click()
  await expect(map(page).getByText('The agent is here', { exact: true })).toBeVisible()
})

view('map card', playedByExplorer, async ({ page }) => {
  await openPlayed(page)
  await room(page, /^Fell Gate/).focus()
  await page.keyboard.press('Enter')
  await expect(map(page).getByRole('region', { name: 'Room: Fell Gate' })).toBeVisible()
})

view('map list', playedByExplorer, async ({ page }) => {
  await openPlayed(page)
  await map(page).getByRole('button', { name: 'List' }).click()
  await expect(map(page).getByRole('heading', { name: /^Fell Gate/ })).toBeVisible()
})
