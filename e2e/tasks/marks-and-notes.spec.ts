import { sampleEpisode } from '../../src-shared/episode/state/sample-episode.testkit'
import { expect, region, test, useApp } from '../kit/launch-app'
import { openOnly, withLog } from '../kit/looks'
import { personAt } from '../kit/person'

const app = useApp(withLog(sampleEpisode({ turns: 40 })))

test('a user marks a turn, writes a note on it, and finds both again after a reload: 8 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  const place = region(page, 'Map')
  const turn = page.getByRole('slider', { name: 'Playhead' })
  await openOnly(app())
  await person.press('5')
  await expect(turn).toHaveAttribute('aria-valuenow', '20')
  await person.press('m')
  await person.click(place.getByRole('tab', { name: 'Mind' }))
  await expect(place.getByRole('listitem').filter({ hasText: 'Turn 20' })).toContainText('Bookmark')
  await person.press('n')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await person.type('Here it turned back.')
  await person.press('ControlOrMeta+Enter')
  await expect(place.getByRole('listitem').filter({ hasText: 'Here it turned back.' })).toContainText('Bookmark')
  await page.reload()
  await person.press('Home')
  await expect(turn).toHaveAttribute('aria-valuenow', '0')
  await person.click(place.getByRole('button', { name: 'Turn 20 · Bookmark' }))
  await expect(turn).toHaveAttribute('aria-valuenow', '20')
  expect(person.steps).toBe(8)
})
