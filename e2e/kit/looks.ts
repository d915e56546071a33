import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import type { LoggedEvent } from '../../src-shared/episode/log/event'
import { expectAccessible, takePicture } from './accessibility'
import { type AppSetup, expect, launchApp, region, test, type TestApp } from './launch-app'

interface Look {
  readonly theme: 'dark' | 'light' | 'contrast'
  readonly width: number
  readonly height: number
  /** The text size of the settings, in percent. */
  readonly textSize?: number
  /** The rules that axe checks. Each theme and large text are checked once, because contrast is most of axe's work. */
  readonly audited?: 'all' | 'colors'
}

const smallest = { width: 960, height: 640 }
const usual = { width: 1280, height: 950 }
const laptop = { width: 1440, height: 900 }
const wide = { width: 1680, height: 950 }
/** The size of a window of 1440 by 900 that is zoomed to 200 %. */
const zoomed = { width: 720, height: 450 }

/** Every theme and every size, but not every combination, because a theme has the same effect in each size. */
const LOOKS: readonly Look[] = [
  { theme: 'dark', ...smallest, audited: 'all' },
  { theme: 'dark', ...usual, textSize: 200 },
  { theme: 'light', ...usual, audited: 'all' },
  { theme: 'contrast', ...wide, audited: 'all' },
  { theme: 'dark', ...zoomed },
  { theme: 'light', ...usual, textSize: 200, audited: 'all' },
  { theme: 'contrast', ...smallest, textSize: 200, audited: 'all' },
  { theme: 'dark', ...laptop, textSize: 150 },
]
/** Every theme in every size, for representative states. */
const EVERY_LOOK: readonly Look[] = [
  ...LOOKS,
  { theme: 'dark', ...usual },
  { theme: 'dark', ...wide },
  { theme: 'light', ...smallest },
  { theme: 'light', ...wide },
  { theme: 'contrast', ...usual, audited: 'all' },
  { theme: 'dark', ...smallest, textSize: 200, audited: 'all' },
  { theme: 'light', ...laptop, textSize: 125 },
]

/** The combinations of themes, text sizes and window sizes in which axe must find no violation. */
export const AUDITED_LOOKS: readonly Look[] = (['dark', 'light', 'contrast'] as const).flatMap((theme) =>
  [100, 200].flatMap((textSize) =>
    [smallest, usual].map((size) => ({ theme, ...size, textSize, audited: theme === 'dark' ? 'all' : 'colors' })),
  ),
)

/** Checks the window in each of these themes and sizes: no axe violations if audited, and no horizontal scrolling. */
async function takeLooks(looks: readonly Look[], page: Page, testInfo: TestInfo, name: string): Promise<void> {
  for (const { theme, width, height, textSize = 100, audited } of looks) {
    const look = `${theme}-${width}${textSize === 100 ? '' : `-${textSize}`}`
    await page.emulateMedia({
      reducedMotion: 'reduce',
      colorScheme: theme === 'light' ? 'light' : 'dark',
      contrast: theme === 'contrast' ? 'more' : 'no-preference',
    })
    await page.setViewportSize({ width, height })
    await expect(page.locator(`html[data-theme="${theme}"]`)).toBeAttached()
    await page.evaluate(setTextSize, textSize)
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${look} scrolls sideways`)
      .toBeLessThanOrEqual(0)
    await expect.poll(() => page.evaluate(controlsOutside), `${look}: outside of the window`).toEqual([])
    await takePicture(page, testInfo, `${name.replaceAll(' ', '-')}-${look}`)
    if (audited) await expectAccessible(page, audited)
  }
}

/** Sets the text size like the setting, without opening the settings. */
export function setTextSize(percent: number): void {
  const { style } = document.documentElement
  style.fontSize = `${percent}%`
  style.setProperty('--text-scale', String(percent / 100))
  window.dispatchEvent(new Event('resize'))
}

/** Names of the controls that extend beyond the side edges of the window and cannot be scrolled into view. */
function controlsOutside(): readonly string[] {
  const isScrolled = (element: Element | null): boolean =>
    element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || isScrolled(element.parentElement))
  return [...document.querySelectorAll('button, a, input, select, textarea, [role="tab"]')]
    .filter((control) => {
      const { left, right, width } = control.getBoundingClientRect()
      return width > 0 && (left < -1 || right > innerWidth + 1) && control.checkVisibility() && !isScrolled(control)
    })
    .map((control) => control.getAttribute('aria-label') ?? control.textContent)
}

/** One app per setup for views that change nothing, because a start takes seconds. */
const looking = test.extend<object, { readonly appOf: (setup: AppSetup) => Promise<TestApp> }>({
  appOf: [
    async ({ driver }, use) => {
      const apps = new Map<AppSetup, TestApp>()
      await use(async (setup) => {
        const app = apps.get(setup) ?? (await launchApp(driver, setup))
        apps.set(setup, app)
        return app
      })
      for (const app of apps.values()) await app.close()
    },
    { scope: 'worker' },
  ],
})

/** Returns functions that define tests, each of which reaches one state of an app and checks its looks. */
export function useLooks(looks: readonly Look[] = LOOKS) {
  looking.describe.configure({ mode: 'parallel' })
  const closings: (() => Promise<unknown>)[] = []
  looking.afterEach(async () => {
    for (const close of closings.splice(0).toReversed()) await close()
  })
  const lookAt =
    (looks: readonly Look[]) =>
    async (app: TestApp, reach: (app: TestApp) => Promise<unknown>, testInfo: TestInfo): Promise<void> => {
      closings.push(() => app.close())
      await app.page.emulateMedia({ reducedMotion: 'reduce' })
      await reach(app)
      // Lazily loaded parts must be visible in the first picture.
      await expect(app.page.getByText('Loading the map…')).toHaveCount(0)
      await takeLooks(looks, app.page, testInfo, testInfo.title)
      expect(
        await app.page.getByRole('button', { name: /new turns?$/ }).count(),
        'another size does not unglue the page',
      ).toBe(0)
      expect(app.pageErrors).toEqual([])
    }
  const testsOf = (look: ReturnType<typeof lookAt>) => ({
    /** Tests a state in a separate app. */
    state: (name: string, setup: AppSetup, reach: (app: TestApp) => Promise<unknown>) =>
      looking(name, async ({ driver }, testInfo) => look(await launchApp(driver, setup), reach, testInfo)),
    /** Tests a view that changes nothing in the host, in a separate page of an app that equal setups share. */
    view: (name: string, setup: AppSetup, reach: (app: TestApp) => Promise<unknown>) =>
      looking(name, async ({ appOf }, testInfo) => look(await (await appOf(setup)).openPage(), reach, testInfo)),
  })
  return {
    ...testsOf(lookAt(looks)),
    every: testsOf(lookAt(EVERY_LOOK)),
    /** Registers a cleanup that runs after the test, for what it opens besides the app. */
    atEnd: (close: () => Promise<unknown>) => void closings.push(close),
  }
}

/** A data folder with one episode that has this log. */
export const withLog = (events: readonly LoggedEvent[], tail = ''): AppSetup => ({
  prepare(dataFolder) {
    mkdirSync(join(dataFolder, '2026-03-02T09-00-00-sample'), { recursive: true })
    writeFileSync(
      join(dataFolder, '2026-03-02T09-00-00-sample', 'events.jsonl'),
      events.map((event) => `${JSON.stringify(event)}\n`).join('') + tail,
    )
  },
})

export async function openOnly({ page }: TestApp): Promise<void> {
  await region(page, 'Episodes').getByRole('link').click()
  await expect(region(page, 'Story').getByRole('article').last()).toBeVisible()
}

export const goTo = (page: Page, hash: string) => page.goto(`${page.url().split('#')[0]}${hash}`)
