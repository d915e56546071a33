import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/accessibility'
import { button, expect, region, test, useApp } from './kit/launch-app'

const app = useApp({ isFirstRun: true })
const dialog = (name: string) => app().page.getByRole('dialog', { name })
const help = () => dialog('Help')
const press = async (...keys: readonly string[]) => {
  for (const key of keys) await app().page.keyboard.press(key)
}

const THEMES = ['dark', 'light', 'contrast'] as const
async function expectAccessibleInEveryTheme(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await page.emulateMedia({
      colorScheme: theme === 'light' ? 'light' : 'dark',
      contrast: theme === 'contrast' ? 'more' : 'no-preference',
      reducedMotion: 'reduce',
    })
    await expect(page.locator(`html[data-theme="${theme}"]`)).toBeAttached()
    await expectAccessible(page)
  }
}

test('the tour is offered in the first steps, goes through five panels by keyboard, and is offered once', async () => {
  const { page } = app()
  const offer = region(page, 'First steps').getByRole('button', { name: 'Show me around' })
  await button(page, 'Pause playback').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await offer.focus()
  await press('Enter')
  for (const [index, name] of ['Story', 'Timeline', 'Map', 'Turn inspector', 'Settings, tools and help'].entries()) {
    const card = dialog(`${name} ${index + 1} of 5`)
    await expect(card).toBeVisible()
    await expect(card.getByRole('button', { name: index === 4 ? 'Done' : 'Next' })).toBeFocused()
    if (index === 2) await expectAccessibleInEveryTheme(page)
    await press('Enter')
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(region(page, 'Story').locator('[data-first-stop]')).toBeFocused()
  await expect(offer).toHaveCount(0)
  await page.reload()
  await expect(region(page, 'First steps')).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('F1 opens Help, where a word is found and marked, and a link leads to another document', async () => {
  const { page } = app()
  await press('F1')
  const search = help().getByRole('textbox', { name: 'Search help' })
  await expect(search).toBeFocused()
  await expectAccessibleInEveryTheme(page)
  await page.keyboard.type('pairs of')
  await expect(help().getByRole('status')).toHaveText(/sections?$/)
  await expectAccessible(page)
  await search.fill('handicap death')
  await press('Enter')
  const article = help().getByRole('article', { name: 'Settings' })
  await expect(article.getByRole('heading', { name: 'Handicap and death' })).toBeFocused()
  await expect(article.getByRole('heading', { name: 'Handicap and death' })).toBeInViewport()
  await expect(article.locator('mark').first()).toBeVisible()
  await expectAccessibleInEveryTheme(page)
  await help().getByRole('button', { name: 'Clear search' }).click()
  await article.getByRole('link', { name: 'tracing.md' }).click()
  await expect(help().getByRole('article', { name: 'Traces and metrics' })).toBeVisible()
  await help().getByRole('button', { name: 'Back' }).click()
  await expect(article.getByRole('heading', { name: 'Handicap and death' })).toBeFocused()
  await press('Escape')
  await expect(help()).toBeHidden()
})

test('a “?” explains by keyboard, and leads to its section, over the dialog that stays as it is', async () => {
  const { page } = app()
  await press('ControlOrMeta+e')
  const sheet = dialog('New episode')
  for (const group of ['Limits and speed', 'Handicap and death']) await sheet.getByText(group, { exact: true }).click()
  await sheet.getByLabel('Turn limit').fill('7')
  const question = sheet.getByRole('button', { name: 'What is a handicap?' })
  await question.focus()
  await press('Enter')
  await expect(sheet.getByText('Scores are comparable only between episodes')).toBeVisible()
  await expectAccessible(page)
  await press('Escape')
  await expect(sheet.getByText('Scores are comparable only between episodes')).toBeHidden()
  await expect(question).toBeFocused()
  await press('Enter', 'Tab', 'Enter')
  await expect(help().getByRole('heading', { name: 'Handicap and death' })).toBeFocused()
  await press('Escape')
  await expect(question).toBeFocused()
  await expect(sheet.getByLabel('Turn limit')).toHaveValue('7')
  await press('Escape')
})

test('F1 in a dialog or a panel opens the part about it', async () => {
  const { page } = app()
  await button(page, 'MCP servers').click()
  await press('F1')
  await expect(help().getByRole('article', { name: 'MCP servers' })).toBeVisible()
  await press('Escape', 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press('ControlOrMeta+4')
  await expect(region(page, 'Timeline').and(page.locator(':focus-within'))).toBeVisible()
  await press('F1')
  await expect(help().getByRole('heading', { name: 'Timeline' })).toBeInViewport()
  await press('Escape')
})

test('the timeline has the legend of all marks, and Help begins the tour again', async () => {
  const { page } = app()
  await button(page, 'Legend of marks').click()
  await expect(dialog('Legend of marks')).toContainText('The game refused the command')
  await expectAccessibleInEveryTheme(page)
  await press('Escape', 'F1')
  await help().getByRole('button', { name: 'Show me around' }).click()
  await expect(help()).toBeHidden()
  await expect(dialog('Story 1 of 5')).toBeVisible()
  await press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(app().pageErrors).toEqual([])
})
