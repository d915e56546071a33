import { takePicture } from '../kit/accessibility'
import { prepareForkAndParent } from '../kit/compared-episodes'
import { button, expect, region, startExplorer, test, useApp } from '../kit/launch-app'
import { setTextSize } from '../kit/looks'
import { personAt } from '../kit/person'

const app = useApp({ prepare: prepareForkAndParent, wordsPerSecond: 120 })
test.beforeEach(() => app().page.goto(addressOf('')))

/** The address of this window with another fragment. */
const addressOf = (hash: string) => `${app().page.url().split('#')[0]}${hash}`

test('a user compares a fork with its parent and sees the first difference: 3 steps', async () => {
  const { page } = app()
  const person = personAt(page)
  await person.click(region(page, 'Episodes').getByRole('link').filter({ hasText: 'tiny-2' }))
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 30' })).toBeVisible()
  await person.press('Shift+D')

  const stories = region(page, 'Both stories')
  await expect(stories).toContainText('First difference: turn 11 · 14 turns differ')
  await expect(stories.getByRole('button', { name: /10 same turns/ })).toHaveAttribute('aria-expanded', 'false')
  const [a, b] = [
    stories.getByRole('group', { name: 'A', exact: true }),
    stories.getByRole('group', { name: 'B', exact: true }),
  ]
  await expect(a.getByRole('article', { name: 'Turn 11', exact: true })).toContainText('look')
  await expect(b.getByRole('article', { name: 'Turn 11', exact: true })).toContainText('frotz the bread')
  await expect(page.getByRole('region', { name: 'Curves' })).toContainText(/Score.*A 10.*B 5/)
  await expect(region(page, 'Comparison views').getByRole('button', { name: / only A / })).toBeVisible()

  await person.click(page.getByRole('tab', { name: 'Differences' }))
  await expect(page.getByRole('row', { name: /^Model builtin\/explorer-1 tiny-2/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Tokens in/ })).toHaveCount(2)
  await expect(page.getByText('Only B is played by a model.')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Help from a person 0 0' })).toBeVisible()
  expect(person.steps).toBe(3)
})

test('the slider is aligned with the playhead of the curves, and the map shows both agents and all passages', async ({
  driver: _driver,
}, testInfo) => {
  const { page } = app()
  await page.goto(addressOf('#/compare/parent/fork'))
  await expect(region(page, 'Both stories')).toContainText('First difference: turn 11')
  const slider = page.getByRole('slider', { name: 'Turn of both episodes' })
  const playhead = page.getByRole('region', { name: 'Curves' }).locator('[class*=playhead]').first()
  for (const turn of [0, 11, 30]) {
    await slider.fill(String(turn))
    const [track, line] = [await slider.boundingBox(), await playhead.boundingBox()]
    if (!track || !line) throw new Error('The slider and the playhead are visible.')
    const thumb = track.x + 8 + ((track.width - 16) * turn) / 30
    expect(Math.abs(thumb - line.x)).toBeLessThan(1.5)
  }
  const map = region(page, 'Comparison views')
  await button(page, 'Fit the map').click()
  for (const side of ['a', 'b']) await expect(map.locator(`[data-player=${side}]`)).toBeVisible()
  const canvas = await map.locator('.react-flow').boundingBox()
  const paths = await map
    .locator('.react-flow svg path')
    .evaluateAll((all) => all.map((path) => path.getBoundingClientRect().right))
  expect(Math.max(...paths)).toBeLessThanOrEqual((canvas?.x ?? 0) + (canvas?.width ?? 0))
  await takePicture(page, testInfo, 'compare-map')
})

test('the map follows both agents at every step, also after it was fitted', async () => {
  const { page } = app()
  await page.goto(addressOf('#/compare/parent/fork'))
  await expect(region(page, 'Both stories')).toContainText('First difference: turn 11')
  const map = region(page, 'Comparison views')
  await button(page, 'Fit the map').click()
  const follow = button(page, 'Follow the agent')
  await follow.click()
  const inCanvas = () =>
    map.locator('.react-flow').evaluate((canvas) => {
      const edges = canvas.getBoundingClientRect()
      const seen = [...canvas.querySelectorAll<HTMLElement>('[data-player]')].filter((disc) => {
        const { left, right, top, bottom } = disc.getBoundingClientRect()
        return left >= edges.left && right <= edges.right && top >= edges.top && bottom <= edges.bottom
      })
      return ['a', 'b'].filter((side) => seen.some(({ dataset }) => dataset.player === side))
    })
  for (let turn = 11; turn <= 25; turn++) {
    await page.getByRole('slider', { name: 'Turn of both episodes' }).fill(String(turn))
    await expect.poll(inCanvas, `turn ${turn}`).toEqual(['a', 'b'])
  }
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
})

test('with large text a comparison opens at its top, and the wheel over its map scrolls it', async () => {
  const { page } = app()
  await region(page, 'Episodes').getByRole('link').filter({ hasText: 'tiny-2' }).click()
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 30' })).toBeVisible()
  await page.evaluate(setTextSize, 200)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Shift+D')
  const story = region(page, 'Both stories')
  await expect(story).toContainText('First difference: turn 11')
  await expect(story.locator('[data-first-stop]')).toBeFocused()
  const back = button(page, 'Back')
  await expect(back).toBeInViewport()
  await page.getByRole('tab', { name: 'Map', exact: true }).click()
  const canvas = region(page, 'Comparison views').locator('.react-flow')
  await canvas.hover({ position: { x: 20, y: 5 } })
  const drawing = canvas.locator('.react-flow__viewport')
  const before = await drawing.getAttribute('style')
  await page.mouse.wheel(0, 2000)
  await expect(back).not.toBeInViewport()
  await page.mouse.wheel(0, -2000)
  await expect(back).toBeInViewport()
  expect(await drawing.getAttribute('style')).toBe(before)
  await page.evaluate(setTextSize, 100)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a user reads the thoughts of both agents at the first and the next difference: 3 steps', async () => {
  const { page } = app()
  await page.goto(addressOf('#/compare/parent/fork'))
  const stories = region(page, 'Both stories')
  await expect(stories).toContainText('First difference: turn 11')
  const person = personAt(page)
  await person.click(button(page, 'Filter: Story'))
  await person.click(stories.getByRole('button', { name: 'Thinking', exact: true }))
  await expect(stories.getByRole('checkbox')).toHaveCount(0)
  const turn = (side: string, number: number) =>
    stories
      .getByRole('group', { name: side, exact: true })
      .getByRole('article', { name: `Turn ${number}`, exact: true })
  for (const side of ['A', 'B']) await expect(turn(side, 11)).toContainText(/Conclusion|Reason/)
  await person.click(stories.getByRole('button', { name: 'Next difference' }))
  await expect(turn('A', 12)).toHaveAttribute('aria-current', 'step')
  for (const side of ['A', 'B']) await expect(turn(side, 12)).toContainText(/Conclusion|Reason/)
  expect(person.steps).toBe(3)
})

test('Escape closes only the filter of a comparison, and that filter stays with comparisons', async () => {
  const { page } = app()
  await page.goto(addressOf('#/compare/parent/fork'))
  const stories = region(page, 'Both stories')
  await stories.getByRole('button', { name: 'Filter: Story' }).click()
  const thoughts = stories.getByRole('button', { name: 'Thoughts', exact: true })
  await thoughts.click()
  await page.keyboard.press('Escape')
  await expect(thoughts).toBeHidden()
  await expect(button(page, 'Filter: Custom')).toBeFocused()
  await page.keyboard.press('b')
  const story = region(page, 'Story')
  await expect(story.getByRole('button', { name: 'Filter: Story' })).toBeVisible()
  await expect(story.getByRole('article', { name: 'Turn 11', exact: true })).not.toContainText(/Conclusion|Reason/)
  await page.keyboard.press('Shift+D')
  await expect(stories.getByRole('button', { name: 'Filter: Custom' })).toBeVisible()
})

test('one playhead moves both episodes by turn and by difference; a comparison has an address, and can be swapped and closed', async () => {
  const { page } = app()
  const at = (turn: number) =>
    expect(page.getByRole('slider', { name: 'Turn of both episodes' })).toHaveValue(String(turn))
  await region(page, 'Episodes').getByRole('link').filter({ hasText: 'tiny-2' }).click()
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 30' })).toBeVisible()
  await page.keyboard.press('Shift+D')
  await at(11)
  await page.keyboard.press('j')
  await at(12)
  await expect(page.getByRole('article', { name: 'Turn 12', exact: true }).first()).toHaveAttribute(
    'aria-current',
    'step',
  )
  await page.keyboard.press('p')
  await at(11)
  await page.keyboard.press('p')
  await expect(page.getByText('No earlier turn differs.')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await at(10)
  await expect(page.getByRole('article', { name: 'Turn 10', exact: true })).toHaveAttribute('aria-current', 'step')
  await page.keyboard.press('n')
  await at(11)
  await page.keyboard.press('End')
  await at(30)
  await page.keyboard.press('Home')
  await at(0)
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/#\/compare\/parent\/fork\/11$/)
  await page.keyboard.press('x')
  await expect(page).toHaveURL(/#\/compare\/fork\/parent\/11$/)
  await expect(region(page, 'Both stories').getByRole('group', { name: 'A', exact: true }).first()).toContainText(
    'frotz',
  )
  await page.reload()
  await at(11)
  await expect(region(page, 'Both stories').getByRole('group', { name: 'A', exact: true }).first()).toContainText(
    'frotz',
  )

  await page.goBack()
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 30' })).toBeVisible()
  await page.goForward()
  await at(11)
  await page.keyboard.press('b')
  await expect(page).toHaveURL(/#\/episode\/parent\/trunk\/11$/)
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 11', exact: true })).toHaveAttribute(
    'aria-current',
    'step',
  )
})

test('a comparison has no window layouts, and explains that Find searches one episode', async () => {
  const { page } = app()
  await page.goto(addressOf('#/compare/parent/fork'))
  await expect(region(page, 'Both stories')).toContainText('First difference: turn 11')
  await expect(page.getByRole('combobox', { name: 'Theme' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Window layout' })).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+f')
  await expect(region(page, 'Status').getByRole('status')).toHaveText(
    'Find searches one episode. Open episode A or B first.',
  )
  await page.keyboard.press('a')
  await expect(page.getByRole('combobox', { name: 'Window layout' })).toBeVisible()
})

test('F6 visits every region of a comparison', async () => {
  const { page } = app()
  await page.goto(addressOf('#/compare/parent/fork'))
  await expect(region(page, 'Both stories')).toContainText('First difference: turn 11')
  const visited: (string | null)[] = []
  for (let at = 0; at < 5; at++) {
    await page.keyboard.press('F6')
    await page.evaluate(() => new Promise(requestAnimationFrame))
    visited.push(
      await page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region') ?? null),
    )
  }
  expect(new Set(visited)).toEqual(new Set(['controls', 'story', 'map', 'timeline', 'status']))
})

test('any two episodes can be chosen, and Escape leads back to the one that was open', async () => {
  const { page } = app()
  await region(page, 'Episodes').getByRole('link').filter({ hasText: 'tiny-2' }).click()
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 30' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('compare with another')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('listitem').first()).toContainText('Fork or parent')
  await page.keyboard.press('Enter')
  await expect(region(page, 'Both stories')).toContainText('First difference: turn 11')
  await page.keyboard.press('Escape')
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 30' })).toBeVisible()
})

test('a missing episode is reported and the other one is shown, and another one can be chosen in place of a duplicate', async () => {
  const { page } = app()
  await page.goto(addressOf('#/compare/parent/gone'))
  await expect(page.getByRole('alert')).toContainText('B cannot be read: There is no episode gone')
  await expect(region(page, 'Both stories').getByRole('group', { name: 'A', exact: true }).first()).toContainText(
    'THE SAMPLE',
  )
  await page.goto(addressOf('#/compare/parent/parent'))
  await expect(page.getByText('Both sides are the same episode. Choose another episode.')).toBeVisible()
  await button(page, 'Choose another').click()
  await page.getByRole('dialog').getByRole('listitem').first().click()
  await expect(region(page, 'Both stories')).toContainText('First difference: turn 11')
})

test('a running episode continues during a comparison, even with an episode of another story', async () => {
  const { page } = app()
  await startExplorer(page)
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 2', exact: true })).toBeVisible()
  const [, id = ''] = /episode\/([^/]+)\//.exec(page.url()) ?? []
  await page.goto(addressOf(`#/compare/${id}/parent`))
  await expect(page.getByRole('alert')).toContainText('Their rooms cannot be compared')
  const side = page.getByRole('group', { name: 'A', exact: true }).first()
  const turns = async () => Number(/(\d+) turns?$/.exec((await side.innerText()).trim())?.[1])
  const before = await turns()
  await expect.poll(turns).toBeGreaterThan(before)
  await page.keyboard.press('Home')
  await expect(region(page, 'Both stories').getByRole('article', { name: 'Opening' })).toHaveCount(2)
  await page.keyboard.press('a')
  await button(page, 'Stop').click()
  await expect(region(page, 'Episodes')).toContainText('Stopped')
})
