import { eventsOf, expect, region, test, useApp } from '../kit/launch-app'
import { personAt } from '../kit/person'

const app = useApp({ isFirstRun: true })

const banner = () => app().page.getByRole('banner')
const happened = (type: string, mode?: string) =>
  eventsOf(app().dataFolder).filter((event) => event.event_type === type && event.mode === mode).length

test('a user without a mouse starts, pauses, steps, ends and exports an episode: 13 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const command = async (name: string) => {
    await person.press('ControlOrMeta+k')
    await person.type(name)
    await expect(palette.getByRole('option', { selected: true })).toHaveAccessibleName(name)
    await person.press('Enter')
  }
  await command('Start')
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 2' })).toBeVisible()
  // If the page did not know the player yet, the key would play the recording.
  await expect(banner().getByText(/^Live · turn/)).toBeVisible()

  await person.press('Space')
  await expect(banner().getByText('Paused by the user')).toBeVisible()
  const before = happened('turn_completed')
  await person.press('F10')
  await expect.poll(() => happened('turn_completed')).toBe(before + 1)
  // If the page did not know of the pause yet, the key would request one.
  await expect(banner().getByText(/^Paused/)).toBeVisible()
  await person.press('F8')
  await expect(banner().getByText(/^Live · turn/)).toBeVisible()

  await person.press('Home')
  await expect(region(page, 'Timeline').getByRole('slider')).toHaveAttribute('aria-valuenow', '0')
  await person.press('ArrowRight')
  await person.press('End')
  await person.press('Shift+F8')
  await expect(banner().getByText('Stopped')).toBeVisible()
  await expect.poll(() => happened('episode_ended')).toBe(1)

  await person.press('ControlOrMeta+s')
  await expect(page.getByRole('dialog', { name: 'Export episode' })).toBeVisible()
  await person.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await person.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(person.steps).toBe(13)
  expect(app().pageErrors).toEqual([])
})
