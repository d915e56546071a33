import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sampleEpisode } from '../src-shared/episode/sample-episode.testkit'
import { expectAccessible } from './accessibility'
import { button, expect, launchApp, region, startExplorer, test, type TestApp } from './launch-app'

/**
 * Every state of the window in every theme at three widths: a picture to look at in test-results, and nothing that axe finds. One app a
 * state, in the web shell alone: the page is the same in all.
 */
const THEMES = ['dark', 'light', 'contrast'] as const
const WIDTHS = [960, 1280, 1680] as const

test.describe.configure({ mode: 'parallel', timeout: 180_000 })
test.beforeEach(({ driver }) => test.skip(driver !== 'web', 'the page is the same in every shell'))

let app: TestApp | null = null
test.afterEach(async () => {
  await app?.close()
  app = null
})

const log = sampleEpisode({ turns: 40 })
const writeLog = (events = log, tail = '') => (dataFolder: string) => {
  mkdirSync(join(dataFolder, '2026-03-02T09-00-00-sample'), { recursive: true })
  writeFileSync(join(dataFolder, '2026-03-02T09-00-00-sample', 'events.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join('') + tail)
}
const openSample = async (page: Page) => {
  await region(page, 'Library').getByRole('link').click()
  await expect(region(page, 'Story').getByRole('article').last()).toBeVisible()
}

const state = (name: string, prepare: ((dataFolder: string) => void) | undefined, reach: (page: Page) => Promise<void>, wordsPerSecond = 2000) =>
  test(name, async ({ driver }, testInfo) => {
    app = await launchApp(driver, { prepare, wordsPerSecond })
    const { page, pageErrors } = app
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await reach(page)
    for (const theme of THEMES) {
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme === 'light' ? 'light' : 'dark', contrast: theme === 'contrast' ? 'more' : 'no-preference' })
      await expect(page.locator(`html[data-theme="${theme}"]`)).toBeAttached()
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width === 960 ? 640 : 950 })
        const path = testInfo.outputPath(`${name.replaceAll(' ', '-')}-${theme}-${width}.png`)
        await page.screenshot({ path })
        await expectAccessible(page)
        expect(await page.getByRole('button', { name: /new turns?$/ }).count(), 'another size does not unglue the page').toBe(0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${theme} ${width} scrolls sideways`).toBeLessThanOrEqual(0)
      }
    }
    expect(pageErrors).toEqual([])
  })

state('idle', undefined, async (page) => expect(page.getByText('No episode open.')).toBeVisible())

state('live', undefined, async (page) => {
  await startExplorer(page)
  await expect(region(page, 'Story').getByRole('article').last()).toHaveAccessibleName(/^Turn [2-9]/)
}, 12)

state('behind', undefined, async (page) => {
  await startExplorer(page)
  await expect(region(page, 'Story').getByRole('article').last()).toHaveAccessibleName(/^Turn [3-9]/)
  await button(page, 'First turn').click()
  await button(page, 'Next turn').click()
}, 40)

state('paused', undefined, async (page) => {
  await startExplorer(page)
  await expect(region(page, 'Story').getByRole('article').last()).toHaveAccessibleName(/^Turn [2-9]/)
  await button(page, 'Pause').click()
  await expect(page.getByRole('banner').getByText(/^Paused/)).toBeVisible()
}, 200)

state('past', writeLog(), async (page) => {
  await openSample(page)
  await page.keyboard.press('5')
  await expect(region(page, 'Timeline').getByRole('slider')).toHaveAttribute('aria-valuenow', '20')
})

state('ended', writeLog(), async (page) => openSample(page))

state('recovered', writeLog(log.slice(0, -8), '{"seq":'), async (page) => {
  await openSample(page)
  await expect(page.getByRole('status').filter({ hasText: 'Restored to turn 39' })).toBeVisible()
})

state('error', (dataFolder) => writeLog(log.toSpliced(30, 1))(dataFolder), async (page) => {
  await region(page, 'Library').getByRole('link').click()
  await expect(page.getByRole('alert')).toContainText('cannot be shown')
})

state('search without a hit', writeLog(), async (page) => {
  await openSample(page)
  await page.keyboard.press('/')
  await page.keyboard.type('xyzzy')
  await expect(region(page, 'Story')).toContainText('No turn matches “xyzzy”.')
})

state('request', writeLog(), async (page) => {
  await openSample(page)
  await page.keyboard.press('r')
  await expect(region(page, 'Turn inspector').getByRole('tab', { name: 'Request' })).toHaveAttribute('aria-selected', 'true')
})

state('new episode', undefined, async (page) => {
  await button(page, 'New episode').click()
  await expect(page.getByRole('dialog', { name: 'New episode' })).toBeVisible()
})

state('key sheet', undefined, async (page) => {
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
})

state('export', writeLog(), async (page) => {
  await openSample(page)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('dialog', { name: 'Export the episode' })).toBeVisible()
})

state('pause rules', writeLog(), async (page) => {
  await openSample(page)
  await page.keyboard.press('p')
  await expect(page.getByRole('dialog', { name: 'Pause rules' })).toBeVisible()
})

state('marks and notes', writeLog(), async (page) => {
  await openSample(page)
  await page.keyboard.press('5')
  await page.keyboard.press('m')
  await page.keyboard.press('b')
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('The agent goes round in circles here; it should have tried the cellar first.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(region(page, 'Story').getByRole('note')).toBeVisible()
  await region(page, 'Timeline').getByLabel('Space the turns by').selectOption('time')
})

state('disconnected', writeLog(), async (page) => {
  const sockets: { close(): Promise<void> }[] = []
  let isDown = false
  await page.routeWebSocket(/\/socket/, (socket) => {
    if (isDown) return void socket.close()
    sockets.push(socket)
    socket.connectToServer()
  })
  await page.reload()
  await openSample(page)
  isDown = true
  await Promise.all(sockets.map((socket) => socket.close()))
  await expect(page.getByRole('alert')).toContainText('Lost the host at turn 40')
})
