import type { Browser } from 'playwright-core'
import { often, p50AndP95, report } from '../figures'
import { openPage, untilRead } from './page'
import { serve } from './shell'

const TIMES = often(12)

/**
 * Measures a search in the long episode: from a text that is pasted into the empty find bar to the frame with its first
 * hits, and to the frame with all hits. A plain text is searched in actions and in the game's text; most of a log is
 * calls and thoughts.
 */
export async function benchSearch(browser: Browser, dataFolder: string): Promise<void> {
  const shell = await serve(dataFolder)
  const page = await openPage(browser, `${shell.url}#/episode/long/trunk`)
  await untilRead(page)
  await page.keyboard.press('Control+f')
  const field = page.locator('[data-find]')
  const latencies = async (text: string, where: string, what: string) => {
    const found: number[] = []
    for (let time = 0; time < TIMES; time++) {
      await field.fill('')
      await page.waitForTimeout(300)
      await page.evaluate(
        (shown) =>
          window.probe.expect('beforeinput', () =>
            window.probe.texts(shown.where).some((shownText) => new RegExp(shown.what).test(shownText)),
          ),
        { where, what },
      )
      await field.focus()
      await page.keyboard.insertText(text)
      found.push(await page.evaluate(() => window.probe.latencyMs()))
    }
    return p50AndP95(found)
  }
  const measure = async (what: string, text: string, isThere: boolean) => {
    if (isThere)
      report(
        `find, ${what}, the first`,
        `${await latencies(text, '[data-find-bar] [aria-hidden]', '^[1-9]')} (Must 100 ms)`,
      )
    const all = await latencies(text, '[data-find-bar] [role=status]', 'hits?$')
    report(
      `find, ${what}, all: ${await page.locator('[data-find-bar] [role=status]').innerText()}`,
      `${all} (Must 500 ms)`,
    )
  }
  await measure('a common word', 'dust', true)
  await measure('a word of one turn', 'oboe', true)
  await measure('a word that is absent', 'zeppelin', false)
  await measure('a letter', 'e', true)
  await measure('a word absent from thoughts', 'thought:zeppelin', false)
  await measure('a common word of the thoughts', 'thought:lantern', true)
  await field.fill('')
  for (const kind of ['Thoughts', 'Calls']) await page.getByRole('button', { name: kind, exact: true }).click()
  await measure('an absent word, thoughts and calls as well', 'zeppelin', false)
  await measure('a common word, thoughts and calls as well', 'lantern', true)
  await page.context().close()
  await shell.close()
}
