import { expect, eventsOf, region, startExplorer, test } from '../kit/launch-app'
import { useStandIn } from '../kit/stand-in-app'

/** The desktop shell with several windows, or with none while an episode runs. */
const app = useStandIn()

test.beforeAll(async () => {
  await app.start()
  await startExplorer(app.page)
  await expect(region(app.page, 'Story').getByRole('article', { name: /^Turn/ }).first()).toBeVisible()
})

const ask = (message: Readonly<Record<string, unknown>>) => app.main.ask(message)
const turnsOnDisk = () => eventsOf(app.dataFolder).filter((event) => event.event_type === 'turn_completed').length
const fileItem = (name: string) => ask({ click: ['File', name] })

test('fields and selections have the context menu of the system', async () => {
  const editFlags = { canCopy: true, canPaste: true }
  const clicked = { isEditable: true, editFlags, selectionText: '', linkURL: '' }
  expect(await ask({ contextMenu: clicked })).toContain('paste')
  expect(await ask({ contextMenu: { ...clicked, isEditable: false, selectionText: 'a lamp' } })).toEqual(['copy'])
  const link = 'https://reactflow.dev/'
  expect(await ask({ contextMenu: { ...clicked, isEditable: false, linkURL: link } })).toEqual(['Copy Link'])
  await ask({ clickContextMenu: 'Copy Link' })
  expect(await ask({ copied: true })).toBe(link)
})

test('the icon shows how many episodes run', async () => {
  await expect.poll(() => ask({ badge: true })).toBe(1)
})

test('a further window is closed without a question, and the episode continues', async () => {
  const next = app.page.context().waitForEvent('page')
  await fileItem('New Window')
  const second = await next
  await expect(second.getByRole('button', { name: 'New episode', exact: true })).toBeEnabled()
  expect(await ask({ windows: true })).toBe(2)
  await second.close()
  await expect.poll(() => ask({ windows: true })).toBe(1)
  expect(await ask({ questions: true })).toEqual([])
})

test('an episode is opened in a separate window', async () => {
  const next = app.page.context().waitForEvent('page')
  await fileItem('Open in new window')
  const second = await next
  await expect(region(second, 'Story').getByRole('article', { name: /^Turn/ }).first()).toBeVisible()
  await second.close()
  await expect.poll(() => ask({ windows: true })).toBe(1)
})

test('an episode continues without a window, and the icon in the tray leads back to it', async () => {
  await fileItem('Keep Running without a Window')
  const next = app.page.context().waitForEvent('page')
  await ask({ close: true })
  await expect.poll(() => ask({ hasTray: true })).toBe(true)
  const before = turnsOnDisk()
  await expect.poll(turnsOnDisk).toBeGreaterThan(before)
  await ask({ clickTray: 'Open ZorkGPT' })
  app.page = await next
  await expect(region(app.page, 'Story').getByRole('article', { name: /^Turn/ }).first()).toBeVisible()
  expect(await ask({ hasTray: true })).toBe(false)
})

test('the diagnostics name the versions, and no folder of the user', async () => {
  await ask({ click: ['help', 'Copy Diagnostics'] })
  const text = String(await ask({ copied: true }))
  expect(text).toMatch(/^ZorkGPT \d+\.\d+\.\d+\n/)
  expect(text).toContain('Running episodes: 1')
  expect(text).not.toContain(app.home)
})

test('the next start shows the episode that was open, in full screen if it was in full screen', async () => {
  await fileItem('Keep Running without a Window')
  await fileItem('Use Hardware Acceleration (from the Next Start)')
  expect(await ask({ usesGpu: true })).toBe(true)
  await ask({ setFullScreen: true })
  await ask({ close: true })
  await ask({ answerForEver: 'Quit' })
  expect(await app.main.ended).toBe(0)
  await app.start()
  await expect(region(app.page, 'Story').getByRole('article', { name: /^Turn/ }).first()).toBeVisible()
  expect(await ask({ isFullScreen: true })).toEqual([true])
  expect(await ask({ usesGpu: true })).toBe(false)
})

test('after “Do not ask again” a running episode is closed without a question', async () => {
  await app.page.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect.poll(() => ask({ badge: true })).toBe(1)
  await ask({ close: true })
  expect(await app.main.ended).toBe(0)
})
