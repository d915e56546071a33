import { sampleEpisode } from '../../src-shared/episode/state/sample-episode.testkit'
import { button, expect, test, useApp } from '../kit/launch-app'
import { openOnly, setTextSize, withLog } from '../kit/looks'

const LONG = 'north-river/model-with-a-long-name-2026-preview'
/** An interrupted episode of a model, with a death and long figures. */
const interrupted = (label: string) =>
  withLog(
    sampleEpisode({ turns: 40, openTurn: true }).map((event) => {
      if (event.event_type === 'episode_started')
        return { ...event, turn_limit: 5000, player: { ...event.player, kind: 'llm', label, model: label } }
      if (event.event_type !== 'observation_made') return event
      const text = event.turn === 20 ? `${event.text}\n\n    ****  You have died  ****` : event.text
      return { ...event, text, max_score: 350, moves: (event.moves ?? 0) + 318 }
    }),
  )

for (const [label, isShort] of [
  ['test/lantern', true],
  [LONG, false],
] as const) {
  test.describe(label, () => {
    const app = useApp(interrupted(label))

    test('player and state of an interrupted episode are readable at every width and text size', async () => {
      const { page } = app()
      await openOnly(app())
      const player = page.getByRole('banner').getByText(label, { exact: true })
      for (const textSize of [100, 150, 200])
        for (const width of [960, 1280, 1366, 1440, 1920]) {
          await page.setViewportSize({ width, height: 900 })
          await page.evaluate(setTextSize, textSize)
          const seen = await player.evaluate((name) => {
            const [box, line] = [name, name.parentElement ?? name].map((element) => element.getBoundingClientRect())
            const isOnLine = box !== undefined && line !== undefined && box.top < line.bottom - 1
            return isOnLine ? { part: name.clientWidth / name.scrollWidth, width: name.clientWidth } : null
          })
          const where = `${width} at ${textSize} %`
          expect(seen?.part ?? 0, where).toBeGreaterThan(isShort ? 0.99 : 0.2)
          expect(seen?.width ?? 0, where).toBeGreaterThan((60 * textSize) / 100)
          await expect(player.locator('xpath=../..')).toHaveAttribute('title', new RegExp(label))
          const state = page.getByRole('banner').getByText('Interrupted', { exact: true })
          expect(await state.evaluate((word) => word.scrollWidth - word.clientWidth), where).toBeLessThanOrEqual(0)
          for (const name of ['Resume', 'Start new', 'Help'])
            await expect(button(page, name), where).toBeInViewport({ ratio: 1 })
        }
    })
  })
}
